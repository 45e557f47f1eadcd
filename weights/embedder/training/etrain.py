import argparse,random,time,json,torch,torch.nn.functional as F
from emodel import *;from edata import *
A=argparse.ArgumentParser();A.add_argument('--lr',type=float,default=6e-5);A.add_argument('--until',type=float,default=25);A.add_argument('--out',default='e1');A.add_argument('--seed',type=int,default=1);A.add_argument('--start',default='');A.add_argument('--size',type=int,default=32)
a=A.parse_args();torch.set_num_threads(2);rng=random.Random(a.seed);torch.manual_seed(a.seed)
q=json.load(open(R+'q.json'));by={}
for x in q: by.setdefault(x['pid'].rsplit('-',1)[0],[]).append(x)
DEV=['kbtel','evolution','kbhosp'];dev=[load_base(n,by[n]) for n in DEV]
bases=[load_base(n,by[n]) for n in sorted(by) if n not in DEV]
for b in bases:
    b.of={}
    for i,x in enumerate(b.q): b.of.setdefault(x[1],[]).append(i)
    b.used={}
print(len(bases),'bases',sum(len(b.q) for b in bases),'questions',sum(len(b.of) for b in bases),'passages asked about',flush=True)
r=load()
if a.start: r.load_state_dict(torch.load(a.start))
for p in list(r.w.parameters())+list(r.pos.parameters())+list(r.tt.parameters())+list(r.n.parameters())+list(r.layers[0].parameters()): p.requires_grad=False
ps=[]
for n,p in r.named_parameters():
    if not p.requires_grad: continue
    d=int(n.split('.')[1]);ps.append(dict(params=[p],lr=a.lr*.9**(5-d),peak=a.lr*.9**(5-d),weight_decay=.01 if p.dim()>1 else 0.))
opt=torch.optim.AdamW(ps,betas=(.9,.98),eps=1e-6)
def ev():
    for b in dev: print(measure(r,b),flush=True)
def batch():
    b=rng.choices(bases,[len(b.of) for b in bases])[0]
    ks=sorted(b.of,key=lambda k:(b.used.get(k,0),rng.random()))
    # a third are neighbours: passages of the same documents are what is mistaken for one another
    start=rng.choice(ks[:max(1,len(ks)//3)]);near=[k for k in sorted(b.of,key=lambda k:abs(k-start))[:int(a.size*.3)]]
    take=set(near)
    for k in ks:
        if len(take)>=int(a.size*.8): break
        take.add(k)
    for k in take: b.used[k]=b.used.get(k,0)+1
    qi=[i for k in take for i in rng.sample(b.of[k],min(4,len(b.of[k])))]
    wins=list(dict.fromkeys([b.q[i][2] for i in qi]));others=[w for w in range(len(b.win)) if w not in set(wins)]
    nb=[w for g in near for w in (b.chunks[g]['w'][0]-1,b.chunks[g]['w'][-1]+1) if 0<=w<len(b.win) and w not in wins]
    extra=list(dict.fromkeys(rng.sample(nb,min(len(nb),a.size//8))+rng.sample(others,min(len(others),a.size//6))))
    wins+= [w for w in extra if w not in wins];wins=wins[:a.size+12]
    at={w:i for i,w in enumerate(wins)};qi=[i for i in qi if b.q[i][2] in at]
    return b,qi,wins,at
def r2(L):
    o=sorted(range(len(L)),key=lambda i:len(L[i]));n=len(o)//3;parts=[o[:n],o[n:2*n],o[2*n:]]
    V=torch.cat([r(*tens([L[i] for i in p])) for p in parts if p]);inv=[0]*len(o)
    for pos,i in enumerate([i for p in parts for i in p]): inv[i]=pos
    return V[inv]
t0=time.time();end=t0+a.until*60;step=0;run=[0.,0.];half=False
while time.time()<end:
    b,qi,wins,at=batch();step+=1;w=(time.time()-t0)/(end-t0)
    f=min(1,step/30)*(1 if w<.3 else max(.02,1-(w-.3)/.7))
    for g in opt.param_groups: g['lr']=g['peak']*f
    qq,qm=tens([b.qids[i] for i in qi])
    W=r2([b.wids[w] for w in wins]);Q=r(qq,qm);S=Q@W.T
    y=torch.tensor([at[b.q[i][2]] for i in qi])
    block=torch.zeros(S.shape,dtype=torch.bool)
    for i,k in enumerate(qi):
        hit=b.q[k][3]
        for j,wn in enumerate(wins):
            if j!=y[i] and (b.win[wn][1]==b.q[k][1] or (hit and hit in b.win[wn][0].lower())): block[i,j]=True
    l=F.cross_entropy((S*20).masked_fill(block,-1e4),y)
    opt.zero_grad();l.backward();torch.nn.utils.clip_grad_norm_([p for p in r.parameters() if p.requires_grad],1.);opt.step()
    run[0]+=float(l.detach());run[1]+=float((S.masked_fill(block,-9).argmax(1)==y).float().mean())
    if step%25==0 or step==5: print(step,'%.2f'%w,'loss %.3f first %.3f'%tuple(x/25 for x in run),len(qi),len(wins),'%.0f s'%(time.time()-t0),flush=True);run=[0.,0.]
    if step%100==0: torch.save(r.state_dict(),a.out+'.part')
    if w>.5 and not half: half=True;ev()
torch.save(r.state_dict(),a.out+'.pt');save(r,a.out+'.onnx');ev()
