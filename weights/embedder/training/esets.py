# python esets.py w1.pt:alpha ... : recall@5 of documents by cosine, and fused with .25 BM25, over sets that share nothing with the training
import sys,os,json,random,torch,math
from emodel import *;from edata import *
torch.set_num_threads(2)
S=os.environ.get('EVAL_SETS','../../../../shared/eval')+'/'
class B: pass
def doc_base(name,cap=700,nq=150):
    docs=[json.loads(l) for l in open(f'{S}{name}/corpus.jsonl')];qs=[json.loads(l) for l in open(f'{S}{name}/questions.jsonl')]
    qs=[x for x in qs if x.get('answerable') and x.get('relevantDocIds') and not x.get('history') and not x.get('corpusDocIds') and x.get('language','en')=='en'];rng=random.Random(2);rng.shuffle(qs);qs=qs[:nq]
    need={d for x in qs for d in x['relevantDocIds']};rest=[d for d in docs if d['id'] not in need];rng.shuffle(rest)
    docs=[d for d in docs if d['id'] in need]+rest;docs=docs[:max(cap//3,sum(d['id'] in need for d in docs))]
    b=B();b.name=name;b.chunks=[];b.win=[]
    for k,d in enumerate(docs):
        w=d['text'].split();b.chunks.append(dict(title=d.get('title') or '',text=d['text'],id=d['id']))
        for i in range(0,max(1,len(w)),130):
            if len(b.win)<cap*2: b.win.append(((d.get('title') or '')+'. '+' '.join(w[i:i+150]),k))
    seen={k for _,k in b.win};at={c['id']:k for k,c in enumerate(b.chunks) if k in seen}
    b.q=[(x['question'],[at[d] for d in x['relevantDocIds'] if d in at]) for x in qs];b.q=[x for x in b.q if x[1]]
    b.wids=ids([w[0] for w in b.win],256);b.qids=ids([x[0] for x in b.q],64);return b
def rec(r,b):
    W=embed(r,b.wids);Q=embed(r,b.qids);Sm=Q@W.T;C=torch.full((len(b.q),len(b.chunks)),-1.)
    C.scatter_reduce_(1,torch.tensor([w[1] for w in b.win])[None].expand(len(b.q),-1),Sm,'amax');o=[]
    for M in (C,C+.25*bm25(b),C+.5*bm25(b)):
        rank=torch.tensor([min(int((M[i]>M[i,g]).sum()) for g in x[1]) for i,x in enumerate(b.q)])
        o+=[float((rank<1).float().mean()),float((rank<5).float().mean())]
    return '%s %d q %d win | cos @1 %.3f @5 %.3f | +.25 @1 %.3f @5 %.3f | +.5 @1 %.3f @5 %.3f'%(b.name,len(b.q),len(b.win),*o)
if __name__=='__main__':
    sets=sys.argv[1].split(',');old=load().state_dict();bs=[doc_base(s) for s in sets]
    for spec in sys.argv[2:]:
        p,al=spec.split(':');al=float(al);new=torch.load(p) if p!='old' else old
        r=load();r.load_state_dict({k:old[k]*(1-al)+new[k]*al for k in old});print('==',spec)
        for b in bs: print(rec(r,b),flush=True)
