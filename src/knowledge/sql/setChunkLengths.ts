import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** By a sub-select for each chunk: a join read the postings of the whole workspace, 500 ms a document. The length of each chunk of a version in lexemes, for BM25. Values: workspace, version. */
export const setChunkLengths = statement('knowledge.setChunkLengths', z.object({}), `
  update chunk set lexeme_count = coalesce((
    select sum(p.frequency)::int from posting p where p.workspace_id = $1 and p.chunk_id = chunk.chunk_id
  ), 0)
  where chunk.workspace_id = $1 and chunk.version_id = $2
`);
