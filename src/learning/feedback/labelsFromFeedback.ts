import { isUnmetCondition } from '../../agent/gate/reflection.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import { foundAnything } from '../../confidence/score.ts';
import type { Database } from '../../db/database.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { type RunDigest, normalisedQuestion } from '../runDigest.ts';
import { type JudgedRun, majority, ofMajority, readJudgedRuns } from './readFeedback.ts';

/** The runs whose signals can be fitted together: other settings and other vectors give other signals. */
export interface LabelScope {
  readonly preset: string;
  readonly embedder: string;
}

export interface FeedbackLabels {
  readonly labels: readonly LabelledQuestion[];
  /** Judged runs that gave no label, and why. */
  readonly leftOut: {
    readonly tied: number;
    readonly curated: number;
    readonly otherScope: number;
    readonly withoutSignals: number;
  };
}

/** What the workspace's judged runs teach a calibration, as far as the reader may see them. */
export async function labelsFromFeedback(
  database: Database,
  reader: Reader,
  scope: LabelScope,
  signal?: AbortSignal,
): Promise<FeedbackLabels> {
  return toLabels(await readJudgedRuns(database, reader, { signal }), scope);
}

type Labelled = JudgedRun & { readonly run: RunDigest & { readonly signals: NonNullable<RunDigest['signals']> } };

/** Labels in the order of `judged`. Curated answers are left out, since no gate decides on them. */
export function toLabels(judged: readonly JudgedRun[], { preset, embedder }: LabelScope): FeedbackLabels {
  const inScope = judged.filter(({ run }) => run.preset === preset && run.embedder === embedder);
  const gated = inScope.filter(({ run }) => run.mode !== 'CURATED');
  const settled = gated.filter(({ feedback }) => majority(feedback) !== undefined);
  const kept = settled.filter((entry): entry is Labelled => hasSignals(entry.run));
  const families = familiesOf(kept.map(({ run }) => run));
  const labels = kept.map(({ run, feedback }, position): LabelledQuestion => ({
    family: families[position] ?? run.id,
    language: run.language,
    signals: run.signals,
    vetoed: run.reflection !== null && isUnmetCondition(run.reflection.gap),
    right: isRight({ run, feedback }),
  }));
  return {
    labels,
    leftOut: {
      otherScope: judged.length - inScope.length,
      curated: inScope.length - gated.length,
      tied: gated.length - settled.length,
      withoutSignals: settled.length - kept.length,
    },
  };
}

/** Where nothing was found the confidence is 0 by every formula: nothing is to be fitted. */
export function hasSignals({ signals }: RunDigest): boolean {
  return signals !== null && foundAnything(signals);
}

/**
 * Whether the answer was right, or would have been. A refusal that was right would have been a wrong answer. One that
 * was wrong would have been a right answer where its best passage is of a document that a person named; otherwise
 * nobody knows what it would have said, and it counts as wrong.
 */
function isRight({ run, feedback }: JudgedRun): boolean {
  const right = majority(feedback) === 'RIGHT';
  if (run.outcome === 'ANSWER') return right;
  const [best] = run.sources;
  return (
    !right &&
    best !== undefined &&
    ofMajority(feedback).some(({ documentIds }) => documentIds.includes(best.documentId))
  );
}

/**
 * One name for all runs that share a question or their best document, directly or through others: a question that is
 * asked again after the documents changed has another best document, and must not stand on both sides of a split. The
 * name is the first run's question.
 */
export function familiesOf(runs: readonly Pick<RunDigest, 'standalone' | 'sources'>[]): string[] {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    const above = parent.get(key) ?? key;
    return above === key ? key : rootOf(above);
  };
  const keysOf = ({ standalone, sources: [best] }: Pick<RunDigest, 'standalone' | 'sources'>) => ({
    question: `q:${normalisedQuestion(standalone)}`,
    document: best && `d:${best.documentId}`,
  });
  for (const run of runs) {
    const { question, document } = keysOf(run);
    if (document !== undefined) parent.set(rootOf(document), rootOf(question));
  }
  return runs.map((run) => rootOf(keysOf(run).question));
}
