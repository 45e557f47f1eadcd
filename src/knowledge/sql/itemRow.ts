import { z } from 'zod';

const result = z.object({
  key: z.string(), status: z.enum(['CREATED', 'UPDATED', 'UNCHANGED', 'FAILED']), documentId: z.string().nullable(), versionId: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
});

/** An item of a job as the statements of this folder select it. `source` was written by the job code alone. */
export const itemRow = z.object({
  ordinal: z.number(), name: z.string(), action: z.enum(['INGEST', 'MOVE', 'DELETE']), source: z.looseObject({ kind: z.string() }), reason: z.string(),
  state: z.enum(['PENDING', 'DONE', 'FAILED']), results: z.array(result), finished_at: z.date().nullable(),
});

export type ItemRow = z.infer<typeof itemRow>;
