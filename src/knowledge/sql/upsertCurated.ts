import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Creates or replaces a curated answer. Values: workspace, id, question, alternatives, answer, updated, expires or null. */
export const upsertCurated = statement('knowledge.upsertCurated', z.object({}), `
  insert into curated_answer (workspace_id, curated_id, question, alternatives, answer, updated_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (workspace_id, curated_id) do update
  set question = excluded.question, alternatives = excluded.alternatives, answer = excluded.answer, updated_at = excluded.updated_at, expires_at = excluded.expires_at
`);
