import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The postings of hypotheticals, from their search vectors. Values: workspace, chunk ids. */
export const insertHypotheticalPostings = statement('knowledge.insertHypotheticalPostings', z.object({}), `
  insert into posting (workspace_id, lexeme, chunk_id, frequency)
  select $1, word.lexeme, t.chunk_id, cardinality(word.positions)
  from chunk_text t
  cross join lateral unnest(t.tsv) as word
  where t.workspace_id = $1 and t.chunk_id = any ($2::uuid[])
`);
