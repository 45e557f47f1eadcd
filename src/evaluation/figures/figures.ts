import { cpus } from 'node:os';
import { basename, resolve } from 'node:path';
import { groupBy, mean, percentile } from '../../stats.ts';
import type { Caution } from '../../workspaces/settings.ts';
import { armFigures, type ArmFigures } from '../arms/armFigures.ts';
import { holdsAnswer, holdsWrongAnswer, type Judged, judgeRecords, type Yardstick, yardstickOf } from '../judge.ts';
import type { SetQuestion } from '../question.ts';
import type { EvaluationResult } from '../run/runEvaluation.ts';
import { gateOfLabel, type RunRecord } from '../run/runRecord.ts';
import {
  alwaysRefuse,
  type Baselines,
  baselinesOf,
  type ConfidentError,
  confidentErrors,
  type Confusion,
  confusionOf,
  type OutcomeFigures,
  outcomeFigures,
  worthOf,
} from './outcomeFigures.ts';
import { confidenceFigures, type ConfidenceFigures, type Interval, meanInterval } from './confidenceFigures.ts';
import { type Ranking, retrievalFigures, type RetrievalFigures, shareOf } from './retrievalFigures.ts';

/** Every figure of one evaluation, with what is needed to repeat it. */
export interface EvaluationFigures {
  readonly set: string;
  readonly command: string;
  readonly date: string;
  readonly seed: number;
  readonly limit: number | null;
  readonly machine: { readonly cpus: number; readonly model: string; readonly node: string };
  readonly embedder: string | null;
  readonly chatModel: string | null;
  readonly documents: number;
  readonly chunks: number;
  readonly failedDocuments: readonly string[];
  readonly questions: number;
  readonly alwaysRefuse: OutcomeFigures;
  readonly presets: readonly PresetFigures[];
  /** Retrieval alone; null if it was not measured. */
  readonly arms: ArmFigures | null;
}

export interface EvaluationFacts {
  readonly folder: string;
  readonly command: string;
  readonly seed: number;
  readonly limit: number | null;
  readonly chatModel: string | null;
  readonly caution?: Caution | undefined;
  readonly date: Date;
}

/** Compiles the figures of a finished evaluation. */
export function evaluationFigures(
  facts: EvaluationFacts,
  questions: readonly SetQuestion[],
  result: EvaluationResult,
): EvaluationFigures {
  const { folder, command, seed, limit, chatModel, caution, date } = facts;
  const { documentCount, chunkCount, failedDocuments, embedder, records, arms } = result;
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version };
  return {
    set: basename(resolve(folder)),
    command,
    date: date.toISOString(),
    seed,
    limit,
    machine,
    embedder,
    chatModel,
    documents: documentCount,
    chunks: chunkCount,
    failedDocuments,
    questions: questions.length,
    alwaysRefuse: alwaysRefuse(questions),
    presets: figuresOf(questions, records, seed, caution),
    arms: arms && armFigures(questions, arms),
  };
}

/** How the loop went, over all runs without a fault. */
export interface LoopFigures {
  /** Mean. */
  readonly rounds: number | null;
  /** Runs by stop reason, most frequent first. */
  readonly stopReasons: Readonly<Record<string, number>>;
  /** Milliseconds of a whole question. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null };
  /** Chat model tokens, mean per question. */
  readonly tokens: number | null;
}

