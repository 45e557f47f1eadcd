import { z } from 'zod';

/** A document as the statements of this folder select it. */
export const documentRow = z.object({
  document_id: z.string(), key: z.string(), title: z.string(), url: z.string().nullable(), state: z.enum(['PUBLISHED', 'DRAFT']),
  metadata: z.record(z.string(), z.unknown()), tags: z.array(z.string()), created_at: z.date(), updated_at: z.date(), current_version_id: z.string().nullable(),
});

export type DocumentRow = z.infer<typeof documentRow>;
