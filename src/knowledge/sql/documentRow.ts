import { z } from 'zod';

const sourceType = z.enum(['MARKDOWN', 'HTML', 'PDF', 'DOCX', 'CSV', 'JSON', 'JSON_LINES', 'PLAIN_TEXT']);

/** A document as the statements of this folder select it. */
export const documentRow = z.object({
  document_id: z.string(), key: z.string(), title: z.string(), url: z.string().nullable(), state: z.enum(['PUBLISHED', 'DRAFT']),
  metadata: z.record(z.string(), z.unknown()), tags: z.array(z.string()), source_type: sourceType, semantic_type: z.string().nullable(), author: z.string().nullable(),
  language: z.string().nullable(), access_groups: z.array(z.string()), superseded_by: z.string().nullable(), trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']), deleted_at: z.date().nullable(),
  created_at: z.date(), updated_at: z.date(), current_version_id: z.string().nullable(),
});

export type DocumentRow = z.infer<typeof documentRow>;
