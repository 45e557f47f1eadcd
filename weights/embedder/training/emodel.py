import onnx,torch,math,numpy as np,os
import torch.nn as nn, torch.nn.functional as F
from onnx import numpy_helper as nh
import sys; sys.path.insert(0,'../../reader/training')
from model import Layer,NAMES
SRC=os.environ.get('EMBEDDER','v1.onnx')
class Embedder(nn.Module):
    def __init__(s):
        super().__init__()
        s.w=nn.Embedding(30522,384);s.tt=nn.Embedding(2,384);s.pos=nn.Embedding(512,384);s.n=nn.LayerNorm(384,eps=1e-12)
        s.layers=nn.ModuleList(Layer() for _ in range(6))
    def forward(s,ids,mask):
        x=s.n(s.w(ids)+s.tt.weight[0]+s.pos(torch.arange(ids.shape[1])))
        m=torch.zeros(mask.shape,dtype=x.dtype).masked_fill(mask==0,-1e4)[:,None,None,:]
        for l in s.layers: x=l(x,m,0.)
        return F.normalize((x*mask[...,None]).sum(1)/mask.sum(1,keepdim=True),dim=1)
FULL=['attention.self.query','attention.self.key','attention.self.value','attention.output.dense','intermediate.dense','output.dense']
def owners(g):
    cons={}
    for n in g.graph.node:
        for i in n.input: cons.setdefault(i,[]).append(n)
    full=dict(zip(FULL,NAMES));out={}
    for n in g.graph.node:
        if n.op_type!='MatMulInteger': continue
        base=n.input[1][:-len('_quantized')];cur=n.output[0]
        for _ in range(6):
            c=cons[cur][0];b=[i for i in c.input if i.endswith('.bias')]
            if c.op_type=='Add' and b: break
            cur=c.output[0]
        l,rest=b[0].split('layer.',1)[1].split('.',1);out[f'layers.{l}.{full[rest[:-5]]}']=base
    assert len(out)==36;return out
def read(src=SRC):
    g=onnx.load(src);return g,{i.name:i for i in g.graph.initializer}
def load():
    g,I=read();A={k:nh.to_array(v) for k,v in I.items()}
    deq=lambda b:(A[b+'_quantized'].astype(np.float32)-A[b+'_zero_point'].astype(np.float32))*A[b+'_scale'].astype(np.float32)
    T=lambda a:torch.tensor(np.ascontiguousarray(a));r=Embedder();sd={};e='b.embeddings.'
    for k,n in(('w','word'),('tt','token_type'),('pos','position')): sd[k+'.weight']=T(deq(f'{e}{n}_embeddings.weight'))
    sd['n.weight']=T(A[e+'LayerNorm.weight']);sd['n.bias']=T(A[e+'LayerNorm.bias'])
    for l in range(6):
        p=f'b.encoder.layer.{l}.'
        for n,f in zip(NAMES,FULL): sd[f'layers.{l}.{n}.bias']=T(A[p+f+'.bias'])
        for n,f in(('n1','attention.output.LayerNorm'),('n2','output.LayerNorm')):
            for w in('weight','bias'): sd[f'layers.{l}.{n}.{w}']=T(A[p+f+'.'+w])
    for key,base in owners(g).items(): sd[key+'.weight']=T(deq(base).T)
    r.load_state_dict(sd);return r
def save(r,path):
    """the same graph with new weights: symmetric int8 by channel; 7-bit range as the reader"""
    g,I=read();sd=r.state_dict();mx=int(os.environ.get('RANGE','64'))
    def put(name,arr):
        old=I[name];new=nh.from_array(np.ascontiguousarray(arr),name)
        assert new.data_type==old.data_type and list(new.dims)==list(old.dims),name
        old.CopyFrom(new)
    for key,base in owners(g).items():
        w=sd[key+'.weight'].float().numpy().T;s=np.maximum(np.abs(w).max(0),1e-8)/mx
        put(base+'_quantized',np.clip(np.rint(w/s),-mx,mx).astype(np.int8));put(base+'_scale',s.astype(np.float32));put(base+'_zero_point',np.zeros(s.shape,np.int8))
    for l in range(6):
        p=f'b.encoder.layer.{l}.'
        for n,f in zip(NAMES,FULL): put(p+f+'.bias',sd[f'layers.{l}.{n}.bias'].float().numpy())
        for n,f in(('n1','attention.output.LayerNorm'),('n2','output.LayerNorm')):
            for w in('weight','bias'): put(p+f+'.'+w,sd[f'layers.{l}.{n}.{w}'].float().numpy())
    put('b.embeddings.LayerNorm.weight',sd['n.weight'].float().numpy());put('b.embeddings.LayerNorm.bias',sd['n.bias'].float().numpy())
    onnx.save(g,path)
