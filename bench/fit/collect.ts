/**
 * Collects what `npm run fit` learns from: asks questions with known evidence through the product (embedded database in
 * memory, built-in embedder and reader, open gate) and writes the features of the sentences that it compares.
 *
 *   mkdir -p .candor/train && tar xf weights/reader/training/data.tar.xz -C .candor/train
 *   npm run fit collect -- .candor/train [--sets a,b] [--limit 120,kbtel=560] [--off 12] [--set DIR]... [--meant] [--out FILE]
 *
 * `--sets`: of the folder's knowledge sets, these; default all. `--limit`: questions a set, with other numbers for
 * some of them; always the same ones. `--off`: questions of other sets of the run that each set is asked as well, so
 * that the fit knows what is off topic. `--set`: an evaluation set or an everyday folder, with its own questions; more
 * than once for several.
 * FOLDER may be left out then. `--meant`: with the embedder of many languages and no reader, as in a language that none
 * reads. `--out`: default .candor/features.jsonl.br. A question takes about 0.2 s.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { toEvidence } from '../../src/agent/evidence/evidence.ts';
import { judgeEvidence } from '../../src/agent/evidence/judgeEvidence.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { featureNames, type FeatureRow } from '../../src/grounding/sentences/features.ts';
import { compared, type RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { openModels } from '../../src/models/openModels.ts';
import { type Preset, presets } from '../../src/retrieval/presets.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { inlineParser } from '../../test/support/parser.ts';
import { unhurried } from '../unhurried.ts';
import { type FitQuestion, type FitSentence, writeFeatures } from './featureFile.ts';
import {
  type AskedSet,
  type AskedQuestion,
  inventedIn,
  drawn,
  everydaySet,
  isEveryday,
  offTopic,
  givenSet,
  inventedSet,
} from './fitSets.ts';
import { readWritten } from './writtenQuestions.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string' },
    limit: { type: 'string', default: '120' },
    off: { type: 'string', default: '12' },
    set: { type: 'string', multiple: true, default: [] },
    meant: { type: 'boolean', default: false },
    out: { type: 'string', default: '.candor/features.jsonl.br' },
  },
});
const [folder] = positionals;
if (folder === undefined && values.set.length === 0)
  throw new Error('Give the folder that weights/reader/training/data.tar.xz was unpacked into, or a set by --set.');
const [limit = '120', ...others] = values.limit.split(',');
const limits = new Map(others.map((each) => [each.split('=')[0], Number(each.split('=')[1])]));
const tell = (text: string) => process.stderr.write(`${text}\n`);
/** Every question is read, hopeless or not. */
const preset: Preset = { ...presets.CANDOR, gate: 'ALWAYS' };

const chosen = values.meant ? { EMBEDDER: 'multilingual', READER: 'none' } : {};
const { embedder, reader, close } = await openModels(loadConfig(chosen).models, silentLog);
if (!reader && !values.meant) throw new Error('Without a reader, the features of reading are not known.');
const models = { embedder, reader };
const sets = [
  ...(folder === undefined ? [] : await readInvented(folder)),
  ...(await Promise.all(values.set.map((each) => (isEveryday(each) ? everydaySet(each) : givenSet(each))))),
];
const collected: FitQuestion[] = [];
mkdirSync(dirname(values.out), { recursive: true });
for (const set of sets) {
  collected.push(...(await collect(set)));
  // What is there is not lost if the rest is stopped.
  writeFeatures(values.out, collected);
}
tell(`${collected.length} questions over ${sets.length} sets in ${values.out}`);
await close();

async function readInvented(root: string): Promise<AskedSet[]> {
  const known = inventedIn(root);
  const wanted = values.sets?.split(',') ?? known;
  const missing = wanted.filter((name) => !known.includes(name));
  if (missing.length > 0) throw new Error(`${root} has no set ${missing.join(', ')}; it has ${known.join(', ')}.`);
  const written = readWritten(root);
  return Promise.all(wanted.map((name) => inventedSet(root, name, written)));
}

async function collect(set: AskedSet): Promise<FitQuestion[]> {
  const asked = [
    ...drawn(set.questions, limits.get(set.name) ?? Number(limit)),
    ...offTopic(set, sets, Number(values.off)),
  ];
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory });
  try {
    const workspaceId = newId();
    await createWorkspaces(database).ensure(workspaceId, set.name);
    const parts = { database, embedder, parser: inlineParser, log: silentLog };
    const { failedCount } = await ingest(parts, workspaceId, (await set.open()).documents);
    if (failedCount > 0) tell(`${set.name}: ${failedCount} documents could not be read`);
    const found: FitQuestion[] = [];
    for (const question of asked) {
      const sentences = sentencesOf(await rank(database, workspaceId, question), question);
      found.push({ set: set.name, isAnswerable: question.isAnswerable, sentences });
      if (found.length % 20 === 0) tell(`${set.name}: ${found.length} of ${asked.length}`);
    }
    tell(`${set.name}: ${countsOf(found)}`);
    return found;
  } finally {
    await database.close();
  }
}

/** The sentences that the product compares for a question, best first. */
/** On a busy machine a reading may be late. */
const attempts = 3;

async function rank(
  database: Database,
  workspaceId: string,
  asked: AskedQuestion,
  attempt = 1,
): Promise<readonly RankedSentence[]> {
  const { text, language } = asked;
  const question = readQuestion(text, { language });
  const retrieved = await retrieve(
    { database, embedder },
    {
      workspaceId,
      accessGroups: null,
      query: question,
      preset,
      settings: preset.settings,
      filter: {},
      asOf: new Date(),
    },
  );
  const { ranked, reading } = await judgeEvidence(
    { database, ...models, chat: null, log: silentLog },
    { question, workspaceId, preset, settings: preset.settings, scale: shippedScale },
    toEvidence(question, retrieved),
    retrieved.degraded,
    unhurried(),
  );
  if (reading.lost) {
    if (attempt < attempts) return rank(database, workspaceId, asked, attempt + 1);
    throw new Error(`The reader did not read “${text}”.`);
  }
  // What decides beside the best sentence comes with it, compared or not.
  return ranked.filter(({ features }) => Object.keys(features).length > 0).slice(0, compared);
}

function sentencesOf(ranked: readonly RankedSentence[], { isRight }: AskedQuestion): FitSentence[] {
  const passages = [...new Set(ranked.map(({ candidate }) => candidate.passage.chunkId))];
  const documents = [...new Set(ranked.map(({ candidate }) => candidate.passage.documentId))];
  return ranked.map(({ candidate: { text, passage }, features }) => ({
    isRight: isRight({ text, documentKey: passage.documentKey }),
    passage: passages.indexOf(passage.chunkId),
    document: documents.indexOf(passage.documentId),
    features: rowOf(features),
  }));
}

function rowOf(features: RankedSentence['features']): FeatureRow {
  const row = featureNames.map((name) => {
    const value = features[name];
    if (value === undefined) throw new Error(`A compared sentence lacks the feature ${name}.`);
    return [name, value] as const;
  });
  return Object.fromEntries(row) as FeatureRow;
}

function countsOf(found: readonly FitQuestion[]): string {
  const answerable = found.filter(({ isAnswerable }) => isAnswerable);
  const held = answerable.filter(({ sentences }) => sentences.some(({ isRight }) => isRight));
  return `${found.length} questions, ${answerable.length} answerable, ${held.length} with the answer among the sentences compared`;
}
