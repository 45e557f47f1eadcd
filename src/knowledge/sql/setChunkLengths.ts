import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The length of each chunk of a version in lexemes, for BM25. Values: workspace, version. */
export const setChunkLengths = statement('knowledge.setChunkLengths', z.object({}), `
  update chunk set lexeme_count = length.total
  from (
    select p.chunk_id, sum(p.frequency)::int as total
    from posting p
    join chunk c on c.workspace_id = $1 and c.chunk_id = p.chunk_id
    where p.workspace_id = $1 and c.version_id = $2
    group by p.chunk_id
  ) as length
  where chunk.workspace_id = $1 and chunk.chunk_id = length.chunk_id
`);
