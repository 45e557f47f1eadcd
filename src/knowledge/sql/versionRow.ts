import { z } from 'zod';

/** A version as the statements of this folder select it. */
export const versionRow = z.object({
  version_id: z.string(), document_id: z.string(), number: z.number(), text: z.string(), content_hash: z.string(),
  effective_from: z.date(), effective_until: z.date().nullable(), expires_at: z.date().nullable(), created_at: z.date(), chunk_count: z.number(),
  source_type: z.enum(['MARKDOWN', 'HTML', 'PDF', 'DOCX', 'CSV', 'JSON', 'JSON_LINES', 'PLAIN_TEXT']),
  source_map: z.object({ unit: z.enum(['PAGE', 'LINE']), offsets: z.array(z.number()), positions: z.array(z.number()) }).nullable(),
  flags: z.array(z.enum(['SCRIPT_REMOVED', 'HIDDEN_TEXT_REMOVED', 'ROTATED_TEXT_REMOVED', 'INVISIBLE_CHARACTERS_REMOVED', 'PAGES_WITHOUT_TEXT', 'ENCODING_CONVERTED'])),
});

export type VersionRow = z.infer<typeof versionRow>;