export interface PresetFigures extends OutcomeFigures, LoopFigures {
  readonly preset: string;
  /** The confidence from which it answers; null for a label that is not a preset. */
  readonly gate: number | null;
  readonly questions: number;
  readonly faults: number;
  /** Words that the first screen has before anything on it is unfolded: median. */
  readonly screenWords: number | null;
  readonly retrieval: RetrievalFigures;
  readonly confidence: ConfidenceFigures;
  /** 95 %, by bootstrap over question families, for the judged questions. */
  readonly intervals: { readonly right: Interval; readonly wrong: Interval; readonly utility: Interval };
  readonly baselines: Baselines;
  readonly confusion: Confusion;
  readonly match: AnswerMatch;
  /** Number of claims in the answers, and the share that the checks consider supported. */
  readonly claims: { readonly count: number; readonly supportedShare: number | null };
  readonly citations: { readonly count: number; readonly valid: number; readonly validShare: number | null };
  /** Questions that name a false answer, and how often it was given. */
  readonly misled: { readonly questions: number; readonly count: number };
  /** How right answers were recognised, by number of judged questions. */
  readonly yardsticks: Readonly<Record<Yardstick, number>>;
  /** Worst utility first. */
  readonly byType: readonly TypeFigures[];
  /** The wrong answers with the highest confidence. */
  readonly confidentErrors: readonly ConfidentError[];
}

export interface TypeFigures extends OutcomeFigures, LoopFigures {
  readonly type: string;
  readonly questions: number;
  readonly recallAt10: number | null;
  readonly allAt10: number | null;
}

/** The preset whose answers are used for questions that other presets refused. */
const alwaysAnswering = 'naive';

/**
 * The figures of each preset, in the order in which presets appear. Records of unknown questions are left out.
 * @param seed draws the resamples of the intervals
 * @param caution the caution of the runs
 */
export function figuresOf(
  questions: readonly SetQuestion[],
  records: readonly RunRecord[],
  seed = 1,
  caution?: Caution,
): PresetFigures[] {
  const naive = new Map(
    records.filter(({ preset }) => preset === alwaysAnswering).map((record) => [record.questionId, record]),
  );
  return [...groupBy(judgeRecords(questions, records), ({ record }) => record.preset)].map(([preset, runs]) =>
    presetFigures(preset, runs, naive, { seed, caution }),
  );
}

function presetFigures(
  preset: string,
  all: readonly Judged[],
  naive: ReadonlyMap<string, RunRecord>,
  { seed, caution }: { readonly seed: number; readonly caution: Caution | undefined },
): PresetFigures {
  const runs = all.filter(({ record }) => record.outcome !== 'Fault');
  const citations = runs.flatMap(({ record }) => record.citations);
  const valid = citations.filter((citation) => citation.valid).length;
  const baited = runs.filter(({ question }) => question.wrongAnswers.length > 0);
  return {
    preset,
    gate: gateOfLabel(preset, caution),
    questions: all.length,
    faults: all.length - runs.length,
    screenWords: percentile(
      runs.map(({ record }) => screenWordsOf(record)),
      0.5,
    ),
    ...outcomeFigures(runs),
    ...loopFigures(runs),
    retrieval: retrievalFigures(rankingsOf(runs)),
    confidence: confidenceFigures(runs, seed),
    intervals: outcomeIntervals(runs, seed),
    baselines: baselinesOf(runs, naive, seed),
    confusion: confusionOf(runs),
    match: answerMatch(runs),
    claims: claimFigures(runs),
    citations: { count: citations.length, valid, validShare: shareOf(valid, citations.length) },
    misled: {
      questions: baited.length,
      count: baited.filter(({ question, record }) => holdsWrongAnswer(question, record)).length,
    },
    yardsticks: countYardsticks(runs),
    byType: typeFigures(runs),
    confidentErrors: confidentErrors(runs),
  };
}

