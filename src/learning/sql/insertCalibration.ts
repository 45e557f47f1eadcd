import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Values: workspace, id, model fingerprint, cutting, preset, language, source, fit as JSON, sample size, hash of the labels, now. */
export const insertCalibration = statement('learning.insertCalibration', z.object({}), `
  insert into calibration (workspace_id, calibration_id, model, cutting, preset, language, source, fit, sample_size, data_hash, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11)
`);
