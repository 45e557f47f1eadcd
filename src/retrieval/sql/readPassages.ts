import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** What a person and an answer need of passages, in any order. What was hidden since the arms saw it stays out. Values: workspace, chunk ids, access groups or null. */
export const readPassages = statement('retrieval.readPassages', z.object({
  chunk_id: z.string(), document_id: z.string(), key: z.string(), title: z.string(), version_id: z.string(), number: z.number(), effective_from: z.date(), effective_until: z.date().nullable(), superseded_by: z.string().nullable(),
  trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']), created_at: z.date(),
  url: z.string().nullable(),
  updated_at: z.date(), body: z.string(), start_offset: z.number(), end_offset: z.number(), section_path: z.array(z.string()), duplicate_group: z.string().nullable(),
}), `
  select c.chunk_id, c.document_id, d.key, d.title, c.version_id, v.number, v.effective_from, v.effective_until, d.superseded_by, d.trust, d.created_at, d.url, d.updated_at, t.body, c.start_offset, c.end_offset, t.section_path, c.duplicate_group
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where c.workspace_id = $1 and c.chunk_id = any ($2::uuid[])
    and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
