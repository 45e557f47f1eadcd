import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** A run as the statements of this folder select it; `record` is the run as JSON. */
const runRow = z.object({
  run_id: z.string(),
  record: z.record(z.string(), z.unknown()),
  access_groups: z.array(z.string()).nullable(),
  created_at: z.date(),
});

export type RunRow = z.infer<typeof runRow>;

/**
 * One run, if its asker could see no more than the reader can. Values: workspace, run, the reader's access groups or
 * null, whether the reader may read only its own runs, its key.
 */
export const findRun = statement(
  'agent.findRun',
  runRow,
  `
  select run_id, record, access_groups, created_at from run
  where workspace_id = $1 and run_id = $2 and ($3::text[] is null or access_groups <@ $3)
    and (not $4::boolean or asked_by = $5::uuid or ($5::uuid is null and asked_by is null))
`,
);

/**
 * Inserts one run. Values: workspace, run, question, conversation, preset, outcome, tier, confidence, stop reason,
 * record as JSON, created, the asker's access groups or null, the asking key or null, the run that it repeats or null,
 * digest as JSON.
 */
export const insertRun = statement(
  'agent.insertRun',
  z.object({}),
  `
  insert into run (workspace_id, run_id, question, conversation_id, preset, outcome, tier, confidence_value, stop_reason, record, created_at, access_groups, asked_by, replay_of, digest)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14, $15::jsonb)
`,
);

interface RunConditions {
  outcome: string | null;
  tier: string | null;
  conversationId: string | null;
  /** Stands in the question, in any case. */
  contains: string | null;
  ids: readonly string[] | null;
  accessGroups: readonly string[] | null;
  /** Whether the reader reads only its own runs, and its key. */
  own: boolean;
  keyId: string | null;
}

/**
 * The runs that match and whose askers could see no more than the reader can. Own runs are matched by equality: no index
 * serves `is not distinct from`, which searched all runs for a reader's few.
 */
const foundRuns = (v: Named<RunConditions>) => sql`from run
  where workspace_id = ${v.workspaceId}
    and (${v.outcome}::text is null or outcome = ${v.outcome})
    and (${v.tier}::text is null or tier = ${v.tier})
    and (${v.conversationId}::text is null or conversation_id = ${v.conversationId})
    and (${v.contains}::text is null or strpos(lower(question), lower(${v.contains})) > 0)
    and (${v.ids}::uuid[] is null or run_id = any(${v.ids}::uuid[]))
    and (${v.accessGroups}::text[] is null or access_groups <@ ${v.accessGroups})
    and (not ${v.own}::boolean or asked_by = ${v.keyId}::uuid or (${v.keyId}::uuid is null and asked_by is null))`;

/** A page of runs, newest first, without some members of their records. */
export const listRuns = statement(
  'agent.listRuns',
  runRow,
  (
    v: Named<
      RunConditions & {
        without: readonly string[];
        createdBefore: Date | null;
        idBefore: string | null;
        limit: number;
      }
    >,
  ) => sql`
  select run_id, record - ${v.without}::text[] as record, access_groups, created_at ${foundRuns(v)}
    and (${v.createdBefore}::timestamptz is null or (created_at, run_id) < (${v.createdBefore}, ${v.idBefore}::uuid))
  order by created_at desc, run_id desc
  limit ${v.limit}
`,
);

/**
 * A page of runs, the most confident first; those that an error ended last, as -1. No index: the value is read with
 * the row that the conditions find, and a run is written far more often than listed so.
 */
export const listRunsByConfidence = statement(
  'agent.listRunsByConfidence',
  runRow,
  (
    v: Named<
      RunConditions & {
        without: readonly string[];
        confidenceBelow: number | null;
        idBefore: string | null;
        limit: number;
      }
    >,
  ) => sql`
  select run_id, record - ${v.without}::text[] as record, access_groups, created_at ${foundRuns(v)}
    and (${v.confidenceBelow}::double precision is null
      or (coalesce(confidence_value, -1), run_id) < (${v.confidenceBelow}, ${v.idBefore}::uuid))
  order by coalesce(confidence_value, -1) desc, run_id desc
  limit ${v.limit}
`,
);

/** Counts the runs on all pages. */
export const countRuns = statement(
  'agent.countRuns',
  z.object({ total: z.number() }),
  (v: Named<RunConditions>) => sql`select count(*)::int as total ${foundRuns(v)}`,
);

const option = z.object({
  id: z.string(),
  text: z.string(),
  question: z.string(),
  documentIds: z.array(z.string()),
  confidence: z.number(),
  preview: z.string().nullable().default(null),
});

const row = z.object({
  run_id: z.string(),
  question: z.string(),
  created_at: z.date(),
  /** Since when its answer no longer stands; null: it does, or nothing that it quotes has changed. */
  recalled_since: z.date().nullable(),
  standalone: z.string().nullable(),
  reply: z.string().nullable(),
  outcome: z.enum(['ANSWER', 'CLARIFICATION', 'ABSTENTION']).nullable(),
  /** Runs from before options had ids offered only texts, which cannot be chosen. */
  options: z.array(option).catch([]),
  cited_titles: z.array(z.string()),
});

/**
 * The newest runs of one asker's conversation, newest first. Runs that repeat another are not turns of it. Values:
 * workspace, conversation, the asker's key or null, the reader's access groups or null, earliest time, latest time,
 * limit, most characters of a reply. Fields are picked out of the record by path: whole records of eight runs are some
 * 500 kB.
 */
export const listTurns = statement(
  'agent.listTurns',
  row,
  `
  select run_id, question, outcome, created_at,
    (select s.since from run_standing s where s.workspace_id = $1 and s.run_id = run.run_id and s.verdict <> 'STANDS') as recalled_since,
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

/** How long and how many runs a workspace keeps; null: the product's own. */
export const findRunRetention = statement(
  'agent.findRunRetention',
  z.object({ run_days: z.number().nullable(), run_count: z.number().nullable() }),
  (v: Named<unknown>) => sql`
  select run_days, run_count from workspace where workspace_id = ${v.workspaceId}
`,
);

export const setRunRetention = statement(
  'agent.setRunRetention',
  z.object({ run_days: z.number().nullable(), run_count: z.number().nullable() }),
  (v: Named<{ days: number | null; count: number | null }>) => sql`
  update workspace set run_days = ${v.days}::integer, run_count = ${v.count}::integer where workspace_id = ${v.workspaceId}
  returning run_days, run_count
`,
);

/** When the newest run was asked that is one too many; no row: there are not so many. Reads the index alone. */
export const findFirstTooMany = statement(
  'agent.findFirstTooMany',
  z.object({ created_at: z.date() }),
  (v: Named<{ count: number }>) => sql`
  select created_at from run where workspace_id = ${v.workspaceId} order by created_at desc, run_id desc offset ${v.count}::bigint limit 1
`,
);

/** Deletes the oldest runs up to a time, some at once. Those that somebody has judged stay: calibrations learn from them. */
export const removeRuns = statement(
  'agent.removeRuns',
  z.object({ run_id: z.string() }),
  (v: Named<{ until: Date; limit: number }>) => sql`
  delete from run where workspace_id = ${v.workspaceId} and run_id in (
    select r.run_id from run r
    where r.workspace_id = ${v.workspaceId} and r.created_at <= ${v.until}
      and not exists (select 1 from feedback f where f.workspace_id = ${v.workspaceId} and f.run_id = r.run_id)
    order by r.created_at, r.run_id limit ${v.limit}::bigint
  )
  returning run_id
`,
);
