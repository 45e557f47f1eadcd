import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** What decides whether a document changed: its versions without their texts, oldest number first. Values: workspace, document. */
export const listVersionStamps = statement('knowledge.listVersionStamps', z.object({ version_id: z.string(), number: z.number(), content_hash: z.string(), effective_from: z.date(), effective_until: z.date().nullable(), expires_at: z.date().nullable() }), `
  select version_id, number, content_hash, effective_from, effective_until, expires_at from document_version
  where workspace_id = $1 and document_id = $2
  order by number
`);
