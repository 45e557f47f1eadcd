import { statement } from '../../db/statement.ts';
import { calibrationRow } from './calibrationRow.ts';

/** Values: workspace, ids. */
export const findCalibrations = statement('learning.findCalibrations', calibrationRow, `
  select c.calibration_id, c.model, c.cutting, c.preset, c.language, c.source, c.fit, c.sample_size, c.data_hash, c.created_at, a.activated_at
  from calibration c
  left join active_calibration a on a.workspace_id = $1 and a.calibration_id = c.calibration_id
  where c.workspace_id = $1 and c.calibration_id = any($2::uuid[])
`);
