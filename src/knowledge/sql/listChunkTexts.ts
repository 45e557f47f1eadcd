import { z } from 'zod';
import { statement } from '../../db/statement.ts';

const chunkTextRow = z.object({ chunk_id: z.string(), kind: z.enum(['PASSAGE', 'HYPOTHETICAL']), title: z.string(), section_path: z.array(z.string()), body: z.string() });

export type ChunkTextRow = z.infer<typeof chunkTextRow>;

/** The texts of all chunks with where they stand, in a stable order, a page at a time. Values: workspace, chunk id to go on after, limit. */
export const listChunkTexts = statement('knowledge.listChunkTexts', chunkTextRow, `
  select t.chunk_id, c.kind, d.title, t.section_path, t.body
  from chunk_text t
  join chunk c on c.workspace_id = $1 and c.chunk_id = t.chunk_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  where t.workspace_id = $1 and ($2::uuid is null or t.chunk_id > $2)
  order by t.chunk_id
  limit $3
`);
