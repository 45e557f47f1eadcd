import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The words of curated answers, all or by id. Values: workspace, ids or null. */
export const listCurated = statement('knowledge.listCurated', z.object({
  curated_id: z.string(), question: z.string(), alternatives: z.array(z.string()), answer: z.string(),
}), `
  select a.curated_id, a.question, a.alternatives, a.answer
  from curated_answer a
  where a.workspace_id = $1 and ($2::uuid[] is null or a.curated_id = any ($2))
  order by a.curated_id
`);
