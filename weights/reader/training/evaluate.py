import torch,random,sys,time
from model import *;from data import *
from sklearn.metrics import roc_auc_score
def run(r,rows,size=32):
    rng=random.Random(0);r.eval();out={}
    L=sorted(range(len(rows)),key=lambda i:len(rows[i]['p']))
    with torch.no_grad(),torch.autocast('cpu',torch.bfloat16):
        for i in range(0,len(L),size):
            ix=L[i:i+size];b=[(enc(rows[j]),rows[j]) for j in ix];ids,mask,tt=tensors(b)
            st,en,ev,an=r(ids,mask,tt)
            st,en,an=st.float(),en.float(),an.float();ss=sentence_scores(st,en,b,True)
            for k,j in enumerate(ix):
                n=len(rows[j]['sents']);out[j]=(float(an[k]),(.5*(ss[k,1:1+n]-ss[k,0])+an[k]).tolist())
    return [out[j] for j in range(len(rows))]
def report(r,rows,name):
    o=run(r,rows);by={}
    for row,x in zip(rows,o): by.setdefault((row['base'],row['n']),[]).append((row,x))
    y=[];s=[];t1=t2=c=0;e1=e2=ec=0;rp=0
    for k,v in by.items():
        isq=any(row['kind']=='gold' for row,_ in v)
        shown=[(row,x) for row,x in v if row['rank']>=0 and row['rank']<5]
        if not shown: continue
        reach=(not isq) or any(row['kind']=='gold' for row,_ in shown)
        if not reach: continue
        y.append(isq);s.append(max(x[0] for _,x in shown))
        if isq:
            g=[(row,x) for row,x in v if row['kind']=='gold']
            al=sorted(((sc,i in row['good']) for row,x in g for i,sc in enumerate(x[1])),reverse=True)
            if any(a[1] for a in al): c+=1;t1+=al[0][1];t2+=any(a[1] for a in al[:2])
            al=sorted(((sc,row['kind']=='gold' and i in row['good'],row['kind']=='gold') for row,x in shown for i,sc in enumerate(x[1])),reverse=True)
            ec+=1;e1+=al[0][1];e2+=any(a[1] for a in al[:2]);rp+=al[0][2]
    auc=roc_auc_score(y,s)
    # right sentence first at 10 % wrong among answered, by threshold over best sentence score
    pts=[]
    for k,v in by.items():
        isq=any(row['kind']=='gold' for row,_ in v);shown=[(row,x) for row,x in v if 0<=row['rank']<5]
        if not shown: continue
        al=max(((sc,row['kind']=='gold' and i in row['good']) for row,x in shown for i,sc in enumerate(x[1])),default=None)
        if al: pts.append((al[0],al[1]))
    pts.sort(reverse=True);best={.1:0,.2:0,.3:0};ok=0;tot=sum(1 for k,v in by.items() if any(row['kind']=='gold' for row,_ in v))
    for i,(sc,g) in enumerate(pts,1):
        ok+=g
        for w in best:
            if i>=10 and (i-ok)/i<=w: best[w]=max(best[w],ok/tot)
    print(f"{name:10s} n {len(y)} AUROC {auc:.3f} | gold read: best1 {t1/c:.3f} best2 {t2/c:.3f} | five read: passage {rp/ec:.3f} best1 {e1/ec:.3f} best2 {e2/ec:.3f} | right at 10/20/30 % wrong: {best[.1]:.3f} {best[.2]:.3f} {best[.3]:.3f}",flush=True)
    return e1/ec
if __name__=='__main__':
    r=load()
    if len(sys.argv)>2: r.load_state_dict(torch.load(sys.argv[2]))
    for f in sys.argv[1].split(','): 
        t=time.time();report(r,load_rows(f'pairs/{f}.jsonl'),f);print(time.time()-t)
