import { z } from 'zod';
import { calibrationFit } from '../calibrations/calibration.ts';

/** A calibration as the statements of this folder select it; `activated_at` is null where another or none is in use. */
export const calibrationRow = z.object({
  calibration_id: z.string(), model: z.string(), cutting: z.string(), preset: z.string(), language: z.string(), source: z.enum(['SET', 'FEEDBACK']),
  fit: calibrationFit, sample_size: z.number(), data_hash: z.string(), created_at: z.date(), activated_at: z.date().nullable(),
});
export type CalibrationRow = z.infer<typeof calibrationRow>;
