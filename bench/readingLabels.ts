import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { newId } from '../src/db/statement.ts';
import { labelQuestions, type SetLabel } from '../src/evaluation/calibrate/calibrateConfidence.ts';
import { openCorpus, readQuestions } from '../src/evaluation/formats/readSet.ts';
import { documentIdsByKey, loadCurated } from '../src/evaluation/run/evaluationContext.ts';
import { sampleByType } from '../src/evaluation/question.ts';
import { ingestCorpus } from '../src/evaluation/run/runEvaluation.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';

/** A set with the knowledge that its questions are asked over. */
export interface ReadingSet {
  readonly name: string;
  readonly folder: string;
  /** Omitted: the set's own corpus.jsonl. */
  readonly corpus?: string;
  readonly curated?: string;
}

/** A labelled question, asked with the gate open. */
export interface ReadingLabel extends SetLabel {
  /** False: a clarifying question, or a refusal for a reason other than the gate. */
  readonly answered: boolean;
}

export interface LabelOptions {
  /** The number of questions per set, each type in proportion. */
  readonly limit: number;
  readonly seed: number;
  /** Existing labels are read from this folder, and new ones stored in it. */
  readonly cache: string;
}

/**
 * Asks the judged questions of a set with the gate open, through the app. Questions with their own document list are
 * left out.
 */
export async function readLabels(
  { name, folder, corpus, curated }: ReadingSet,
  { limit, seed, cache }: LabelOptions,
  onProgress: (done: number, of: number) => void,
): Promise<ReadingLabel[]> {
  const file = join(cache, `${name}-${limit}-${seed}.jsonl`);
  if (existsSync(file))
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ReadingLabel);
  const judged = (await readQuestions(folder)).filter(
    ({ expected, corpusDocIds, corpusFile }) =>
      ['answer', 'answer-partly', 'abstain'].includes(expected) && !corpusDocIds && !corpusFile,
  );
  const questions = sampleByType(judged, limit, seed);
  const signal = new AbortController().signal;
  const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
  try {
    const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
    await app.workspaces.ensure(caller.workspaceId, 'Reading');
    await ingestCorpus(
      app,
      caller,
      corpus === undefined ? await openCorpus(folder, undefined, signal) : await readPath(corpus, { signal }),
      { signal, onIngest: () => undefined },
    );
    const curatedNames =
      curated === undefined ? new Map<string, string>() : await loadCurated(app, caller, curated, signal);
    let done = 0;
    const desk = {
      app,
      caller,
      documentIds: await documentIdsByKey(app, caller),
      curatedNames,
      versionTexts: new Map<string, string>(),
      useModel: false,
      signal,
    };
    const { labels, refused } = await labelQuestions(desk, questions, () => onProgress((done += 1), questions.length));
    const kept = [
      ...labels.map((label) => ({ ...label, answered: true })),
      ...refused.map((label) => ({ ...label, answered: false })),
    ];
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, kept.map((label) => `${JSON.stringify(label)}\n`).join(''));
    return kept;
  } finally {
    await app.close();
  }
}
