import { gatedOf, type CalibrationMethod, type Calibrator } from '../../confidence/calibration/calibrator.ts';
import { fitCalibrator, type CalibratorFit } from '../../confidence/calibration/fitCalibrator.ts';
import { type LabelledQuestion, splitByFamily, type SplitShares } from '../../confidence/calibration/labelled.ts';
import {
  certify,
  certifyPairs,
  sequenceFrom,
  sweep,
  type Certificate,
} from '../../confidence/calibration/learnThenTest.ts';
import { signalBaseline } from '../../confidence/drift.ts';
import { confidentFrom, uncertainFrom } from '../../confidence/score.ts';
import { CandorError } from '../../errors.ts';
import type { CalibrationFit } from './calibration.ts';

export interface FitScaleOptions {
  /** Draws splits and folds. */
  readonly seed: number;
  /** Left out: chosen by cross-validation. */
  readonly method?: CalibrationMethod | undefined;
  /** Null: no promise, and all labels are fitted on. */
  readonly promise: { readonly alpha: number; readonly delta: number } | null;
}

/**
 * A calibrated value is the probability of a right answer. The tiers that ship begin where 60 and 80 in 100 answers
 * were right, and so do these.
 */
const answeredFrom = 0.6;
const sureFrom = 0.8;

/** The part that is fitted on must still be enough for a fit. */
export const leastForPromise = 120;

/** Half of the labels certify: a promise costs more labels than a fit of a dozen coefficients. */
const shares: SplitShares = { fit: 0.3, tune: 0.1, certify: 0.5, audit: 0.1 };

/**
 * Fits the confidence, and the gate with its promise where one is wanted. With a promise, what certifies is used for
 * nothing else; the gate is the certified threshold, or, when nothing could be certified, where 60 in 100 answers are
 * right.
 * @throws BAD_INPUT with too few labels, or an alpha or delta out of range
 */
export function fitScale(
  labelled: readonly LabelledQuestion[],
  { seed, method, promise }: FitScaleOptions,
): CalibrationFit {
  const baseline = signalBaseline(labelled.map(({ signals }) => signals));
  if (promise === null) {
    const fit = fitCalibrator(labelled, { seed, method });
    return {
      ...factsOf(fit),
      ...tiersOf(fit.calibrator, null),
      certificate: null,
      pairs: [],
      audit: null,
      sweep: sweep(labelled.map((question) => gatedOf(fit.calibrator, question))),
      baseline,
    };
  }
  refuseTooFew(labelled.length, promise);
  const split = splitByFamily(labelled, shares, seed);
  const fit = fitCalibrator(split.fit, { seed, method });
  const gated = (questions: readonly LabelledQuestion[]) =>
    questions.map((question) => gatedOf(fit.calibrator, question));
  const [tune, held] = [gated([...split.fit, ...split.tune]), gated(split.certify)];
  const sequence = (alpha: number) => sequenceFrom(tune, { alpha, labels: held.length });
  const certificate = certify(held, { ...promise, thresholds: sequence(promise.alpha) });
  const tiers = tiersOf(fit.calibrator, certificate);
  const passed = gated(split.audit).filter(({ confidence }) => confidence >= tiers.uncertainFrom);
  return {
    ...factsOf(fit),
    ...tiers,
    certificate,
    pairs: certifyPairs(held, promise.delta, sequence),
    audit: {
      questions: split.audit.length,
      answered: passed.length,
      wrong: passed.filter(({ right }) => !right).length,
    },
    sweep: sweep(held),
    baseline,
  };
}

function factsOf({
  calibrator,
  methods,
  eceBefore,
  eceAfter,
  families,
}: CalibratorFit): Pick<CalibrationFit, 'calibrator' | 'methods' | 'eceBefore' | 'eceAfter' | 'families'> {
  return { calibrator, methods: [...methods], eceBefore, eceAfter, families };
}

/** Where nothing moved the values, the tiers that ship stay. */
function tiersOf(
  { method }: Calibrator,
  certificate: Certificate | null,
): Pick<CalibrationFit, 'uncertainFrom' | 'confidentFrom'> {
  const [answered, sure] = method === 'SEED' ? [uncertainFrom, confidentFrom] : [answeredFrom, sureFrom];
  const gate = certificate?.threshold ?? answered;
  return { uncertainFrom: gate, confidentFrom: Math.max(gate, sure) };
}

/** Told before questions are asked, too. @throws BAD_INPUT */
export function refuseTooFew(labels: number, promise: FitScaleOptions['promise']): void {
  if (promise === null) return;
  refuseOutOfRange(promise);
  if (labels < leastForPromise)
    throw new CandorError(
      'BAD_INPUT',
      `A promise takes ${leastForPromise} labelled questions, as it is tested on others than it is fitted on; there are ${labels}.`,
      {
        details: { labels, least: leastForPromise },
        remedy: 'Label more questions, or fit without alpha, which promises nothing.',
      },
    );
}

function refuseOutOfRange({ alpha, delta }: { readonly alpha: number; readonly delta: number }): void {
  for (const [field, value] of Object.entries({ alpha, delta })) {
    if (!(value > 0 && value < 1))
      throw new CandorError('BAD_INPUT', `${field} must lie between 0 and 1, both excluded.`, {
        details: { field },
        remedy: 'Give 0.05 for "at most 5 in 100".',
      });
  }
}
