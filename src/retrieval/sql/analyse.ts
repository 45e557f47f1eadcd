import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The lexemes of texts, by the same analysis that the index went through. Values: texts, text search configuration. Names no table. */
export const analyse = statement(
  'retrieval.analyse',
  z.object({ lexemes: z.array(z.string()) }),
  `
  select tsvector_to_array(to_tsvector($2::text::regconfig, piece.body)) as lexemes
  from unnest($1::text[]) with ordinality as piece (body, ordinal)
  order by piece.ordinal
`,
  { prepared: true },
);
