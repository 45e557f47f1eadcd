import { z } from 'zod';

/** A curated answer as the statements of this folder select it. */
export const curatedRow = z.object({ curated_id: z.string(), question: z.string(), alternatives: z.array(z.string()), answer: z.string(), updated_at: z.date(), source_document_ids: z.array(z.string()) });

export type CuratedRow = z.infer<typeof curatedRow>;
