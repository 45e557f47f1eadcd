import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The postings of chunks, from their search vectors: how often each lexeme stands in body, title and headings. Values: workspace, chunk ids. */
export const insertPostings = statement('knowledge.insertPostings', z.object({}), `
  insert into posting (workspace_id, lexeme, chunk_id, body, title, heading)
  select $1, word.lexeme, t.chunk_id, cardinality(array_positions(word.weights, 'D')), cardinality(array_positions(word.weights, 'A')), cardinality(array_positions(word.weights, 'B'))
  from chunk_text t
  cross join lateral unnest(t.tsv) as word
  where t.workspace_id = $1 and t.chunk_id = any ($2::uuid[])
`);
