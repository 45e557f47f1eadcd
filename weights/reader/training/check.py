import sys,json,glob,re
P={}
for f in glob.glob('out/*.jsonl'):
    for l in open(f):
        r=json.loads(l);P[r['id']]=r
def norm(s): return re.sub(r'\s+',' ',s).strip()
def read(path,say=True):
    cur=None;rows=[];bad=0
    for n,l in enumerate(open(path),1):
        l=l.strip()
        if not l: continue
        if l.startswith('= '):
            cur=P.get(l[2:].split('|')[0].strip())
            if not cur:
                bad+=1
                if say:print(n,'no such passage',l)
        elif cur is None: pass
        elif l.startswith('N '): rows.append((cur['id'],l[2:].strip(),None,None))
        elif l.startswith('Q '):
            try: 
                q,ns,w=[x.strip() for x in l[2:].split(' | ',2)]
                ns=[int(x) for x in re.findall(r'\d+',ns)]
                sp=[cur['spans'][i-1] for i in ns]
            except Exception as e:
                bad+=1
                if say:print(n,'form',l)
                continue
            hit=None
            for i in ns:
                a,b=cur['spans'][i-1];t=cur['text'][a:b]
                m=re.search(r'\s+'.join(map(re.escape,w.split())),t,re.I) if w else None
                if m: hit=(i,a+m.start(),a+m.end());break
            if not hit:
                bad+=1
                if say:print(n,'words not in its sentences:',w)
                continue
            rows.append((cur['id'],q,ns,hit))
        else:
            bad+=1
            if say:print(n,'form',l)
    return rows,bad
if __name__=='__main__':
    rows,bad=read(sys.argv[1])
    print(len([r for r in rows if r[2]]),'Q',len([r for r in rows if not r[2]]),'N',bad,'wrong, passages',len({r[0] for r in rows}))
