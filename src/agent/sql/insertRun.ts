import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** One run. Values: workspace, run, question, conversation, preset, outcome, tier, confidence, stop reason, record as JSON, created, the asker's access groups or null, the asking key or null, the run that it repeats or null. */
export const insertRun = statement(
  'agent.insertRun',
  z.object({}),
  `
  insert into run (workspace_id, run_id, question, conversation_id, preset, outcome, tier, confidence_value, stop_reason, record, created_at, access_groups, asked_by, replay_of)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14)
`,
);
