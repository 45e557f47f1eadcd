import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The words of a question in order: each lexeme once, how often it stands there, and whether another analysis (that of the question's own language) keeps it.
 * Values: text, text search configuration, the other configuration. Names no table.
 */
export const analyseWords = statement(
  'retrieval.analyseWords',
  z.object({ lexeme: z.string(), count: z.number(), kept: z.boolean() }),
  `
  select word.lexeme, cardinality(word.positions) as count, word.positions && other.positions as kept
  from unnest(to_tsvector($2::text::regconfig, $1)) as word
  cross join (
    select coalesce(array_agg(place), '{}')::smallint[] as positions
    from unnest(to_tsvector($3::text::regconfig, $1)) as own, unnest(own.positions) as place
  ) as other
  order by word.positions[1]
`,
  { prepared: true },
);
