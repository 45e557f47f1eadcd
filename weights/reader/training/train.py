import sys,random,time,torch,math,os,glob
from model import *;from data import *;from evaluate import report
import argparse
A=argparse.ArgumentParser();A.add_argument('--keep',default='squad2,clapnq,timeqa,mtrag');A.add_argument('--dev',default='kbtel,evolution')
A.add_argument('--lr',type=float,default=1.2e-4);A.add_argument('--until',type=float);A.add_argument('--out');A.add_argument('--negs',type=int,default=2);A.add_argument('--start',default='');A.add_argument('--seed',type=int,default=2);A.add_argument('--freeze',type=int,default=1);A.add_argument('--round',type=int,default=250);A.add_argument('--rows',type=int,default=32);A.add_argument('--drop',type=float,default=0.);A.add_argument('--fresh',default='',help='bases that no version has read: their questions come first, and then as often as all others')
a=A.parse_args();torch.set_num_threads(2);rng=random.Random(a.seed);torch.manual_seed(a.seed)
r=load();old=load().eval();r.drop=a.drop;rc=torch.compile(r,dynamic=True)
if a.start: r.load_state_dict(torch.load(a.start))
from tokenizers import Tokenizer
TK=Tokenizer.from_file('../../embedder/tokenizer.json');TK.no_padding();SKIP=TK.encode('cant remember my password',add_special_tokens=False).ids
from array import array
seen={};used={}
def pool():
    """every question's rows, read once a file"""
    for f in sorted(glob.glob('pairs/*.jsonl')):
        s=os.path.basename(f)[:-6]
        if s in seen or s in a.keep.split(',') or s in a.dev.split(',') or s.startswith('.'): continue
        by={}
        for x in load_rows(f):
            for k in('q','t','p'): x[k]=array('H',x[k])
            by.setdefault(x['n'],[]).append(x)
        for n in by: used[s,n]=int(a.fresh!='' and s not in a.fresh.split(',') and rng.random()<.7)
        seen[s]=by;print('read',s,len(by),flush=True)
    return [(s,n) for s,by in seen.items() for n in by]
def group(v):
    if list(v[0]['q'])==SKIP: return None
    gold=[x for x in v if x['kind']=='gold' and x['good']];rest=[x for x in v if x['kind']!='gold']
    isq=any(x['kind']=='gold' for x in v)
    if isq and not gold: return None
    if gold:
        top=[x for x in rest if x['rank']<3];low=[x for x in rest if x['rank']>=3]
        return gold[:1]+rng.sample(top,min(len(top),a.negs-1+(not low)))+rng.sample(low,min(len(low),1))
    near=[x for x in rest if x['kind']=='near'];top=[x for x in rest if x['kind']!='near' and x['rank']<3]
    return near[:2]+rng.sample(top,min(1,len(top)))
keep=[x for s in a.keep.split(',') if s for x in load_rows(f'pairs/{s}.jsonl') if x['rank']<4]
def enc2(x,t):
    return enc(dict(x,q=list(x['q']),t=list(x['t']),p=list(x['p'])),t)
def batches():
    """a round: the questions used least, each with other passages than before"""
    keys=pool();rng.shuffle(keys);keys.sort(key=lambda k:used.get(k,0))
    want=a.round*a.rows;groups=[];n=0
    for k in keys:
        if n>want*.93: break
        used[k]=used.get(k,0)+1;g=group(seen[k[0]][k[1]])
        if g: groups.append(g);n+=len(g)
    groups+=[[x] for x in rng.sample(keep,int(want*.07))]
    rng.shuffle(groups);groups.sort(key=lambda g:max(len(x['p']) for x in g)+rng.random()*15)
    bs=[];cur=[];n=0
    for g in groups:
        cur.append(g);n+=len(g)
        if n>=a.rows: bs.append(cur);cur=[];n=0
    rng.shuffle(bs);print('round of',len(bs),'least used',min(used.get(k,0) for k in keys),flush=True);return bs
for p in list(r.w.parameters())+list(r.pos.parameters()): p.requires_grad=False
for l in r.layers[:a.freeze]:
    for p in l.parameters(): p.requires_grad=False
if a.freeze:
    for p in list(r.n.parameters())+list(r.tt.parameters()): p.requires_grad=False
ps=[]
for n,p in r.named_parameters():
    if not p.requires_grad: continue
    d=int(n.split('.')[1]) if n.startswith('layers.') else (6 if n[0:2] in('qa','d.','a.') else -1)
    ps.append(dict(params=[p],lr=a.lr*.9**(5-min(d,5)) if d<6 else a.lr,weight_decay=.01 if p.dim()>1 else 0.))
