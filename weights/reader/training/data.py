import json,random,torch
def load_rows(path): return [json.loads(l) for l in open(path) if l.strip()]
def enc(r,title=True):
    t=r['t'] if title else []
    head=[101]+r['q']+[102]+t+([1012] if t else []);ids=head+r['p']+[102]
    return ids[:258],len(head),len(r['q'])+2
def batchify(rows,rng,drop_title=0.,size=32):
    L=[(enc(r,rng.random()>=drop_title),r) for r in rows]
    L.sort(key=lambda x:len(x[0][0])+rng.random()*12)
    bs=[L[i:i+size] for i in range(0,len(L),size)];rng.shuffle(bs);return bs
def tensors(b):
    n=max(len(e[0]) for e,_ in b);B=len(b)
    ids=torch.zeros(B,n,dtype=torch.long);mask=torch.zeros(B,n);tt=torch.zeros(B,n,dtype=torch.long)
    for i,((x,h,q),r) in enumerate(b):
        ids[i,:len(x)]=torch.tensor(x);mask[i,:len(x)]=1;tt[i,q:len(x)]=1
    return ids,mask,tt
def sentence_scores(st,en,b,hard=False):
    """[B, 1+S] logits: none, then each sentence (log-sum-exp of starts + of ends, or the best span)"""
    S=max(1,max(len(r['sents']) for _,r in b))
    rows=[]
    for i,((x,h,q),r) in enumerate(b):
        L=[st[i,0]+en[i,0]]
        for lo,hi in r['sents']:
            lo2,hi2=min(lo+h,len(x)-1),min(hi+h,len(x)-1)
            if hi2<=lo2: L.append(st.new_tensor(-1e4));continue
            if hard:
                s=st[i,lo2:hi2];e=en[i,lo2:hi2];m=(s[:,None]+e[None,:])
                k=torch.ones_like(m).triu().tril(29).bool();L.append(m.masked_fill(~k,-1e4).max())
            else: L.append(torch.logsumexp(st[i,lo2:hi2],0)+torch.logsumexp(en[i,lo2:hi2],0))
        L+= [st.new_tensor(-1e4)]*(1+S-len(L));rows.append(torch.stack(L))
    return torch.stack(rows)
def soft_scores(st,en,b):
    B,L=st.shape;S=max(1,max(len(r['sents']) for _,r in b))
    M=torch.zeros(B,S,L,dtype=torch.bool)
    for i,((x,h,q),r) in enumerate(b):
        for j,(lo,hi) in enumerate(r['sents']): M[i,j,min(lo+h,len(x)-1):min(hi+h,len(x)-1)]=True
    big=torch.finfo(st.dtype).min/4
    z=torch.logsumexp(st[:,None,:].masked_fill(~M,-1e4),2)+torch.logsumexp(en[:,None,:].masked_fill(~M,-1e4),2)
    z=z.masked_fill(~M.any(2),-1e4)
    return torch.cat([(st[:,0]+en[:,0])[:,None],z],1)
