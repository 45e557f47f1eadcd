# python3 emean.py NEW.pt SHARE OUT.onnx: SHARE of the new weights, the rest of version 1's
import sys,torch
from emodel import load,save
r=load();old=r.state_dict();new=torch.load(sys.argv[1]);a=float(sys.argv[2])
r.load_state_dict({k:old[k]*(1-a)+new[k]*a for k in old});save(r,sys.argv[3])
