import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';
import { scaleFit, storedFit } from './calibration.ts';

/** The columns of a calibration; `activated_at` is null if it is not in use. */
const calibrationRow = z.object({
  calibration_id: z.string(),
  model: z.string(),
  cutting: z.string(),
  preset: z.string(),
  language: z.string(),
  source: z.enum(['SET', 'FEEDBACK']),
  fit: storedFit,
  sample_size: z.number(),
  data_hash: z.string(),
  created_at: z.date(),
  activated_at: z.date().nullable(),
});
export type CalibrationRow = z.infer<typeof calibrationRow>;

const columns = sql`c.calibration_id, c.model, c.cutting, c.preset, c.language, c.source, c.fit, c.sample_size, c.data_hash, c.created_at, a.activated_at`;

export const insertCalibration = statement(
  'learning.insertCalibration',
  z.object({}),
  (
    v: Named<{
      id: string;
      model: string;
      cutting: string;
      preset: string;
      language: string;
      source: string;
      fit: string;
      sampleSize: number;
      dataHash: string;
      createdAt: Date;
    }>,
  ) => sql`
  insert into calibration (workspace_id, calibration_id, model, cutting, preset, language, source, fit, sample_size, data_hash, created_at)
  values (${v.workspaceId}, ${v.id}, ${v.model}, ${v.cutting}, ${v.preset}, ${v.language}, ${v.source}, ${v.fit}::jsonb, ${v.sampleSize}, ${v.dataHash}, ${v.createdAt})
`,
);

export const findCalibrations = statement(
  'learning.findCalibrations',
  calibrationRow,
  (v: Named<{ ids: readonly string[] }>) => sql`
  select ${columns}
  from calibration c
  left join active_calibration a on a.workspace_id = ${v.workspaceId} and a.calibration_id = c.calibration_id
  where c.workspace_id = ${v.workspaceId} and c.calibration_id = any(${v.ids}::uuid[])
`,
);

/** Selects a page of calibrations, newest first. */
export const listCalibrations = statement(
  'learning.listCalibrations',
  calibrationRow,
  (v: Named<{ limit: number; createdBefore: Date | null; idBefore: string | null }>) => sql`
  select ${columns}
  from calibration c
  left join active_calibration a on a.workspace_id = ${v.workspaceId} and a.calibration_id = c.calibration_id
  where c.workspace_id = ${v.workspaceId} and (${v.createdBefore}::timestamptz is null or (c.created_at, c.calibration_id) < (${v.createdBefore}, ${v.idBefore}::uuid))
  order by c.created_at desc, c.calibration_id desc
  limit ${v.limit}
`,
);

/** Counts the calibrations on all pages. */
export const countCalibrations = statement(
  'learning.countCalibrations',
  z.object({ total: z.number() }),
  (v: Named<unknown>) => sql`
  select count(*)::int as total from calibration where workspace_id = ${v.workspaceId}
`,
);

/** Selects the calibrations in use for a preset. */
export const listActiveCalibrations = statement(
  'learning.listActiveCalibrations',
  calibrationRow.extend({ activated_at: z.date() }),
  (v: Named<{ preset: string; languages: readonly string[] | null }>) => sql`
  select ${columns}
  from active_calibration a
  join calibration c on c.workspace_id = ${v.workspaceId} and c.calibration_id = a.calibration_id
  where a.workspace_id = ${v.workspaceId} and a.preset = ${v.preset} and (${v.languages}::text[] is null or a.language = any(${v.languages}))
  order by a.language
`,
);

/**
 * Selects the scales for a question's confidence without the parts that only people read: a fit is about 20 kB, and
 * this runs for questions. A language's own calibration comes before the one for all languages; those of another
 * embedder or cutting are skipped.
 */
export const findScales = statement(
  'learning.findScales',
  calibrationRow
    .pick({ calibration_id: true, language: true, source: true, sample_size: true, data_hash: true, created_at: true })
    .extend({ fit: scaleFit }),
  (v: Named<{ preset: string; language: string; anyLanguage: string; embedder: string; cutting: string }>) => sql`
  select c.calibration_id, c.language, c.source, c.fit - '{methods,families,pairs,audit,sweep,baseline}'::text[] as fit, c.sample_size, c.data_hash, c.created_at
  from active_calibration a
  join calibration c on c.workspace_id = ${v.workspaceId} and c.calibration_id = a.calibration_id
  where a.workspace_id = ${v.workspaceId} and a.preset = ${v.preset} and a.language in (${v.language}, ${v.anyLanguage}) and c.model = ${v.embedder} and c.cutting = ${v.cutting}
  order by a.language = ${v.anyLanguage}
`,
);

/** Replaces the calibration in use: one statement, so that no question finds none. */
export const activateCalibration = statement(
  'learning.activateCalibration',
  z.object({ calibration_id: z.string() }),
  (v: Named<{ id: string; activatedAt: Date }>) => sql`
  insert into active_calibration (workspace_id, preset, language, calibration_id, activated_at)
  select c.workspace_id, c.preset, c.language, c.calibration_id, ${v.activatedAt}
  from calibration c
  where c.workspace_id = ${v.workspaceId} and c.calibration_id = ${v.id}
  on conflict (workspace_id, preset, language) do update set calibration_id = excluded.calibration_id, activated_at = excluded.activated_at
  returning calibration_id
`,
);

/** Deactivates all calibrations of a workspace without deleting them. */
export const removeActiveCalibrations = statement(
  'learning.removeActiveCalibrations',
  z.object({ calibration_id: z.string() }),
  (v: Named<unknown>) => sql`
  delete from active_calibration where workspace_id = ${v.workspaceId} returning calibration_id
`,
);
