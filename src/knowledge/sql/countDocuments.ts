import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How many documents pass a filter. Values: workspace, access groups or null, deleted after or null, state, tags, LIKE pattern, source types, semantic types in lower case, languages. */
export const countDocuments = statement('knowledge.countDocuments', z.object({ total: z.number() }), `
  select count(*)::int as total from document d
  where d.workspace_id = $1
    and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
    and (($3::timestamptz is null and d.deleted_at is null) or d.deleted_at > $3)
    and ($4::text is null or d.state = $4)
    and ($5::text[] is null or d.tags @> $5)
    and ($6::text is null or d.title ilike $6 or d.key ilike $6)
    and ($7::text[] is null or d.source_type = any ($7))
    and ($8::text[] is null or lower(d.semantic_type) = any ($8))
    and ($9::text[] is null or d.language = any ($9))
`);