/** The words that the first screen has before anything on it is unfolded. */
export function screenWordsOf({ text, screen }: RunRecord): number {
  const shown = [text, ...screen.map(({ opensAt }) => opensAt)];
  return shown.reduce((sum, each) => sum + (each.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}

function outcomeIntervals(runs: readonly Judged[], seed: number): PresetFigures['intervals'] {
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  const of = (wanted: Judged['verdict']) => meanInterval(judged, ({ verdict }) => Number(verdict === wanted), seed);
  return {
    right: of('RIGHT_ANSWER'),
    wrong: of('WRONG_ANSWER'),
    utility: meanInterval(judged, ({ verdict }) => worthOf(verdict), seed),
  };
}

function claimFigures(runs: readonly Judged[]): PresetFigures['claims'] {
  const sum = (of: 'count' | 'supported') => runs.reduce((total, { record }) => total + record.claims[of], 0);
  return { count: sum('count'), supportedShare: shareOf(sum('supported'), sum('count')) };
}

function loopFigures(runs: readonly Judged[]): LoopFigures {
  const millis = runs.map(({ record }) => record.millis);
  const stopped = groupBy(
    runs.flatMap(({ record }) => record.stopReason ?? []),
    (reason) => reason,
  );
  const counts = [...stopped]
    .map(([reason, { length }]) => [reason, length] as const)
    .sort(([, left], [, right]) => right - left);
  return {
    rounds: mean(runs.map(({ record }) => record.rounds)),
    stopReasons: Object.fromEntries(counts),
    latency: { p50: percentile(millis, 0.5), p95: percentile(millis, 0.95) },
    tokens: mean(runs.map(({ record }) => record.tokens)),
  };
}

function rankingsOf(runs: readonly Judged[]): Ranking[] {
  return runs.map(({ question, record }) => ({ question, retrieved: record.retrieved }));
}

function countYardsticks(runs: readonly Judged[]): Record<Yardstick, number> {
  const counts: Record<Yardstick, number> = { CONTAINMENT: 0, EVIDENCE: 0, CITATION: 0 };
  for (const { question, verdict } of runs) {
    if (verdict !== 'NOT_JUDGED' && question.answerable) counts[yardstickOf(question)] += 1;
  }
  return counts;
}

function typeFigures(runs: readonly Judged[]): TypeFigures[] {
  return [...groupBy(runs, ({ question }) => question.type)]
    .map(([type, members]) => {
      const { recallAt10, allAt10 } = retrievalFigures(rankingsOf(members));
      return {
        type,
        questions: members.length,
        ...outcomeFigures(members),
        ...loopFigures(members),
        recallAt10,
        allAt10,
      };
    })
    .sort((left, right) => (left.utility ?? left.recallAt10 ?? 0) - (right.utility ?? right.recallAt10 ?? 0));
}

/**
 * Words as SQuAD's official script compares them: lower case, without punctuation (ASCII) and the articles a, an, the.
 * Citation marks are removed first.
 */
export function squadTokens(text: string): string[] {
  return text
    .replaceAll(/\s*\[\d+\]/g, '')
    .toLowerCase()
    .replaceAll(/[!-/:-@[-`{-~]/g, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/**
 * SQuAD's F1 of the shared words, each counted as often as both texts have it: the best over the references. Two texts
 * without words are equal. 0 without references.
 */
export function tokenF1(text: string, references: readonly string[]): number {
  return Math.max(0, ...references.map((reference) => pairF1(squadTokens(text), squadTokens(reference))));
}

function pairF1(given: readonly string[], wanted: readonly string[]): number {
  if (given.length === 0 || wanted.length === 0) return Number(given.length === wanted.length);
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = given.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
  return (2 * shared) / (given.length + wanted.length);
}

/**
 * How answers match short references, over the answered questions that have some. An answer that quotes whole sentences
 * can contain the reference and still have a low F1.
 */
interface AnswerMatch {
  readonly questions: number;
  /** Share of answers that contain a reference word for word. */
  readonly containment: number | null;
  readonly tokenF1: number | null;
}

export function answerMatch(runs: readonly Judged[]): AnswerMatch {
  const answered = runs.filter(
    ({ question, record, verdict }) =>
      record.outcome === 'Answer' &&
      question.answerable &&
      verdict !== 'NOT_JUDGED' &&
      yardstickOf(question) === 'CONTAINMENT',
  );
  const references = ({ question }: Judged) => [...question.answers, ...(question.answerGroups?.flat() ?? [])];
  return {
    questions: answered.length,
    containment: shareOf(
      answered.filter(({ question, record }) => holdsAnswer(question, record)).length,
      answered.length,
    ),
    tokenF1: mean(answered.map((run) => tokenF1(run.record.text, references(run)))),
  };
}
