import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The calibrations stay, and none is in use. Values: workspace. */
export const removeActiveCalibrations = statement('learning.removeActiveCalibrations', z.object({ calibration_id: z.string() }), `
  delete from active_calibration where workspace_id = $1 returning calibration_id
`);