for g in ps: g['peak']=g['lr']
opt=torch.optim.AdamW(ps,betas=(.9,.98),eps=1e-6);t0=time.time();run=[0.]*5;cnt=0;step=0
PICK=int(os.environ.get("PICK","220"))
def ev():
    for s in a.dev.split(','):
        if s:
            rows=load_rows(f'pairs/{s}.jsonl');ns=sorted({x['n'] for x in rows});pick=set(random.Random(3).sample(ns,min(PICK,len(ns))))
            report(r,[x for x in rows if x['n'] in pick],s)
end=t0+a.until*60;bs=[];half=False
while time.time()<end:
    if not bs: bs=batches()
    groupsb=bs.pop();step+=1
    w=(time.time()-t0)/(end-t0)
    r.train();f=min(1,step/50)*(1 if w<.35 else max(0.02,1-(w-.35)/.65))
    for g in opt.param_groups: g['lr']=g['peak']*f
    rows=[x for g in groupsb for x in g]
    b=[(enc2(x,rng.random()>=.25),x) for x in rows];ids,mask,tt=tensors(b)
    with torch.autocast('cpu',torch.bfloat16): st,en,evl,an=rc(ids,mask,tt)
    st,en,an=st.float(),en.float(),an.float()
    gid=torch.tensor([i for i,g in enumerate(groupsb) for _ in g]);isk=torch.tensor([x['kind']=='eval' for x in rows])
    y=torch.tensor([1. if x['kind']=='gold' else 0. for x in rows]);k=~isk
    zero=an.sum()*0
    l_ans=F.binary_cross_entropy_with_logits(an[k],y[k]*.98+.01) if k.any() else zero
    l_grp=zero;c=0
    for i,g in enumerate(groupsb):
        if g[0]['kind']=='gold' and len(g)>1:
            ix=(gid==i).nonzero().squeeze(1);l_grp=l_grp-F.log_softmax(an[ix],0)[0];c+=1
    l_grp=l_grp/max(1,c)
    ss=soft_scores(st,en,b);lp=F.log_softmax(ss,1);l_s=zero;l_sp=zero;cs=0;cp=0
    spi=[]
    for i,((x,h,q),row) in enumerate(b):
        if isk[i]: continue
        if row['kind']=='gold':
            l_s=l_s-torch.logsumexp(lp[i][[1+j for j in row['good']]],0)
            if row['span']:
                lo,hi=row['span'][0]+h,row['span'][1]+h
                if hi<len(x)-1: spi.append((i,lo,hi,h,len(x)))
        else: l_s=l_s-lp[i][0]
        cs+=1
    if spi:
        ix=torch.tensor([z[0] for z in spi]);al=torch.full((len(spi),ids.shape[1]),-1e4)
        for u,(i,lo,hi,h,n) in enumerate(spi): al[u,h:n-1]=0;al[u,0]=0
        for w_,j in ((st,1),(en,2)): l_sp=l_sp-F.log_softmax(w_[ix]+al,1).gather(1,torch.tensor([[z[j]] for z in spi])).sum()
        cp=len(spi)
    l_s=l_s/max(1,cs);l_sp=l_sp/max(1,cp)
    l_k=zero
    if isk.any():
        with torch.no_grad(),torch.autocast('cpu',torch.bfloat16): so,eo,_,ao=(z.float() for z in old(ids[isk],mask[isk],tt[isk]))
        m=-1e4*(1-mask[isk])
        l_k=F.mse_loss(an[isk],ao)*.1
        for u,v in ((st,so),(en,eo)): l_k=l_k+F.kl_div(F.log_softmax(u[isk]+m,1),F.softmax(v+m,1),reduction='batchmean')*.5
        l_k=l_k*isk.sum()/len(rows)*2
    loss=l_ans+.5*l_grp+.7*l_s+.25*l_sp+l_k
    opt.zero_grad();loss.backward();torch.nn.utils.clip_grad_norm_([p for p in r.parameters() if p.requires_grad],1.);opt.step()
    for j,v in enumerate((l_ans,l_grp,l_s,l_sp,l_k)): run[j]+=float(v.detach())
    cnt+=1
    if step%50==0: print(step,'%.2f'%w,'ans %.3f grp %.3f sent %.3f span %.3f keep %.3f'%tuple(v/cnt for v in run),'%.0f s'%(time.time()-t0),flush=True);run=[0.]*5;cnt=0
    if step%100==0: torch.save(r.state_dict(),a.out+'.part')
    if w>.5 and not half: half=True;ev()
torch.save(r.state_dict(),a.out+'.pt');save(r,a.out+'.onnx');ev()
