import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Words that came in a transaction from `$2` on, and from which one the next reading has to begin: nothing older can still commit. Values: workspace, transaction, limit. */
export const readVocabulary = statement('retrieval.readVocabulary', z.object({ horizon: z.string(), lexemes: z.array(z.string()) }), `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
    coalesce((select array_agg(word.lexeme) from (select v.lexeme from vocabulary v where v.workspace_id = $1 and v.added >= $2::bigint limit $3) as word), '{}') as lexemes
`);
