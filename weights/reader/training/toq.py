import json,glob,os,sys
sys.path.insert(0,'.')
from check import read
out=[]
for f in sorted(glob.glob('q/*.txt')):
    rows,bad=read(f,False)
    for i,(pid,q,ns,hit) in enumerate(rows):
        out.append(dict(file=os.path.basename(f)[:-4],pid=pid,question=q,sents=ns,hit=hit))
json.dump(out,open('q.json','w'))
from collections import Counter
print(Counter((r['file'],'Q' if r['sents'] else 'N') for r in out),len(out))
