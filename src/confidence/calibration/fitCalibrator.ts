import { CandorError } from '../../errors.ts';
import { foundAnything, shippedModels } from '../score.ts';
import { fitBeta, fitPlatt, fitIsotonic } from './maps.ts';
import { forecastOf, scoreOf, seedCalibrator, type Calibrator, type CalibrationMethod } from './calibrator.ts';
import { aurocOf, brier, calibrationError, logLoss, surpriseOf, type Forecast } from './forecasts.ts';
import { groupBy } from '../../stats.ts';
import { type LabelledQuestion, partsBy } from './labelled.ts';
import { fitSignalModel } from './signalModel.ts';

/** Simplest first, in order of flexibility. */
export const calibrationMethods: readonly CalibrationMethod[] = ['SEED', 'PLATT', 'BETA', 'LOGISTIC', 'ISOTONIC'];

/** With fewer labels, the figures of a fold are chance. */
export const leastLabels = 30;
/** The least number of right answers, and of wrong ones. */
export const leastOfAClass = 5;
const foldCount = 5;

/** Cross-validated by family: each question is forecast by a fit that saw no question of its family. */
export interface MethodFigures {
  readonly method: CalibrationMethod;
  /** Nats. */
  readonly logLoss: number;
  readonly brier: number;
  readonly ece: number;
  readonly auroc: number;
}

export interface CalibratorFit {
  /** Fitted on all labels. */
  readonly calibrator: Calibrator;
  readonly questions: number;
  readonly families: number;
  /** Expected calibration error of the shipped confidence. */
  readonly eceBefore: number;
  /** The same for the chosen method, cross-validated. */
  readonly eceAfter: number;
  /** Simplest first. */
  readonly methods: readonly MethodFigures[];
}

export interface FitCalibratorOptions {
  readonly seed: number;
  /** By default chosen by cross-validated log loss. */
  readonly method?: CalibrationMethod | undefined;
}

/**
 * Fits the confidence to labelled questions. Chooses the simplest method whose cross-validated log loss is within one
 * standard error of the best (Breiman et al. 1984); the standard error is that of the difference from the best, by
 * family. The same labels, order and seed give the same fit. Throws BAD_INPUT if there are too few labels, too few of
 * one class, or only one family.
 */
export function fitCalibrator(
  labelled: readonly LabelledQuestion[],
  { seed, method }: FitCalibratorOptions,
): CalibratorFit {
  const families = new Set(labelled.map(({ family }) => family)).size;
  refuseTooFew(labelled, families);
  const folds = partsBy(
    labelled,
    ({ family }) => family,
    Array.from({ length: Math.min(foldCount, families) }, () => 1),
    seed,
  );
  const forecasts = new Map(calibrationMethods.map((each) => [each, heldOutForecasts(labelled, folds, each)]));
  const methods = [...forecasts].map(([each, heldOut]) => figuresOf(each, heldOut));
  const chosen = method ?? simplestOfBest(labelled, forecasts);
  const eceOf = (wanted: CalibrationMethod) => methods.find((figures) => figures.method === wanted)?.ece ?? 0;
  return {
    calibrator: fitMethod(chosen, labelled),
    questions: labelled.length,
    families,
    eceBefore: eceOf('SEED'),
    eceAfter: eceOf(chosen),
    methods,
  };
}

/** Fits one method without evaluating it. Vetoed questions are left out, because their signals did not decide. */
export function fitMethod(method: CalibrationMethod, labelled: readonly LabelledQuestion[]): Calibrator {
  const asked = labelled.filter(({ vetoed, signals }) => !vetoed && foundAnything(signals));
  if (asked.length === 0) return seedCalibrator;
  const read = asked.filter(({ signals }) => signals.reader !== undefined);
  const model = read.length > 0 ? shippedModels.read : shippedModels.unread;
  const scored = asked.map(({ signals, right }) => ({ score: scoreOf(signals, model), right }));
  switch (method) {
    case 'SEED':
      return seedCalibrator;
    case 'PLATT':
      return { method, model, map: fitPlatt(scored) };
    case 'BETA':
      return { method, model, map: fitBeta(scored) };
    case 'ISOTONIC':
      return { method, model, map: fitIsotonic(scored) };
    case 'LOGISTIC':
      return { method, model: fitSignalModel(read.length > 0 ? read : asked, model), map: null };
  }
}

function refuseTooFew(labelled: readonly LabelledQuestion[], families: number): void {
  const right = labelled.filter((question) => question.right).length;
  const details = { labels: labelled.length, right, wrong: labelled.length - right, families };
  const refuse = (message: string, remedy: string) => {
    throw new CandorError('BAD_INPUT', message, { details, remedy });
  };
  if (labelled.length < leastLabels)
    refuse(
      `${labelled.length} labelled questions are too few to calibrate on.`,
      `Label at least ${leastLabels} questions; several hundred give a useful guarantee.`,
    );
  if (Math.min(right, labelled.length - right) < leastOfAClass) {
    refuse(
      `Of ${labelled.length} labelled questions ${right} have a right answer.`,
      `Label at least ${leastOfAClass} questions whose answer is right and ${leastOfAClass} whose answer is wrong or missing.`,
    );
  }
  if (families < 2)
    refuse(
      'All labelled questions are of one family.',
      'Label questions about at least two documents: the fit is judged on families that it has not seen.',
    );
}

function heldOutForecasts(
  labelled: readonly LabelledQuestion[],
  folds: readonly number[],
  method: CalibrationMethod,
): Forecast[] {
  const calibrators = [...new Set(folds)].map(
    (fold) =>
      [
        fold,
        fitMethod(
          method,
          labelled.filter((_, index) => folds[index] !== fold),
        ),
      ] as const,
  );
  const byFold = new Map(calibrators);
  return labelled.map((question, index) => forecastOf(byFold.get(folds[index] ?? 0) ?? seedCalibrator, question));
}

function figuresOf(method: CalibrationMethod, forecasts: readonly Forecast[]): MethodFigures {
  return {
    method,
    logLoss: logLoss(forecasts) ?? 0,
    brier: brier(forecasts) ?? 0,
    ece: calibrationError(forecasts) ?? 0,
    auroc: aurocOf(forecasts) ?? 0.5,
  };
}

function simplestOfBest(
  labelled: readonly LabelledQuestion[],
  forecasts: ReadonlyMap<CalibrationMethod, readonly Forecast[]>,
): CalibrationMethod {
  const losses = [...forecasts].map(([method, heldOut]) => ({ method, losses: heldOut.map(surpriseOf) }));
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const best = losses.reduce((left, right) => (total(right.losses) < total(left.losses) ? right : left));
  const within = losses.find((each) => {
    const differences = each.losses.map((loss, index) => loss - (best.losses[index] ?? 0));
    return total(differences) <= standardErrorOfSum(differences, labelled);
  });
  return (within ?? best).method;
}

/** Samples families, not questions: the standard error of the sum is that of the families' sums. */
function standardErrorOfSum(values: readonly number[], labelled: readonly LabelledQuestion[]): number {
  const families = [
    ...groupBy(
      values.map((value, index) => ({ value, family: labelled[index]?.family ?? '' })),
      ({ family }) => family,
    ).values(),
  ];
  const sums = families.map((members) => members.reduce((sum, { value }) => sum + value, 0));
  const mean = sums.reduce((sum, value) => sum + value, 0) / sums.length;
  return Math.sqrt((sums.length / (sums.length - 1)) * sums.reduce((sum, value) => sum + (value - mean) ** 2, 0));
}
