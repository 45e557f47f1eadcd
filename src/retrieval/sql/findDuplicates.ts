import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Which of some chunks belong to a group of near-duplicates. Values: workspace, chunk ids. */
export const findDuplicates = statement('retrieval.findDuplicates', z.object({
  chunk_id: z.string(), duplicate_group: z.string(), document_id: z.string(), key: z.string(), version_id: z.string(),
}), `
  select c.chunk_id, c.duplicate_group, c.document_id, d.key, c.version_id
  from chunk c
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where c.workspace_id = $1 and c.chunk_id = any ($2::uuid[]) and c.duplicate_group is not null
`);
