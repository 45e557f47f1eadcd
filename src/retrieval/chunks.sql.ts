import { z } from 'zod';
import { statement } from '../db/statement.ts';

/**
 * The passages of a document's versions, without their texts, and what keeps each out of retrieval. Who may see the
 * document is the caller's to know. Values: workspace, version ids.
 */
export const listDocumentChunks = statement(
  'retrieval.listDocumentChunks',
  z.object({
    chunk_id: z.string(),
    version_id: z.string(),
    omitted: z.boolean(),
    omit_reason: z.string().nullable(),
    omit_override: z.boolean().nullable(),
  }),
  `
  select c.chunk_id, c.version_id, c.omitted, t.omit_reason, t.omit_override
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  where c.workspace_id = $1 and c.version_id = any ($2::uuid[]) and c.kind = 'PASSAGE'
  order by c.version_id, c.ordinal
`,
);

/**
 * The passages of a version that a stretch of its text stands in, in order. Who may see the document is the caller's to
 * know. Values: workspace, version, start, end.
 */
export const listSpanChunks = statement(
  'retrieval.listSpanChunks',
  z.object({ chunk_id: z.string() }),
  `
  select c.chunk_id
  from chunk c
  where c.workspace_id = $1 and c.version_id = $2 and c.kind = 'PASSAGE' and c.start_offset < $4 and c.end_offset > $3
  order by c.ordinal
`,
);

/**
 * When each version of a document is valid and when it was stored, newest number first. Who may see the document is the
 * caller's to know. Values: workspace, document.
 */
export const listVersionTimes = statement(
  'retrieval.listVersionTimes',
  z.object({
    version_id: z.string(),
    number: z.number(),
    effective_from: z.date(),
    effective_until: z.date().nullable(),
    created_at: z.date(),
  }),
  `
  select version_id, number, effective_from, effective_until, created_at from document_version
  where workspace_id = $1 and document_id = $2
  order by number desc
`,
);
