import onnx,torch,math,numpy as np
import torch.nn as nn, torch.nn.functional as F
from onnx import numpy_helper as nh
import os
SRC=os.environ.get('READER','../model.onnx')
class Layer(nn.Module):
    def __init__(s):
        super().__init__()
        s.q=nn.Linear(384,384);s.k=nn.Linear(384,384);s.v=nn.Linear(384,384);s.o=nn.Linear(384,384)
        s.n1=nn.LayerNorm(384,eps=1e-12);s.i=nn.Linear(384,1536);s.f=nn.Linear(1536,384);s.n2=nn.LayerNorm(384,eps=1e-12)
    def forward(s,x,m,drop):
        B,L,_=x.shape
        h=lambda t:t.view(B,L,12,32).transpose(1,2)
        p=torch.softmax((h(s.q(x))*32**-.5)@h(s.k(x)).transpose(2,3)+m,-1,dtype=m.dtype);a=p@h(s.v(x))
        a=s.o(a.transpose(1,2).reshape(B,L,384))
        x=s.n1(x+F.dropout(a,drop,s.training))
        f=s.f(F.gelu(s.i(x)))
        return s.n2(x+F.dropout(f,drop,s.training))
class Reader(nn.Module):
    def __init__(s):
        super().__init__()
        s.w=nn.Embedding(30522,384);s.tt=nn.Embedding(2,384);s.pos=nn.Embedding(512,384);s.n=nn.LayerNorm(384,eps=1e-12)
        s.layers=nn.ModuleList(Layer() for _ in range(6))
        s.qa=nn.Linear(384,3);s.d=nn.Linear(384,384);s.a=nn.Linear(384,1);s.drop=0.
    def forward(s,ids,mask,tt):
        x=s.n(s.w(ids)+s.tt(tt)+s.pos(torch.arange(ids.shape[1])))
        m=torch.zeros(mask.shape,dtype=x.dtype).masked_fill(mask==0,-1e4)[:,None,None,:]
        if torch.is_autocast_enabled('cpu'): m=m.to(torch.bfloat16)
        for l in s.layers: x=l(x,m,s.drop)
        o=s.qa(x)
        return o[...,0],o[...,1],o[...,2],s.a(F.gelu(s.d(x[:,0]))).squeeze(-1)
NAMES=['q','k','v','o','i','f']
def quantmap():
    g=onnx.load(SRC);I={i.name:i for i in g.graph.initializer}
    # MatMulInteger in order of the graph
    mm=[n.input[1] for n in g.graph.node if n.op_type=='MatMulInteger']
    return g,I,mm
def load():
    g,I,mm=quantmap();A={k:nh.to_array(v) for k,v in I.items()}
    deq=lambda b:(A[b+'_quantized'].astype(np.float32)-A[b+'_zero_point'].astype(np.float32))*A[b+'_scale'].astype(np.float32)
    T=lambda a:torch.tensor(np.ascontiguousarray(a))
    r=Reader();sd={}
    sd['w.weight']=T(deq('m.bert.embeddings.word_embeddings.weight'));sd['tt.weight']=T(deq('m.bert.embeddings.token_type_embeddings.weight'));sd['pos.weight']=T(deq('m.bert.embeddings.position_embeddings.weight'))
    e='m.bert.embeddings.LayerNorm.';sd['n.weight']=T(A[e+'weight']);sd['n.bias']=T(A[e+'bias'])
    for l in range(6):
        p=f'm.bert.encoder.layer.{l}.'
        for n,full in zip(NAMES,['attention.self.query','attention.self.key','attention.self.value','attention.output.dense','intermediate.dense','output.dense']):
            sd[f'layers.{l}.{n}.bias']=T(A[p+full+'.bias'])
        for n,full in (('n1','attention.output.LayerNorm'),('n2','output.LayerNorm')):
            for w in('weight','bias'): sd[f'layers.{l}.{n}.{w}']=T(A[p+full+'.'+w])
    owner=weightowners(g)
    for key,base in owner.items(): sd[key+'.weight']=T(deq(base).T)
    for h in('qa','d','a'): sd[h+'.bias']=T(A[f'm.{h}.bias'])
    r.load_state_dict(sd);return r
def weightowners(g):
    """which initializer holds which weight: by the bias that is added to the product"""
    cons={}
    for n in g.graph.node:
        for i in n.input: cons.setdefault(i,[]).append(n)
    full={'attention.self.query':'q','attention.self.key':'k','attention.self.value':'v','attention.output.dense':'o','intermediate.dense':'i','output.dense':'f'}
    out={}
    for n in g.graph.node:
        if n.op_type!='MatMulInteger': continue
        base=n.input[1][:-len('_quantized')];cur=n.output[0]
        for _ in range(6):
            c=cons[cur][0];b=[i for i in c.input if i.endswith('.bias')]
            if c.op_type=='Add' and b: break
            cur=c.output[0]
        b=b[0]
        if b.startswith('m.bert.encoder.layer.'):
            _,rest=b.split('layer.',1);l,rest=rest.split('.',1);out[f'layers.{l}.{full[rest[:-5]]}']=base
        else: out[b[2:-5]]=base
    assert len(out)==39,len(out);return out
def save(r,path):
    """the same graph with new weights: symmetric int8 by channel, 7-bit range"""
    g,I,mm=quantmap();owner=weightowners(g);sd=r.state_dict()
    def put(name,arr):
        old=I[name];new=nh.from_array(np.ascontiguousarray(arr),name)
        assert new.data_type==old.data_type and list(new.dims)==list(old.dims),(name,new.dims,old.dims)
        old.CopyFrom(new)
    for key,base in owner.items():
        w=sd[key+'.weight'].float().numpy().T
        s=np.maximum(np.abs(w).max(0),1e-8)/64.
        q=np.clip(np.rint(w/s),-64,64).astype(np.int8)
        put(base+'_quantized',q);put(base+'_scale',s.astype(np.float32));put(base+'_zero_point',np.zeros(s.shape,np.int8))
    for l in range(6):
        p=f'm.bert.encoder.layer.{l}.'
        for n,full in zip(NAMES,['attention.self.query','attention.self.key','attention.self.value','attention.output.dense','intermediate.dense','output.dense']):
            put(p+full+'.bias',sd[f'layers.{l}.{n}.bias'].float().numpy())
        for n,full in (('n1','attention.output.LayerNorm'),('n2','output.LayerNorm')):
            for w in('weight','bias'): put(p+full+'.'+w,sd[f'layers.{l}.{n}.{w}'].float().numpy())
    e='m.bert.embeddings.LayerNorm.';put(e+'weight',sd['n.weight'].float().numpy());put(e+'bias',sd['n.bias'].float().numpy())
    for h in('qa','d','a'): put(f'm.{h}.bias',sd[h+'.bias'].float().numpy())
    onnx.save(g,path)
