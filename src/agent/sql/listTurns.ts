import { z } from 'zod';
import { statement } from '../../db/statement.ts';

const option = z.object({
  id: z.string(),
  text: z.string(),
  question: z.string(),
  documentIds: z.array(z.string()),
  confidence: z.number(),
  preview: z.string().nullable().default(null),
});

const row = z.object({
  question: z.string(),
  standalone: z.string().nullable(),
  reply: z.string().nullable(),
  outcome: z.enum(['ANSWER', 'CLARIFICATION', 'ABSTENTION']).nullable(),
  /** Runs of before options had ids offered texts alone: nothing that can be chosen. */
  options: z.array(option).catch([]),
  cited_titles: z.array(z.string()),
});

/**
 * The newest runs of one asker's conversation, newest first. Those that repeat another are no turns of it.
 * Values: workspace, conversation, the asker's key or null, the reader's access groups or null, not before, not after, limit, characters of a reply.
 * Picked out of the record by path: whole records of eight runs are some 500 kB.
 */
export const listTurns = statement(
  'agent.listTurns',
  row,
  `
  select question, outcome,
    record #>> '{plan,standalone}' as standalone,
    left(coalesce(record #>> '{result,text}', record #>> '{result,message}'), $8) as reply,
    coalesce(record #> '{result,options}', '[]') as options,
    array(
      select distinct passage ->> 'documentTitle' from jsonb_path_query(record, '$.passages[*]') as passage
      where passage ->> 'documentTitle' is not null
        and passage ->> 'versionId' in (select citation ->> 'versionId' from jsonb_path_query(record, '$.result.citations[*]') as citation)
    ) as cited_titles
  from run
  where workspace_id = $1 and conversation_id = $2 and asked_by is not distinct from $3 and replay_of is null
    and ($4::text[] is null or access_groups <@ $4)
    and created_at between $5 and $6
  order by created_at desc, run_id desc
  limit $7
`,
);
