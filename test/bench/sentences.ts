/**
 * How often the best 1, 2, 3 sentences and the chosen ones contain the gold answer: the ceiling of extractive answers.
 *
 *   npx tsx test/bench/sentences.ts DIR [--corpus PATH] [--limit N] [--dump FILE]
 *
 * `--dump` writes the features of each candidate as a JSON line a question, to try other weights on.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rankEvidence } from '../../src/agent/sentenceEvidence.ts';
import { loadConfig } from '../../src/config.ts';
import { newId } from '../../src/db/id.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { contains } from '../../src/evaluation/contains.ts';
import { readQuestions, type Question } from '../../src/evaluation/question.ts';
import { chooseSentences } from '../../src/grounding/chooseSentences.ts';
import type { RankedSentence } from '../../src/grounding/rankSentences.ts';
import { ingest } from '../../src/knowledge/ingest.ts';
import { readPath } from '../../src/knowledge/readPath.ts';
import { silentLog } from '../../src/log.ts';
import { openModels } from '../../src/models/openModels.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { inlineParser } from '../support/parser.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { corpus: { type: 'string' }, limit: { type: 'string', default: '100000' }, dump: { type: 'string' } } });
const folder = positionals[0];
if (!folder) throw new Error('Give the folder of a set.');

const database = await openDatabase({ databaseUrl: undefined, dataFolder: 'memory://' });
const { embedder, close } = await openModels(loadConfig({}).models, silentLog);
const workspaceId = newId();
await createWorkspaces(database).ensure(workspaceId, 'Sentences');
await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspaceId, (await readPath(values.corpus ?? join(folder, 'corpus.jsonl'), {})).documents);

const answerable = (await readQuestions(folder)).filter((question) => question.answerable && question.answers.length > 0 && question.expected === 'answer');
const step = Math.max(1, Math.floor(answerable.length / Number(values.limit)));
const questions = answerable.filter((_, position) => position % step === 0);
const hits = { best1: 0, best2: 0, best3: 0, chosen: 0, anywhere: 0, sentences: 0 };
if (values.dump) writeFileSync(values.dump, '');
for (const question of questions) await measure(question);
const share = (count: number) => `${((100 * count) / questions.length).toFixed(1)} %`;
process.stdout.write(`${questions.length} questions: best 1 ${share(hits.best1)}, best 2 ${share(hits.best2)}, best 3 ${share(hits.best3)}, chosen ${share(hits.chosen)} with ${(hits.sentences / questions.length).toFixed(2)} sentences, in the passages read ${share(hits.anywhere)}\n`);
await close();
await database.close();

async function measure(question: Question): Promise<void> {
  const preset = presets.CANDOR;
  const found = await retrieve({ database, embedder }, { workspaceId, accessGroups: null, query: question.question, languages: ['en'], preset, settings: preset.settings, filter: {}, asOf: question.asOf ?? new Date() });
  const evidence = { ...found, idf: [...found.idf], query: question.question };
  const ranked = await rankEvidence(database, workspaceId, evidence, undefined);
  const holds = (sentences: readonly RankedSentence[]) => {
    const text = sentences.map(({ candidate }) => candidate.text).join(' ');
    return question.answerGroups ? question.answerGroups.every((group) => group.some((answer) => contains(text, answer))) : question.answers.some((answer) => contains(text, answer));
  };
  const chosen = chooseSentences(ranked, found.idf);
  hits.best1 += Number(holds(ranked.slice(0, 1)));
  hits.best2 += Number(holds(ranked.slice(0, 2)));
  hits.best3 += Number(holds(ranked.slice(0, 3)));
  hits.chosen += Number(holds(chosen));
  hits.sentences += chosen.length;
  hits.anywhere += Number(holds(ranked));
  if (!values.dump) return;
  const top = Math.max(...ranked.map(({ candidate }) => candidate.passage.score));
  const rows = ranked.map((sentence) => [sentence.coverage, 2 * (sentence.softCoverage - sentence.coverage), Number(sentence.holdsType), sentence.candidate.passage.score / top, sentence.similarity, sentence.candidate.text.length, Number(holds([sentence]))]);
  appendFileSync(values.dump, `${JSON.stringify({ type: question.type, rows })}\n`);
}
