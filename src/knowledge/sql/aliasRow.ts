import { z } from 'zod';

/** A group of phrases that mean the same, as the statements of this folder select it. */
export const aliasRow = z.object({ alias_id: z.string(), term: z.string(), synonyms: z.array(z.string()), created_at: z.date(), updated_at: z.date() });

export type AliasRow = z.infer<typeof aliasRow>;
