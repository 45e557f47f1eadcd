import { z } from 'zod';

/** A version as the statements of this folder select it. */
export const versionRow = z.object({
  version_id: z.string(), document_id: z.string(), number: z.number(), text: z.string(), content_hash: z.string(),
  effective_from: z.date(), effective_until: z.date().nullable(), created_at: z.date(), chunk_count: z.number(),
});

export type VersionRow = z.infer<typeof versionRow>;
