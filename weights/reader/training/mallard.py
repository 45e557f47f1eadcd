import sys,os,re,glob
import xml.etree.ElementTree as ET
src,out=sys.argv[1:3]; os.makedirs(out,exist_ok=True)
def tag(e): return e.tag.split('}')[-1] if isinstance(e.tag,str) else ''
def inl(e):
    t=(e.text or '')
    for c in e:
        n=tag(c)
        if n in('media','title','info','desc'): pass
        elif n=='guiseq': t+=' > '.join(re.sub(r'\s+',' ',inl(x)) for x in c)
        else: t+=inl(c)
        t+=(c.tail or '')
    return re.sub(r'\s+',' ',t)
def block(e,lvl,ind=''):
    o=[]
    for c in e:
        n=tag(c)
        if n in('p',): 
            s=inl(c).strip()
            if s:o.append(ind+s)
        elif n in('steps','list'):
            tt=[x for x in c if tag(x)=='title']
            if tt:o.append(ind+inl(tt[0]).strip())
            items=[x for x in c if tag(x)=='item']
            ls=[]
            for i,x in enumerate(items,1):
                b=block(x,lvl)
                m=f'{i}. ' if n=='steps' else '- '
                if b: ls.append(ind+m+('\n'+ind+'   ').join(b))
            o.append('\n'.join(ls))
        elif n=='terms':
            for x in c:
                if tag(x)=='item':
                    t=[y for y in x if tag(y)=='title']
                    b=block(x,lvl)
                    o.append(ind+'- '+(inl(t[0]).strip()+': ' if t else '')+' '.join(b))
        elif n=='note': o+=block(c,lvl,ind)
        elif n in('section',):
            t=[x for x in c if tag(x)=='title']
            o.append('#'*lvl+' '+(inl(t[0]).strip() if t else ''))
            o+=block(c,lvl+1)
        elif n in('code','screen'): o.append('```\n'+inl(c).strip()+'\n```')
        elif n in('synopsis','example','comment','if','choose','when'): o+=block(c,lvl,ind)
    return o
k=0
for f in sorted(glob.glob(src+'/*.page')):
    r=ET.parse(f).getroot()
    if r.get('type')=='guide': continue
    t=[x for x in r if tag(x)=='title']
    if not t: continue
    b=block(r,2)
    if len(' '.join(b))<150: continue
    open(f'{out}/{os.path.basename(f)[:-5]}.md','w').write('# '+inl(t[0]).strip()+'\n\n'+'\n\n'.join(b)+'\n'); k+=1
print(k)
