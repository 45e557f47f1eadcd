import { bootstrapInterval } from '../../stats.ts';
import {
  augrc,
  aurc,
  auroc,
  aurocOf,
  brier,
  calibrationError,
  coverageAtRisk,
  reliabilityPoints,
  riskCoveragePoints,
  type Forecast,
  type ReliabilityPoint,
  type RiskCoveragePoint,
} from '../../confidence/calibration/forecasts.ts';
import {
  certify,
  sequenceFrom,
  type Certificate,
  type GatedQuestion,
} from '../../confidence/calibration/learnThenTest.ts';
import { partsBy } from '../../confidence/calibration/labelled.ts';
import { familyOf, type Judged, wouldBeRight } from '../judge.ts';

/** 95 %. */
export type Interval = readonly [low: number, high: number] | null;

/** The effect of answering from a given threshold on. */
interface SweepPoint {
  readonly threshold: number;
  /** Share of the right answers that are refused. */
  readonly missed: number;
  /** Share of the answered questions that is wrong; null if none are answered. */
  readonly risk: number | null;
  readonly coverage: number;
}

/** How many right and wrong answers have a confidence from `from` to `from` + .1. */
export interface ConfidenceBin {
  readonly from: number;
  readonly right: number;
  readonly wrong: number;
}

/**
 * How well the confidence separates cases, and how close it is to a probability. A refused question counts as its
 * answer would have.
 */
export interface ConfidenceFigures {
  /** Answerable questions against the others. */
  readonly aurocAnswerable: number | null;
  /** Answers that are, or would have been, right against the rest. */
  readonly aurocRight: number | null;
  readonly calibrationError: number | null;
  readonly brier: number | null;
  readonly aurc: number | null;
  readonly augrc: number | null;
  /** The greatest share that can be answered while the upper bound of the wrong share among them is at most `risk`. */
  readonly coverageAtRisk: readonly { readonly risk: number; readonly coverage: number }[];
  /** By bootstrap over question families. */
  readonly intervals: {
    readonly aurocRight: Interval;
    readonly calibrationError: Interval;
    readonly aurc: Interval;
    readonly augrc: Interval;
  };
  /**
   * The guarantee that this confidence could support as it is, for questions like these: at most 5 % of the answers
   * wrong, with 95 % confidence.
   */
  readonly guarantee: Certificate;
  readonly curves: {
    readonly reliability: readonly ReliabilityPoint[];
    readonly riskCoverage: readonly RiskCoveragePoint[];
    readonly sweep: readonly SweepPoint[];
    readonly histogram: readonly ConfidenceBin[];
  };
}

/** A forecast with the family of its question. */
interface FamilyForecast extends Forecast {
  readonly family: string;
}

const guaranteed = { alpha: 0.05, delta: 0.05 };
const risks = [0.01, 0.02, 0.05];
/** With more, two digits of an interval's ends no longer change; 2,500 questions take a second. */
const resamples = 400;
/** More points of a curve would not be visible. */
const maxPoints = 120;

/** @param scoreOf the value used as the confidence, 0..1; null leaves a run out */
export function forecastsOf(runs: readonly Judged[], scoreOf: (run: Judged) => number | null): FamilyForecast[] {
  return runs.flatMap((run) => {
    const [happened, probability] = [wouldBeRight(run.question, run.record), scoreOf(run)];
    return happened === null || probability === null ? [] : [{ probability, happened, family: familyOf(run.question) }];
  });
}

export function confidenceFigures(runs: readonly Judged[], seed: number): ConfidenceFigures {
  const scores = (answerable: boolean) =>
    runs.filter(({ question }) => question.answerable === answerable).flatMap(({ record }) => record.confidence ?? []);
  const forecasts = forecastsOf(runs, ({ record }) => record.confidence);
  return {
    aurocAnswerable: auroc(scores(true), scores(false)),
    aurocRight: aurocOf(forecasts),
    calibrationError: calibrationError(forecasts),
    brier: brier(forecasts),
    aurc: aurc(forecasts),
    augrc: augrc(forecasts),
    coverageAtRisk: risks.map((risk) => ({ risk, coverage: coverageAtRisk(forecasts, risk) })),
    intervals: {
      aurocRight: interval(forecasts, aurocOf, seed),
      calibrationError: interval(forecasts, calibrationError, seed),
      aurc: interval(forecasts, aurc, seed),
      augrc: interval(forecasts, augrc, seed),
    },
    guarantee: guaranteeOf(forecasts, seed),
    curves: {
      reliability: reliabilityPoints(forecasts, 10),
      riskCoverage: thinned(riskCoveragePoints(forecasts)),
      sweep: sweepOf(forecasts),
      histogram: histogramOf(forecasts),
    },
  };
}

function interval(
  forecasts: readonly FamilyForecast[],
  statistic: (drawn: readonly Forecast[]) => number | null,
  seed: number,
): Interval {
  return bootstrapInterval(forecasts, statistic, { familyOf: ({ family }) => family, seed, times: resamples });
}

/** The interval of the mean of `valueOf`, resampled by families. */
export function meanInterval(runs: readonly Judged[], valueOf: (run: Judged) => number, seed: number): Interval {
  const statistic = (drawn: readonly Judged[]) =>
    drawn.length === 0 ? null : drawn.reduce((sum, run) => sum + valueOf(run), 0) / drawn.length;
  return bootstrapInterval(runs, statistic, { familyOf: ({ question }) => familyOf(question), seed, times: resamples });
}

/**
 * Thresholds are chosen on a third of the families and tested on the others, so that the choice does not weaken the
 * guarantee.
 */
function guaranteeOf(forecasts: readonly FamilyForecast[], seed: number): Certificate {
  const parts = partsBy(forecasts, ({ family }) => family, [1, 2], seed);
  const [tune, held] = [0, 1].map((part) =>
    forecasts
      .filter((_, index) => parts[index] === part)
      .map(({ probability, happened }) => ({ confidence: probability, right: happened })),
  ) as [GatedQuestion[], GatedQuestion[]];
  return certify(held, {
    ...guaranteed,
    thresholds: sequenceFrom(tune, { alpha: guaranteed.alpha, labels: held.length }),
  });
}

/** Misses and errors at every threshold in steps of .02. */
export function sweepOf(forecasts: readonly Forecast[]): SweepPoint[] {
  const right = forecasts.filter(({ happened }) => happened).length;
  return Array.from({ length: 51 }, (_, step) => step / 50).map((threshold) => {
    const answered = forecasts.filter(({ probability }) => probability >= threshold);
    const kept = answered.filter(({ happened }) => happened).length;
    return {
      threshold,
      missed: right === 0 ? 0 : 1 - kept / right,
      risk: answered.length === 0 ? null : 1 - kept / answered.length,
      coverage: forecasts.length === 0 ? 0 : answered.length / forecasts.length,
    };
  });
}

function histogramOf(forecasts: readonly Forecast[]): ConfidenceBin[] {
  return Array.from({ length: 10 }, (_, index) => {
    const inBin = forecasts.filter(({ probability }) => Math.min(9, Math.floor(probability * 10)) === index);
    const right = inBin.filter(({ happened }) => happened).length;
    return { from: index / 10, right, wrong: inBin.length - right };
  });
}

/** Keeps every n-th point and the last one. */
function thinned<Point>(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / maxPoints);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}
