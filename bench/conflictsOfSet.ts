/**
 * Measures how often a conflict is found if documents contradict each other, and if they do not. Each question is asked
 * over its own documents (`corpusDocIds`), as in ramdocs.
 *
 *   npm run bench ramdocs-conflicts -- DIR [--corpus PATH] [--limit N] [--dump FILE]
 *
 * `--dump` writes the ranked sentences of each question as a JSON line, to try other rules on.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toEvidence } from '../src/agent/evidence/evidence.ts';
import { judgeEvidence } from '../src/agent/evidence/judgeEvidence.ts';
import { shippedScale } from '../src/confidence/scale.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { openDatabase } from '../src/db/openDatabase.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import type { Conflict } from '../src/grounding/claim.ts';
import { findConflicts } from '../src/grounding/answerability/findConflicts.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import { openModels } from '../src/models/openModels.ts';
import { presets } from '../src/retrieval/presets.ts';
import { retrieve } from '../src/retrieval/retrieve.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { inlineParser } from '../test/support/parser.ts';
import { unhurried } from './unhurried.ts';
import { readQuestion } from '../src/retrieval/question/question.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { corpus: { type: 'string' }, limit: { type: 'string', default: '100000' }, dump: { type: 'string' } },
});
const folder = positionals[0];
if (!folder) throw new Error('Give the folder of a set.');

const all = await readQuestions(folder);
const limit = Math.min(all.length, Number(values.limit));
const questions = all.filter(
  (_, position) => Math.floor(((position + 1) * limit) / all.length) > Math.floor((position * limit) / all.length),
);
const wanted = new Set(questions.flatMap(({ corpusDocIds }) => corpusDocIds ?? []));
const documents: DocumentInput[] = [];
for await (const document of (await readPath(values.corpus ?? join(folder, 'corpus.jsonl'), {})).documents)
  if (wanted.size === 0 || wanted.has(document.key)) documents.push(document);

const database = await openDatabase({ databaseUrl: undefined, dataFolder: 'memory://' });
const { embedder, reader, close } = await openModels(loadConfig({}).models, silentLog);
const workspaceId = newId();
await createWorkspaces(database).ensure(workspaceId, 'Conflicts');
const { results } = await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspaceId, documents);
const documentIds = new Map(results.map(({ key, documentId }) => [key, documentId]));

const found: { readonly type: string; readonly conflicts: readonly Conflict[] }[] = [];
if (values.dump) writeFileSync(values.dump, '');
for (const question of questions) found.push({ type: question.type, conflicts: await conflictsOf(question) });
for (const type of new Set(found.map((row) => row.type)))
  report(
    type,
    found.filter((row) => row.type === type),
  );
const disputed = (type: string) => type.split('-').includes('conflict');
report(
  'conflict questions',
  found.filter(({ type }) => disputed(type)),
);
report(
  'all others',
  found.filter(({ type }) => !disputed(type)),
);
await close();
await database.close();

function report(name: string, rows: typeof found): void {
  const hits = rows.filter(({ conflicts }) => conflicts.length > 0);
  const kinds = [...new Set(hits.map(({ conflicts }) => conflicts[0]?.kind))].map(
    (kind) => `${kind} ${hits.filter(({ conflicts }) => conflicts[0]?.kind === kind).length}`,
  );
  process.stdout.write(
    `${name}: ${hits.length} of ${rows.length} with a conflict (${((100 * hits.length) / rows.length).toFixed(1)} %) ${kinds.join(', ')}\n`,
  );
}

async function conflictsOf({ id, question, type, asOf, corpusDocIds }: SetQuestion): Promise<Conflict[]> {
  const preset = presets.CANDOR;
  const filter = corpusDocIds ? { documentIds: corpusDocIds.flatMap((key) => documentIds.get(key) ?? []) } : {};
  const asked = readQuestion(question, { language: 'en' });
  const retrieved = await retrieve(
    { database, embedder },
    {
      workspaceId,
      accessGroups: null,
      query: asked,
      preset,
      settings: preset.settings,
      filter,
      asOf: asOf ?? new Date(),
    },
  );
  const judged = { question: asked, workspaceId, preset, settings: preset.settings, scale: shippedScale };
  const { ranked } = await judgeEvidence(
    { database, embedder, reader, chat: null, log: silentLog },
    judged,
    toEvidence(asked, retrieved),
    retrieved.degraded,
    unhurried(),
  );
  if (values.dump)
    appendFileSync(values.dump, `${JSON.stringify({ id, type, question, ranked, passages: retrieved.passages })}\n`);
  return findConflicts(ranked, asked);
}
