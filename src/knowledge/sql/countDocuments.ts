import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** How many documents pass a filter. Values: workspace, state, tags, LIKE pattern. */
export const countDocuments = statement('knowledge.countDocuments', z.object({ total: z.number() }), `
  select count(*)::int as total from document d
  where d.workspace_id = $1
    and ($2::text is null or d.state = $2)
    and ($3::text[] is null or d.tags @> $3)
    and ($4::text is null or d.title ilike $4 or d.key ilike $4)
`);
