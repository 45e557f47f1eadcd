import { aurocOf, calibrationError } from '../../src/confidence/calibration/forecasts.ts';
import {
  confidenceFigures,
  type ConfidenceFigures,
  forecastsOf,
  meanInterval,
  type Interval,
} from '../../src/evaluation/figures/confidenceFigures.ts';
import { type Judged, judgeRecords } from '../../src/evaluation/judge.ts';
import { isScorable, recallAt, shareOf } from '../../src/evaluation/figures/retrievalFigures.ts';
import { isFound, outcomeFigures, worthOf } from '../../src/evaluation/figures/outcomeFigures.ts';
import type { SetQuestion } from '../../src/evaluation/question.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';

export const gateNames = [
  'right',
  'wrong',
  'over-refused',
  'found@screen',
  'utility',
  'AUROC right',
  'recall@5',
  'ECE',
] as const;
export type GateName = (typeof gateNames)[number];

/** The others are better when they are higher. */
export const lowerIsBetter: readonly GateName[] = ['wrong', 'over-refused', 'ECE'];

export interface GateFigure {
  readonly value: number;
  /** 95 %, by bootstrap over question families. Only what is recorded needs it: it takes far longer than the value. */
  readonly interval: () => readonly [low: number, high: number];
}
export type GateFigures = Readonly<Record<GateName, GateFigure>>;

const seed = 1;

/** What the gate looks at, of the records of one preset. A figure that cannot be told (no right answer, say) is the worst there is. */
export function gateFigures(questions: readonly SetQuestion[], records: readonly RunRecord[]): GateFigures {
  const runs = judgeRecords(questions, records);
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  const scorable = runs.filter(({ question }) => isScorable(question));
  const { rightAnswers, wrongAnswers, overRefusals, onScreen, answerable, utility } = outcomeFigures(runs);
  const wanted = judged.filter(({ question }) => question.answerable);
  const forecasts = forecastsOf(runs, ({ record }) => record.confidence);
  let drawn: ConfidenceFigures['intervals'] | undefined;
  const intervals = () => (drawn ??= confidenceFigures(runs, seed).intervals);
  const shareWith = (count: number, verdictOf: Judged['verdict']) =>
    figureOf(
      shareOf(count, judged.length),
      () => meanInterval(judged, ({ verdict }) => Number(verdict === verdictOf), seed),
      0,
    );
  const recall = ({ question, record }: Judged) => recallAt(5, record.retrieved, new Set(question.relevantDocIds)) ?? 0;
  return {
    right: shareWith(rightAnswers, 'RIGHT_ANSWER'),
    wrong: shareWith(wrongAnswers, 'WRONG_ANSWER'),
    'over-refused': shareWith(overRefusals, 'OVER_REFUSAL'),
    'found@screen': figureOf(
      shareOf(onScreen, answerable),
      () => meanInterval(wanted, (run) => Number(isFound(run)), seed),
      0,
    ),
    utility: figureOf(utility, () => meanInterval(judged, ({ verdict }) => worthOf(verdict), seed), -2),
    'AUROC right': figureOf(aurocOf(forecasts), () => intervals().aurocRight, 0),
    'recall@5': figureOf(
      shareOf(
        scorable.reduce((sum, run) => sum + recall(run), 0),
        scorable.length,
      ),
      () => meanInterval(scorable, recall, seed),
      0,
    ),
    ECE: figureOf(calibrationError(forecasts), () => intervals().calibrationError, 1),
  };
}

function figureOf(value: number | null, interval: () => Interval, worst: number): GateFigure {
  return { value: value ?? worst, interval: () => interval() ?? [worst, worst] };
}
