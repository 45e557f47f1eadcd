import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** When each version of a document is valid and when it was stored, newest number first. Who may see the document is the caller's to know. Values: workspace, document. */
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
