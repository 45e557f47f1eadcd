import json,random,re,torch,os
from tokenizers import Tokenizer
TK=Tokenizer.from_file('../tokenizer.json');TK.no_padding();TK.no_truncation()
R='../../reader/training/'
def ids(texts,most):
    return [[101]+e.ids[:most-2]+[102] for e in TK.encode_batch(texts,add_special_tokens=False)]
def windows(title,text,spans,most=150):
    """as draftDocument.windows: (text, first sentence, last sentence + 1)"""
    size=[len(text[a:b].split()) for a,b in spans];out=[];f=0
    lead=' '.join(title.split()[:30])+'. ' if title.strip() else ''
    while f<len(spans):
        l=f;n=size[f]
        while l+1<len(spans) and n+size[l+1]<=most: l+=1;n+=size[l]
        out.append((lead+re.sub(r'\s+',' ',text[spans[f][0]:spans[l][1]]),f,l+1))
        if l+1>=len(spans): break
        f=max(f+1,l)
    return out
def u16(t,i): return len(t.encode('utf-16-le')[:2*i].decode('utf-16-le','ignore'))
class Base: pass
def load_base(name,q):
    b=Base();b.name=name;b.chunks=[];b.win=[];by={}
    for line in open(f'{R}out/{name}.jsonl'):
        c=json.loads(line);t=c['text']
        if any(ord(x)>0xffff for x in t): c['spans']=[[u16(t,x),u16(t,y)] for x,y in c['spans']]
        k=len(b.chunks);by[c['id']]=k;b.chunks.append(c)
        c['w']=[]
        for text,f,l in windows(c['title'],t,c['spans']): c['w'].append(len(b.win));b.win.append((text,k,f,l))
    b.q=[]
    for r in q:
        if not r['sents'] or r['pid'] not in by: continue
        k=by[r['pid']];c=b.chunks[k];s=r['hit'][0]-1 if r['hit'] else r['sents'][0]-1
        w=next((i for i in c['w'] if b.win[i][2]<=s<b.win[i][3]),None)
        if w is None: continue
        hit=c['text'][r['hit'][1]:r['hit'][2]].lower() if r['hit'] else ''
        b.q.append((r['question'],k,w,hit if len(hit)>=6 and re.search(r'\s|\d',hit) else ''))
    b.wids=ids([w[0] for w in b.win],256);b.qids=ids([x[0] for x in b.q],64)
    return b
def tens(L):
    n=max(map(len,L));i=torch.zeros(len(L),n,dtype=torch.long);m=torch.zeros(len(L),n)
    for k,x in enumerate(L): i[k,:len(x)]=torch.tensor(x);m[k,:len(x)]=1
    return i,m
def embed(r,L,size=64):
    order=sorted(range(len(L)),key=lambda i:len(L[i]));out=torch.zeros(len(L),384)
    with torch.no_grad():
        for s in range(0,len(order),size):
            ix=order[s:s+size];out[ix]=r(*tens([L[i] for i in ix]))
    return out
from collections import Counter
import math
STOP=set('a an the of in on to for is are do does i my me how what where when can it be with and or'.split())
def words(t): return [re.sub(r'(ing|ed|es|s)$','',w) for w in re.findall(r'[a-z0-9]+',t.lower()) if w not in STOP]
def bm25(b):
    if hasattr(b,'bm'): return b.bm
    D=[Counter(words(c['title']+' '+c['text'])) for c in b.chunks];n=[sum(d.values()) for d in D];av=sum(n)/len(n);df=Counter(w for d in D for w in d)
    M=torch.zeros(len(b.q),len(D))
    for i,x in enumerate(b.q):
        for w in set(words(x[0])):
            if not df[w]: continue
            idf=math.log(1+(len(D)-df[w]+.5)/(df[w]+.5))
            for j,d in enumerate(D):
                if d[w]: M[i,j]+=idf*d[w]*2.2/(d[w]+1.2*(.25+.75*n[j]/av))
    b.bm=M/M.max(1,keepdim=True).values.clamp(min=1e-6);return b.bm
def measure(r,b,limit=400):
    rng=random.Random(5)
    if len(b.q)>limit and not hasattr(b,'cut'):
        pick=rng.sample(range(len(b.q)),limit);b.q=[b.q[i] for i in pick];b.qids=[b.qids[i] for i in pick];b.cut=1
    W=embed(r,b.wids);Q=embed(r,b.qids);S=Q@W.T
    C=torch.full((len(b.q),len(b.chunks)),-1.)
    C.scatter_reduce_(1,torch.tensor([w[1] for w in b.win])[None].expand(len(b.q),-1),S,'amax')
    gold=torch.tensor([x[1] for x in b.q]);out=[]
    for M in (C,C+.25*bm25(b)):
        rank=(M>M.gather(1,gold[:,None])).sum(1)
        out+= [float((rank<k).float().mean()) for k in(1,5,10)]+[float((1/(rank+1.)).mean())]
    g=C.gather(1,gold[:,None]).squeeze(1)
    return '%s %d q %d passages | cosine @1 %.3f @5 %.3f @10 %.3f mrr %.3f | +bm25 @1 %.3f @5 %.3f @10 %.3f mrr %.3f | gold cos %.3f'%(b.name,len(b.q),len(b.chunks),*out,float(g.mean()))
