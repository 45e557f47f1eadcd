import { join } from 'node:path';
import { toEvidence } from '../src/agent/evidence/evidence.ts';
import { judgeEvidence } from '../src/agent/evidence/judgeEvidence.ts';
import { shippedScale } from '../src/confidence/scale.ts';
import type { ConfidenceSignals } from '../src/confidence/signals.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { openDatabase } from '../src/db/openDatabase.ts';
import { givesEvidence, holdsAnswer } from '../src/evaluation/judge.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import type { RankedSentence } from '../src/grounding/sentences/rankSentences.ts';
import { unmetConditions, type UnmetCondition } from '../src/grounding/answerability/unmetConditions.ts';
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

/** One question after one retrieval, and whether it has an answer. */
export interface AnswerabilityCase {
  readonly question: string;
  /** The document that the question is about: cases of one document are not independent. */
  readonly family: string;
  readonly answerable: boolean;
  /** The confidence that ships, before vetoes. */
  readonly confidence: number;
  readonly signals: ConfidenceSignals;
  readonly vetoes: readonly UnmetCondition['kind'][];
  /**
   * Whether the best one, two and three sentences, and the chosen sentences, contain the gold answer. Null if there is
   * no gold answer.
   */
  readonly holds: { readonly best: readonly boolean[]; readonly chosen: boolean } | null;
  /** The number of sentences in the answer. */
  readonly sentences: number;
}

/** Returns questions whose topic is in the corpus, answerable or not; evenly spaced if there are more than `limit`. */
async function onTopic(folder: string, limit: number): Promise<SetQuestion[]> {
  const wanted: readonly SetQuestion['expected'][] = ['answer', 'answer-partly', 'abstain'];
  const all = (await readQuestions(folder)).filter(
    ({ expected, type }) => wanted.includes(expected) && type !== 'off-corpus',
  );
  const count = Math.min(limit, all.length);
  return Array.from({ length: count }, (_, position) => all[Math.floor((position * all.length) / count)]).filter(
    (question) => question !== undefined,
  );
}

/**
 * Ingests a set into a throw-away workspace and searches each question once, with the default preset.
 * @param reads false: as without a reader
 */
export async function readCases(
  folder: string,
  limit: number,
  reads: boolean,
  onProgress: (done: number, of: number) => void,
): Promise<AnswerabilityCase[]> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: 'memory://' });
  const { embedder, reader, close } = await openModels(loadConfig(reads ? {} : { READER: 'none' }).models, silentLog);
  const parts = { database, embedder, reader, chat: null, log: silentLog };
  const workspaceId = newId();
  await createWorkspaces(database).ensure(workspaceId, 'Answerability');
  await ingest(
    { database, embedder, parser: inlineParser, log: silentLog },
    workspaceId,
    (await readPath(join(folder, 'corpus.jsonl'), {})).documents,
  );
  const questions = await onTopic(folder, limit);
  const cases: AnswerabilityCase[] = [];
  for (const question of questions) {
    cases.push(await readCase(question));
    onProgress(cases.length, questions.length);
  }
  await close();
  await database.close();
  return cases;

  async function readCase(question: SetQuestion): Promise<AnswerabilityCase> {
    const preset = presets.CANDOR;
    const query = readQuestion(question.standaloneQuestion ?? question.question, { language: 'en' });
    const found = await retrieve(
      { database, embedder },
      {
        workspaceId,
        accessGroups: null,
        query,
        preset,
        settings: preset.settings,
        filter: {},
        asOf: question.asOf ?? new Date(),
      },
    );
    const { ranked, chosen, confidence, reading } = await judgeEvidence(
      parts,
      { question: query, workspaceId, preset, settings: preset.settings, scale: shippedScale },
      toEvidence(query, found),
      found.degraded,
      unhurried(),
    );
    const best = ranked[0]?.candidate.passage.chunkId ?? '';
    const answerability = reading.passages === null ? null : (reading.passages.get(best)?.answerability ?? 0);
    const unmet = unmetConditions(query, query.facts, ranked, chosen, answerability);
    const holds = (sentences: readonly RankedSentence[]) => {
      const text = sentences.map(({ candidate }) => candidate.text).join(' ');
      if (question.evidenceSentences.length > 0) return givesEvidence(question, text);
      return holdsAnswer(question, {
        text,
        citations: sentences.map(({ candidate }) => ({ documentId: candidate.passage.documentKey })),
      });
    };
    return {
      question: query.text,
      family: question.relevantDocIds[0] ?? question.id,
      answerable: question.answerable,
      confidence: confidence.value,
      signals: confidence.signals,
      vetoes: [...new Set(unmet.map(({ kind }) => kind))],
      holds: question.answerable
        ? { best: [1, 2, 3].map((count) => holds(ranked.slice(0, count))), chosen: holds(chosen) }
        : null,
      sentences: chosen.length,
    };
  }
}
