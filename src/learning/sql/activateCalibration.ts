import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Puts a calibration in the place of the one in use: one statement, so that no question finds none. Values: workspace, id, now. */
export const activateCalibration = statement('learning.activateCalibration', z.object({ calibration_id: z.string() }), `
  insert into active_calibration (workspace_id, preset, language, calibration_id, activated_at)
  select $1, c.preset, c.language, c.calibration_id, $3
  from calibration c
  where c.workspace_id = $1 and c.calibration_id = $2
  on conflict (workspace_id, preset, language) do update set calibration_id = excluded.calibration_id, activated_at = excluded.activated_at
  returning calibration_id
`);
