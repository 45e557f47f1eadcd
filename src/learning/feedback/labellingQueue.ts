import { gateOf } from '../../confidence/gate.ts';
import { groupBy } from '../../stats.ts';
import { shippedScale } from '../../confidence/scale.ts';
import { CandorError } from '../../errors.ts';
import { lowerWords } from '../../knowledge/language/words.ts';
import { presets } from '../../retrieval/presets.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { readCalibrations, type CalibrationScope } from '../calibrations/store.ts';
import { readDigests, type RunDigest } from '../runDigest.ts';
import { hasSignals } from './feedback.ts';

/** A run that needs a judgement. */
export interface QueuedRun {
  readonly run: RunDigest;
  /** The distance of its confidence from the gate at which its preset begins to answer: 0..1. */
  readonly distance: number;
  /** The number of other unjudged runs with about the same question, which it represents. */
  readonly similarCount: number;
}

export interface LabellingQueue {
  /** The most useful run to judge comes first. */
  readonly nodes: readonly QueuedRun[];
  /** The number of unjudged runs among the newest that were examined. */
  readonly unjudgedCount: number;
}

/**
 * The number of newest unjudged runs to choose from, and of newest judged ones whose questions need no further
 * judgement.
 */
const looksAt = 1_000;
const largestQueue = 100;
/**
 * Questions that share this much of their words count as the same: "How do I void a label?" and "How do I void the
 * label?" share 5 of 7.
 */
const sameQuestion = 0.7;

/** Returns the runs that the reader may see and whose judgement would teach most. @throws BAD_INPUT */
export async function labellingQueue(
  scope: CalibrationScope,
  reader: Reader,
  first: number,
  signal?: AbortSignal,
): Promise<LabellingQueue> {
  const { database } = scope;
  if (!Number.isInteger(first) || first < 1 || first > largestQueue)
    throw new CandorError('BAD_INPUT', `first must be a whole number from 1 to ${largestQueue}.`, {
      details: { field: 'first' },
    });
  const unjudged = await readDigests(database, reader, { judged: false, limit: looksAt, parts: ['SIGNALS'] }, signal);
  const judged = await readDigests(database, reader, { judged: true, limit: looksAt, parts: [] }, signal);
  return {
    nodes: chooseRuns(unjudged, judged, first, await gatesOf(scope, reader.workspaceId, unjudged)),
    unjudgedCount: unjudged.length,
  };
}

/**
 * Returns the gate at which each run would have been answered: its own; if none is recorded, that of the calibration
 * that decided on it, otherwise that of its preset.
 */
async function gatesOf(
  scope: CalibrationScope,
  workspaceId: string,
  runs: readonly RunDigest[],
): Promise<(run: RunDigest) => number> {
  const ids = [...new Set(runs.flatMap(({ calibrationId }) => calibrationId ?? []))];
  const found = ids.length === 0 ? [] : await readCalibrations(scope, workspaceId, ids);
  const gates = new Map(
    found.flatMap((calibration) => (calibration ? [[calibration.id, calibration.fit.uncertainFrom] as const] : [])),
  );
  return (run) => run.gate ?? gates.get(run.calibrationId ?? '') ?? shippedGate(run);
}

/**
 * Returns the runs to judge, in order. It leaves out curated answers (no gate decides on them), runs that found
 * nothing, and questions that are already judged. The rest is ordered by the distance of its confidence from its
 * preset's gate, because a judgement near the gate changes the fit most; of questions with nearly the same words the
 * nearest one stays. Then the kinds of endings (tier and stop reason) take turns, beginning with the kind that has the
 * nearest run: ordered by distance alone, the confident mistakes, which cost most, would never be examined.
 */
export function chooseRuns(
  unjudged: readonly RunDigest[],
  judged: readonly Pick<RunDigest, 'standalone'>[],
  first: number,
  gateFor: (run: RunDigest) => number = shippedGate,
): QueuedRun[] {
  const known = gatherQuestions();
  for (const { standalone } of judged) known.add(wordsIn(standalone));
  const eligible = unjudged
    .filter((run) => run.mode !== 'CURATED' && hasSignals(run))
    .map((run) => ({ run, distance: Math.abs(run.confidence - gateFor(run)), words: wordsIn(run.standalone) }));
  const candidates = eligible
    .filter(({ words }) => known.find(words) === undefined)
    .sort(
      (left, right) => left.distance - right.distance || right.run.createdAt.getTime() - left.run.createdAt.getTime(),
    );
  const distinct = foldSame(candidates);
  return inTurns([...groupBy(distinct, ({ run }) => `${run.tier} ${run.stopReason}`).values()]).slice(0, first);
}

type Candidate = Pick<QueuedRun, 'run' | 'distance'> & { readonly words: ReadonlySet<string> };

function foldSame(candidates: readonly Candidate[]): QueuedRun[] {
  const questions = gatherQuestions();
  const kept: (Candidate & { similarCount: number })[] = [];
  for (const candidate of candidates) {
    const same = kept[questions.find(candidate.words) ?? -1];
    if (same) same.similarCount += 1;
    else kept[questions.add(candidate.words)] = { ...candidate, similarCount: 0 };
  }
  return kept.map(({ run, distance, similarCount }) => ({ run, distance, similarCount }));
}

/** Returns the first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1))).flat();
}

/**
 * Returns the gate of a run's preset without a calibration. A preset of an older Candor that no longer exists has no
 * gate; 0.5 is used instead.
 */
function shippedGate({ preset }: Pick<RunDigest, 'preset'>): number {
  const known = Object.values(presets).find(({ name }) => name === preset);
  return known ? gateOf({ preset: known, scale: shippedScale }) : 0.5;
}

const wordsIn = (question: string): ReadonlySet<string> => new Set(lowerWords(question));

interface GatheredQuestions {
  /** @returns its position: 0, 1, 2 … */
  add(words: ReadonlySet<string>): number;
  /** Returns the position of the first question that is the same, or undefined. */
  find(words: ReadonlySet<string>): number | undefined;
}

/**
 * Questions in which the same as another is found by its words: by Jaccard's index, and equal words with digits. E1042
 * and E1043 are different questions, however much else they share.
 *
 * Shared words are counted along the questions that contain each word. A comparison of each question with each, a
 * thousand with a thousand judged ones, took 130 ms of processor time.
 */
function gatherQuestions(): GatheredQuestions {
  const sizes: number[] = [];
  const figures: string[] = [];
  const having = new Map<string, number[]>();
  const isSame = (place: number, shared: number, size: number) =>
    shared / Math.max(1, (sizes[place] ?? 0) + size - shared) >= sameQuestion;
  return {
    add: (words) => {
      const place = sizes.push(words.size) - 1;
      figures.push(figuresIn(words));
      for (const word of words) {
        const places = having.get(word);
        if (places) places.push(place);
        else having.set(word, [place]);
      }
      return place;
    },
    find: (words) => {
      const counts = new Int32Array(sizes.length);
      for (const word of words) for (const place of having.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
      const own = figuresIn(words);
      const found = counts.findIndex((shared, place) => isSame(place, shared, words.size) && figures[place] === own);
      return found === -1 ? undefined : found;
    },
  };
}

function figuresIn(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(' ');
}
