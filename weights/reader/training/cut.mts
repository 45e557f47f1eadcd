// npx tsx cut.ts FOLDER PREFIX OUT  -> OUT.jsonl (chunks) and OUT.txt (sheet)
import { writeFileSync } from 'node:fs';
import { readPath } from '../../../src/knowledge/ingest/readPath.ts';
import { canonicalDocument } from '../../../src/knowledge/ingest/canonical.ts';
import { draftDocument, headingOf } from '../../../src/knowledge/cut/draftDocument.ts';
import { sentences } from '../../../src/knowledge/language/sentences.ts';
const [folder, prefix, out] = process.argv.slice(2) as [string, string, string];
import { parse } from '../../../src/knowledge/formats/parse.ts';
const signal = new AbortController().signal;
const { documents, skipped } = await readPath(folder, { signal });
for (const s of skipped) console.error('skipped', s.path, s.reason);
const rows: object[] = []; let sheet = ''; let d = 0;
for await (const input of documents as any) {
  d++;
  let canonical;
  try { canonical = await canonicalDocument(input, { signal, parser: { parse } } as any); } catch (e) { console.error(String(e)); continue; }
  const draft = draftDocument(canonical, 180);
  let c = 0;
  for (const chunk of draft.chunks) {
    if (chunk.omitReason !== null) continue;
    c++;
    const id = `${prefix}-${d}.${c}`;
    const title = headingOf(canonical.title, chunk.sectionPath);
    const spans = sentences(chunk.text).map(({ start, end }: any) => [start, end]);
    rows.push({ id, title, text: chunk.text, spans, key: (input as any).key ?? null, doc: canonical.title });
    sheet += `\n= ${id} | ${title}\n` + spans.map(([a, b]: any, i: number) => `${i + 1}. ${chunk.text.slice(a, b).replace(/\s+/g, ' ')}`).join('\n') + '\n';
  }
}
writeFileSync(`${out}.jsonl`, rows.map((r) => JSON.stringify(r)).join('\n') + '\n');
writeFileSync(`${out}.txt`, sheet);
console.log(d, 'documents', rows.length, 'passages');
