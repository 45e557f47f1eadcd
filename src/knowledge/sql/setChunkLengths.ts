import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The lengths of chunks in lexemes, by field, for BM25F. By a sub-select for each chunk: a join read the postings of the whole workspace, 500 ms a document. Values: workspace, chunk ids. */
export const setChunkLengths = statement('knowledge.setChunkLengths', z.object({}), `
  update chunk set (body_length, title_length, heading_length) = (
    select coalesce(sum(p.body), 0)::int, coalesce(sum(p.title), 0)::int, coalesce(sum(p.heading), 0)::int
    from posting p where p.workspace_id = $1 and p.chunk_id = chunk.chunk_id
  )
  where chunk.workspace_id = $1 and chunk.chunk_id = any ($2::uuid[])
`);
