"""The mean of the weights of two readers: python3 mean.py v3.pt on.pt v4.onnx"""
import torch,sys
from model import *
r=load();a=torch.load(sys.argv[1]);b=torch.load(sys.argv[2])
r.load_state_dict({n:(a[n]+b[n])/2 if b[n].is_floating_point() else b[n] for n in b});save(r,sys.argv[3])
