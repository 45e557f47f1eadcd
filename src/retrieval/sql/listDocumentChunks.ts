import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The passages of a document's versions, without their texts, and what keeps each out of retrieval. Who may see the document is the caller's to know. Values: workspace, version ids. */
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
