"""The mean of the weights of two readers: python3 mean.py v5.onnx on6.pt v6.onnx. The first may be READER itself."""
import torch,sys,os
from model import *
r=load();a={n:w.clone() for n,w in r.state_dict().items()} if sys.argv[1]==os.environ.get('READER') else torch.load(sys.argv[1]);b=torch.load(sys.argv[2])
r.load_state_dict({n:(a[n]+b[n])/2 if b[n].is_floating_point() else b[n] for n in b});save(r,sys.argv[3])
