import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Texts of a document's chunks that a person decided about, older decisions first. Values: workspace, document. */
export const listOmitOverrides = statement('knowledge.listOmitOverrides', z.object({ body: z.string(), omit_override: z.boolean() }), `
  select t.body, t.omit_override
  from document_version v
  join chunk c on c.workspace_id = $1 and c.version_id = v.version_id
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  where v.workspace_id = $1 and v.document_id = $2 and t.omit_override is not null
  order by v.number
`);
