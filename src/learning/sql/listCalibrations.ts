import { statement } from '../../db/statement.ts';
import { calibrationRow } from './calibrationRow.ts';

/** Newest first. Values: workspace, limit, time and id that the page begins behind or nulls. */
export const listCalibrations = statement('learning.listCalibrations', calibrationRow, `
  select c.calibration_id, c.model, c.cutting, c.preset, c.language, c.source, c.fit, c.sample_size, c.data_hash, c.created_at, a.activated_at
  from calibration c
  left join active_calibration a on a.workspace_id = $1 and a.calibration_id = c.calibration_id
  where c.workspace_id = $1 and ($3::timestamptz is null or (c.created_at, c.calibration_id) < ($3, $4::uuid))
  order by c.created_at desc, c.calibration_id desc
  limit $2
`);
