import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../src/app/app.ts';
import { signalNames } from '../src/confidence/signals.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { labelSet, type SetLabel } from '../src/evaluation/calibrate/calibrateConfidence.ts';
import { foreignQuestions, foreignType, sampleByType } from '../src/evaluation/question.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';

/** One labelled question of a set, and whether its topic is outside the set's documents. */
export interface BenchLabel extends SetLabel {
  readonly set: string;
  readonly offCorpus: boolean;
  /** False: a clarifying question, or a refusal for a reason other than the gate. */
  readonly answered: boolean;
}

export interface LabelPlan {
  readonly root: string;
  readonly set: string;
  /** The other sets, from which questions are borrowed that this one cannot answer. */
  readonly others: readonly string[];
  readonly limit: number;
  readonly seed: number;
  /** Existing labels are read from this folder, and new ones stored in it. */
  readonly cache: string;
}

/** Asks a sample of a set, and as many questions of other sets as it has answerable ones, with the gate open. */
export async function readLabels(
  { root, set, others, limit, seed, cache }: LabelPlan,
  onProgress: (done: number, of: number) => void,
): Promise<BenchLabel[]> {
  const file = join(cache, `${set}-${limit}-${seed}.jsonl`);
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const stored = known.map((line) => JSON.parse(line) as BenchLabel);
  // Labels from before a signal was renamed are asked anew.
  const isKnown = (name: string) => signalNames.some((known) => known === name);
  if (stored.length > 0 && stored.every(({ signals }) => Object.keys(signals).every(isKnown))) return stored;
  const all = await readQuestions(join(root, set));
  const judged = all.filter(({ expected }) => ['answer', 'answer-partly', 'abstain'].includes(expected));
  const own = sampleByType(judged, limit, seed);
  const lenders = await Promise.all(
    others
      .filter((name) => name !== set)
      .map(async (name) => ({ name, questions: await readQuestions(join(root, name)) })),
  );
  const offCorpusOfItsOwn = own.some(({ type }) => type === foreignType);
  const foreign = offCorpusOfItsOwn
    ? []
    : foreignQuestions(all, lenders, { limit: own.filter(({ answerable }) => answerable).length, seed });
  const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://' }, { log: silentLog });
  try {
    const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
    const watch = { signal: new AbortController().signal, onIngest: () => undefined, onSearch: onProgress };
    const { labels, refused } = await labelSet(
      app,
      caller,
      { folder: join(root, set), questions: [...own, ...foreign], ownCorpus: true, seed },
      watch,
    );
    const kept = [
      ...labels.map((label) => ({ ...label, answered: true })),
      ...refused.map((label) => ({ ...label, answered: false })),
    ].map((label): BenchLabel => ({ ...label, set, offCorpus: label.type === foreignType }));
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, kept.map((label) => `${JSON.stringify(label)}\n`).join(''));
    return kept;
  } finally {
    await app.close();
  }
}
