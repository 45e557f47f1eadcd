import { z } from 'zod';

/** A source of a curated answer that is not what it was. `changed_at`: since when, where that is known. */
const staleSource = z.object({
  document_id: z.string(), title: z.string().nullable(), reason: z.enum(['CHANGED', 'EXPIRED', 'HIDDEN', 'DELETED']), changed_at: z.coerce.date().nullable(),
});

/** A curated answer as the statements of this folder select it. */
export const curatedRow = z.object({
  curated_id: z.string(), question: z.string(), alternatives: z.array(z.string()), answer: z.string(), expires_at: z.date().nullable(), updated_at: z.date(),
  source_document_ids: z.array(z.string()), stale_sources: z.array(staleSource),
});

export type CuratedRow = z.infer<typeof curatedRow>;
