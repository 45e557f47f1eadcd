import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The postings of a version, from its search vectors. A frequency is a sum over title, headings and body: BM25F with equal field weights measured best. Values: workspace, version. */
export const insertPostings = statement('knowledge.insertPostings', z.object({}), `
  insert into posting (workspace_id, lexeme, chunk_id, frequency)
  select $1, word.lexeme, t.chunk_id, cardinality(word.positions)
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  cross join lateral unnest(t.tsv) as word
  where c.workspace_id = $1 and c.version_id = $2
`);
