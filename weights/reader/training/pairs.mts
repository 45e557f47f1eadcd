// npx tsx pairs.mts BASE OUT: each question of q.json over that base, with the passages that the product finds, as rows to train on.
// BASE: a folder of kb/, or a set of ../shared/eval, whose rows only keep what the reader knew. Run in the folder that holds kb/, out/ and q.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { newId } from '../../../src/db/statement.ts';
import { silentLog } from '../../../src/log.ts';
import { readPath } from '../../../src/knowledge/ingest/readPath.ts';
import { ingestCorpus } from '../../../src/evaluation/run/runEvaluation.ts';
import { openCorpus } from '../../../src/evaluation/formats/readSet.ts';
import { headingOf } from '../../../src/knowledge/cut/draftDocument.ts';
import { sentences } from '../../../src/knowledge/language/sentences.ts';
import { openWordPieces } from '../../../src/models/providers/builtin/wordPieces.ts';
import { stretchesOf } from '../../../src/models/providers/builtin/readerModel.ts';
const [base, out] = process.argv.slice(2) as [string, string];
const evalSet = `${process.env.EVAL_SETS ?? ''}/${base}`;
const isEval = existsSync(evalSet);
const signal = new AbortController().signal;
const app = await openApp({ ...loadConfig({ READER: 'none' }), dataFolder: 'memory://', logLevel: 'silent' } as any, { log: silentLog } as any);
const caller: any = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
await app.workspaces.ensure(caller.workspaceId, 'Train');
await ingestCorpus(app, caller, isEval ? await openCorpus(evalSet, undefined, signal) : await readPath(`kb/${base}`, { signal }), { signal, onIngest: () => undefined } as any);
const tok = await openWordPieces();
type Own = { id: string; title: string; text: string; spans: [number, number][] };
const own: Own[] = isEval ? [] : readFileSync(`out/${base}.jsonl`, 'utf8').split('\n').filter(Boolean).map((l) => JSON.parse(l));
const byId = new Map(own.map((o) => [o.id, o]));
let questions: any[] = isEval
  ? readFileSync(`${evalSet}/questions.jsonl`, 'utf8').split('\n').filter(Boolean).map((l) => JSON.parse(l)).filter((q) => !q.history?.length && !q.corpusDocIds).slice(0, Number(process.env.LIMIT ?? 500)).map((q) => ({ question: q.question, pid: null, sents: null, hit: null }))
  : JSON.parse(readFileSync(process.env.QUESTIONS ?? 'q.json', 'utf8')).filter((q: any) => q.pid.slice(0, q.pid.lastIndexOf('-')) === base);
// SOME: percent of the questions, the same ones each time.
if (process.env.SOME) questions = questions.filter(({ question }) => { let h = 0; for (const c of question) h = (h * 31 + c.charCodeAt(0)) >>> 0; return h % 100 < Number(process.env.SOME); });
const lines: string[] = [];
const first = (s: readonly number[], p: number) => { let [l, h] = [0, s.length]; while (l < h) { const m = (l + h) >> 1; if ((s[m] ?? 0) < p) l = m + 1; else h = m; } return l; };
const cached = new Map<string, any>();
function rowsOf(question: string, p: { title: string; text: string }, gold: null | { sents: number[]; hit: [number, number, number] }, meta: object) {
  const q = tok.encode(question, 48).ids; const t = tok.encode(p.title, 16).ids;
  const e = cached.get(p.text) ?? { enc: tok.encode(p.text), sp: sentences(p.text) }; cached.set(p.text, e);
  const room = 256 - (q.length + 2 + t.length + (t.length ? 1 : 0)) - 1;
  const goldSet = new Set((gold?.sents ?? []).map((n) => n - 1));
  for (const s of stretchesOf(e.sp, e.enc, Math.min(room, 185))) {
    const a = first(e.enc.starts, e.sp[s.from].start);
    const b = Math.min(first(e.enc.starts, e.sp[s.until - 1].end), a + room);
    const sents: [number, number][] = []; const good: number[] = [];
    for (let i = s.from; i < s.until; i++) {
      const lo = first(e.enc.starts, e.sp[i].start) - a, hi = Math.min(b, first(e.enc.starts, e.sp[i].end)) - a;
      if (hi <= lo) continue;
      if (goldSet.has(i)) good.push(sents.length);
      sents.push([lo, hi]);
    }
    let span: [number, number] | null = null;
    if (gold) {
      const lo = first(e.enc.starts, gold.hit[1]), hi = first(e.enc.starts, gold.hit[2]) - 1;
      const h = e.sp[gold.hit[0] - 1];
      if (lo >= a && hi < b && hi >= lo && e.sp.indexOf(h) >= s.from && e.sp.indexOf(h) < s.until) span = [lo - a, hi - a];
    }
    lines.push(JSON.stringify({ ...meta, q, t, p: e.enc.ids.slice(a, b), sents, good, span }));
  }
}
let n = 0; let goldFound = 0; let withGold = 0;
for (const item of questions) {
  n++;
  const found = await app.search(caller, { query: item.question, question: item.question, limit: 6, k: 6 } as any);
  const gold = item.pid ? byId.get(item.pid) : undefined;
  const list = found.passages.slice(0, 6).map((p: any) => ({ title: headingOf(p.documentTitle, p.sectionPath), text: p.text }));
  const rank = gold ? list.findIndex((p: any) => p.text === gold.text) : -1;
  if (item.sents && gold) { withGold++; if (rank >= 0) goldFound++; rowsOf(item.question, gold, { sents: item.sents, hit: item.hit }, { n, base, kind: 'gold', rank }); }
  if (!item.sents && gold && rank < 0) rowsOf(item.question, gold, null, { n, base, kind: 'near', rank: -1 });
  const words = item.hit && gold ? gold.text.slice(item.hit[1], item.hit[2]).toLowerCase() : '';
  list.forEach((p: any, r: number) => {
    if (item.sents && p.text === gold?.text) return;
    const same = words.length >= 6 && /\s|\d/.test(words) && p.text.toLowerCase().includes(words);
    if (same) return;
    rowsOf(item.question, p, null, { n, base, kind: isEval ? 'eval' : item.sents ? 'other' : p.text === gold?.text ? 'near' : 'nearother', rank: r });
  });
}
writeFileSync(out, lines.join('\n') + '\n');
console.log(base, questions.length, 'questions', lines.length, 'rows; gold among six', goldFound, 'of', withGold);
await app.close();
process.exit(0);
