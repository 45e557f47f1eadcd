import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * What decides the order of hits beside their scores: which of them say the same, and how old they are. The date is the earlier of the version's beginning and the document's last change:
 * a version without a date of its own begins when it was taken in, and a document's last change is later than its old versions. Values: workspace, chunk ids.
 */
export const describeHits = statement('retrieval.describeHits', z.object({
  chunk_id: z.string(), duplicate_group: z.string().nullable(), document_id: z.string(), key: z.string(), version_id: z.string(), dated_at: z.date(),
}), `
  select c.chunk_id, c.duplicate_group, c.document_id, d.key, c.version_id, least(v.effective_from, d.updated_at) as dated_at
  from chunk c
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where c.workspace_id = $1 and c.chunk_id = any ($2::uuid[])
`);
