import { z } from 'zod';
import { statement } from '../../db/statement.ts';
import { calibrationRow } from './calibrationRow.ts';

/** Those in use for a preset. Values: workspace, preset, languages or null for all. */
export const listActiveCalibrations = statement('learning.listActiveCalibrations', calibrationRow.extend({ activated_at: z.date() }), `
  select c.calibration_id, c.model, c.cutting, c.preset, c.language, c.source, c.fit, c.sample_size, c.data_hash, c.created_at, a.activated_at
  from active_calibration a
  join calibration c on c.workspace_id = $1 and c.calibration_id = a.calibration_id
  where a.workspace_id = $1 and a.preset = $2 and ($3::text[] is null or a.language = any($3))
  order by a.language
`);
