import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** What a person and an answer need of passages, in any order. Values: workspace, chunk ids. */
export const readPassages = statement('retrieval.readPassages', z.object({
  chunk_id: z.string(), document_id: z.string(), key: z.string(), title: z.string(), version_id: z.string(), number: z.number(), url: z.string().nullable(),
  updated_at: z.date(), body: z.string(), start_offset: z.number(), end_offset: z.number(), section_path: z.array(z.string()),
}), `
  select c.chunk_id, c.document_id, d.key, d.title, c.version_id, v.number, d.url, d.updated_at, t.body, c.start_offset, c.end_offset, t.section_path
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where c.workspace_id = $1 and c.chunk_id = any ($2::uuid[])
`);
