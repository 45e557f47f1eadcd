import { statement } from '../../db/statement.ts';
import { scaleFit } from '../calibrations/calibration.ts';
import { calibrationRow } from './calibrationRow.ts';

/**
 * What a question's confidence is read on, without what only people read: a fit is some 20 kB, and this is read with each question. A language's own before the
 * one for all; none that is stale. Values: workspace, preset, language, the one for all, embedder, cutting.
 */
export const findScale = statement('learning.findScale', calibrationRow.pick({ calibration_id: true, language: true, source: true, sample_size: true, data_hash: true, created_at: true }).extend({ fit: scaleFit }), `
  select c.calibration_id, c.language, c.source, c.fit - '{methods,families,pairs,audit,sweep,baseline}'::text[] as fit, c.sample_size, c.data_hash, c.created_at
  from active_calibration a
  join calibration c on c.workspace_id = $1 and c.calibration_id = a.calibration_id
  where a.workspace_id = $1 and a.preset = $2 and a.language in ($3, $4) and c.model = $5 and c.cutting = $6
  order by a.language = $4
  limit 1
`);
