import { z } from 'zod';
import { type Calibrator, calibratorSchema } from '../../confidence/calibration/calibrator.ts';
import { signalBaselineSchema } from '../../confidence/drift.ts';
import type { Calibration, GateGuarantee } from '../../confidence/signals.ts';
import { gateOn, shippedScale, type Gate } from '../../confidence/scale.ts';
import { gateDefault, type GateSetting } from '../../workspaces/settings.ts';

const step = z.object({
  threshold: z.number(),
  answered: z.number(),
  wrong: z.number(),
  pValue: z.number(),
  passed: z.boolean(),
});
const certificate = z.object({
  alpha: z.number(),
  delta: z.number(),
  threshold: z.number().nullable(),
  answered: z.number(),
  wrong: z.number(),
  upperBound: z.number(),
  coverage: z.number(),
  coverageInterval: z.tuple([z.number(), z.number()]).readonly(),
  steps: z.array(step).readonly(),
  needed: z.number().nullable(),
});
const sweepRow = z.object({
  threshold: z.number(),
  right: z.number(),
  wrong: z.number(),
  missed: z.number(),
  utility: z.number(),
});
const method = z.enum(['SEED', 'LOGISTIC', 'PLATT', 'BETA', 'ISOTONIC']);
const methodFigures = z.object({
  method,
  logLoss: z.number(),
  brier: z.number(),
  ece: z.number(),
  auroc: z.number(),
});
/** The outcome for the questions that no choice was based on. */
const audit = z.object({ questions: z.number(), answered: z.number(), wrong: z.number() });

/** The result of one fit of the confidence, as it is stored. */
export const calibrationFit = z.object({
  calibrator: calibratorSchema,
  /** Every method, cross-validated, simplest first. */
  methods: z.array(methodFigures),
  eceBefore: z.number(),
  eceAfter: z.number(),
  families: z.number(),
  uncertainFrom: z.number(),
  confidentFrom: z.number(),
  /** Null: no guarantee was requested. */
  certificate: certificate.nullable(),
  /** Guarantees that could have been made instead, one alpha at a time. */
  pairs: z.array(certificate),
  audit: audit.nullable(),
  /** Missed and wrong answers by threshold, over questions that the calibrator was not fitted on. */
  sweep: z.array(sweepRow),
  /** The distribution of the signals, from which drift is measured. */
  baseline: signalBaselineSchema,
});
export type CalibrationFit = z.infer<typeof calibrationFit>;

/** Made of signals that are no longer measured: known by its method alone, and never used. */
const outdatedCalibrator = z.object({ method }).transform((read) => ({ ...read, outdated: true as const }));

/** A fit as it is read: one from before the signals changed must be listed as stale, not break every question. */
export const storedFit = calibrationFit.extend({ calibrator: calibratorSchema.or(outdatedCalibrator) });
type StoredFit = z.infer<typeof storedFit>;

/** The calibrator of a fit; null if it is outdated. */
export function usableCalibrator({ calibrator }: Pick<StoredFit, 'calibrator'>): Calibrator | null {
  return 'outdated' in calibrator ? null : calibrator;
}

/** The parts of a fit that judge a question and are reported with its answer. */
export const scaleFit = storedFit.pick({
  calibrator: true,
  eceBefore: true,
  eceAfter: true,
  uncertainFrom: true,
  confidentFrom: true,
  certificate: true,
});
type ScaleFit = z.infer<typeof scaleFit>;

export type CalibrationSource = 'SET' | 'FEEDBACK';

/** A fit before it is stored. */
export interface NewCalibration {
  /** ISO 639-1; 'und': every language without its own calibration. */
  readonly language: string;
  readonly source: CalibrationSource;
  readonly fit: CalibrationFit;
  readonly sampleSize: number;
  /** SHA-256 of the labels, in hexadecimal digits. */
  readonly dataHash: string;
}

export interface StoredCalibration extends Omit<NewCalibration, 'fit'> {
  readonly fit: StoredFit;
  readonly id: string;
  /** Fingerprint of the embedder, and version of the cutting, with which the questions were asked. */
  readonly model: string;
  readonly cutting: string;
  readonly preset: string;
  readonly createdAt: Date;
  /** Null: not in use. */
  readonly activatedAt: Date | null;
  /**
   * Fitted with another embedder, another cutting or other signals than the current ones: not used, whether activated
   * or not.
   */
  readonly stale: boolean;
}

/** The facts about a calibration that its answers report. */
interface ScaleFacts extends Pick<
  StoredCalibration,
  'id' | 'createdAt' | 'sampleSize' | 'language' | 'source' | 'dataHash'
> {
  readonly fit: ScaleFit;
}

/** Returns what an answer reports about the calibration of its confidence. */
export function factsOf({ id, createdAt, sampleSize, language, source, dataHash, fit }: ScaleFacts): Calibration {
  const { calibrator, eceBefore, eceAfter, uncertainFrom, confidentFrom, certificate } = fit;
  return {
    id,
    createdAt,
    sampleSize,
    language,
    source,
    dataHash,
    method: calibrator.method,
    eceBefore,
    eceAfter,
    uncertainFrom,
    confidentFrom,
    guarantee: certificate && guaranteeOf(certificate),
  };
}

/** Returns null if no threshold passed. */
function guaranteeOf({
  alpha,
  delta,
  threshold,
  answered,
  wrong,
  upperBound,
  coverage,
  coverageInterval: [coverageLow, coverageHigh],
}: NonNullable<ScaleFit['certificate']>): GateGuarantee | null {
  return threshold === null
    ? null
    : { alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageLow, coverageHigh };
}

/**
 * Returns the confidence from which a workspace's questions are answered: its setting, applied to the calibration in
 * use.
 * @param active of one language, its own first; a stale one is not used
 */
export function gateInUse(
  [inUse]: readonly Pick<StoredCalibration, 'stale' | 'fit'>[],
  setting: GateSetting | null,
): Gate {
  return gateOn(inUse && !inUse.stale ? inUse.fit : shippedScale, setting ?? gateDefault);
}
