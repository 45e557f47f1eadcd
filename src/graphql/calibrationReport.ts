import { z } from 'zod';
import type { Calibration } from '../confidence/signals.ts';
import { calibrationFit, type StoredCalibration } from '../learning/calibrations/calibration.ts';

const { methods, audit, sweep } = calibrationFit.shape;

const step = z.object({
  threshold: z.number(),
  answered: z.int(),
  wrong: z.int(),
  pValue: z.number().describe('Exact binomial probability of so few wrong answers if their share were alpha.'),
  passed: z.boolean(),
});

const gateTest = z
  .object({
    alpha: z.number().describe('Maximum share of wrong answers among answers.'),
    delta: z.number().describe('Allowed failure probability of the guarantee.'),
    threshold: z.number().nullable().describe('The loosest threshold that passed; null: these labels support none.'),
    answered: z.int(),
    wrong: z.int(),
    upperBound: z.number().describe('Upper bound on the share of wrong answers at confidence 1 - delta.'),
    coverage: z.number().describe('Share of the test questions that were answered.'),
    coverageInterval: z.tuple([z.number(), z.number()]).readonly().describe('Its 95 % interval.'),
    needed: z.number().nullable().describe('Labels needed at the observed error rate; null: no number would do.'),
    steps: z.array(step).readonly(),
  })
  .describe('One test of a guarantee: thresholds in fixed order, strict to loose, until one fails.');

/** What `Calibration.report` holds. Another shape has another version. */
export const calibrationReportSchema = z
  .object({
    version: z.literal(1),
    dataHash: z.string().describe('SHA-256 of the labels in hexadecimal. The same labels give the same fit.'),
    test: gateTest.nullable().describe('The test of the guarantee; null if none was requested.'),
    alternatives: z.array(gateTest).describe('What could have been guaranteed instead, one alpha at a time.'),
    sweep: sweep.describe('Right, wrong and missed answers by threshold; utility: right minus twice wrong.'),
    methods: methods.describe('Every method on held-out questions, simplest first. ECE: 15 bins of equal mass.'),
    audit: audit.describe('Results on questions used neither to fit nor to test; null if there are none.'),
  })
  .describe('What a calibration was fitted and tested on.');
export type CalibrationReport = z.infer<typeof calibrationReportSchema>;

/** @param stored undefined: the calibration is gone, and only what its answers remember is left */
export function calibrationReport(
  { dataHash }: Pick<Calibration, 'dataHash'>,
  stored: Pick<StoredCalibration, 'fit'> | undefined,
): CalibrationReport {
  const { certificate = null, pairs = [], sweep = [], methods = [], audit = null } = stored?.fit ?? {};
  return { version: 1, dataHash, test: certificate, alternatives: pairs, sweep, methods, audit };
}
