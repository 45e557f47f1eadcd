import { z } from 'zod';
import type { WorkspaceHealth } from '../learning/health.ts';
import { enumValueOf } from './computed.ts';

const status = z.enum(['OK', 'WATCH', 'ALARM']);

const drift = z
  .object({
    signal: z.string().describe('The signal, as in Confidence.signals.'),
    stabilityIndex: z.number().describe('Population stability index: below 0.1 stable, above 0.25 another population.'),
    pValue: z.number().describe('Of the two-sample Kolmogorov-Smirnov test.'),
    alarm: z.boolean().describe('The drift is large and significant.'),
  })
  .describe('Drift of one signal since the calibration.');

const errors = z
  .object({
    alpha: z.number().describe('The guaranteed maximum share of wrong answers.'),
    delta: z.number().describe('Allowed failure probability of the guarantee.'),
    answered: z.int().describe('Answers with feedback since the activation.'),
    wrong: z.int().describe('Those that are wrong, incomplete or should not have been given.'),
    wealth: z.number().describe('E-value of the test against the guarantee; alarm at 1 / delta.'),
    alarmed: z.boolean().describe('More are wrong than guaranteed.'),
  })
  .describe(
    'Sequential test of the guarantee: false alarms have a probability of at most delta, however often you look.',
  );

/** What `WorkspaceHealth.details` holds. Another shape has another version. */
export const healthDetailsSchema = z
  .object({
    version: z.literal(1),
    calibrations: z.array(
      z.object({
        calibrationId: z.string(),
        language: z.string().describe('ISO 639-1; und: all languages without a calibration of their own.'),
        status,
        stale: z.boolean().describe('The embedder or the chunking has changed since it was fitted: it is not used.'),
        activatedAt: z.iso.datetime(),
        recentRuns: z.int().describe('Number of its newest runs, at most 200, that the drift is computed on.'),
        signals: z.array(drift).describe('Largest drift first; empty with fewer than 30 runs.'),
        errors: errors.nullable().describe('Null if there is no guarantee.'),
      }),
    ),
  })
  .describe('The calibrations in use, compared with the runs since.');
export type HealthDetails = z.infer<typeof healthDetailsSchema>;

export function healthDetails({ calibrations }: Pick<WorkspaceHealth, 'calibrations'>): HealthDetails {
  return {
    version: 1,
    calibrations: calibrations.map(({ activatedAt, signals, ...health }) => ({
      ...health,
      activatedAt: activatedAt.toISOString(),
      signals: signals.map(({ signal, ...moved }) => ({ signal: enumValueOf(signal), ...moved })),
    })),
  };
}
