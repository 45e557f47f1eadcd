import { z } from 'zod';

/** A chunk as the statements of this folder select it. */
export const chunkRow = z.object({
  chunk_id: z.string(), version_id: z.string(), ordinal: z.number(), body: z.string(), start_offset: z.number(), end_offset: z.number(), section_path: z.array(z.string()),
  content_type: z.enum(['PROSE', 'LIST', 'TABLE', 'CODE', 'RECORD']), token_count: z.number(), quality: z.number(), omitted: z.boolean(),
  omit_reason: z.string().nullable(), omit_override: z.boolean().nullable(), duplicate_group: z.string().nullable(), hypothetical_count: z.number(),
});

export type ChunkRow = z.infer<typeof chunkRow>;
