import { z } from 'zod';
import { type Named, sql, statement, validAt, visible } from '../db/statement.ts';
import { answerWordings, cautions } from './settings.ts';

/** How certain an answer must be, as set by a workspace; at most one of the two is set. */
const gateRow = z.object({ gate_caution: z.enum(cautions).nullable(), gate_from: z.number().nullable() });

export type GateRow = z.infer<typeof gateRow>;

const limit = z.number().nullable();

/** The columns of the budgets that a workspace has set for its questions. */
const budgetRow = z.object({
  default_millis: limit,
  default_rounds: limit,
  default_tokens: limit,
  max_millis: limit,
  max_rounds: limit,
  max_tokens: limit,
});

export type BudgetRow = z.infer<typeof budgetRow>;

const wordingColumn = z.enum(answerWordings).nullable();

/** The columns that a question reads from its workspace's row. */
export const settingsRow = budgetRow.extend(gateRow.shape).extend({
  wording: wordingColumn,
  facts_epoch: z.string().nullable(),
  embedder: z.string().nullable(),
});

export type SettingsRow = z.infer<typeof settingsRow>;

/** Selects a workspace with counts of what a reader can find in it. */
export const findWorkspace = statement(
  'workspaces.findWorkspace',
  budgetRow.extend({
    ...gateRow.shape,
    workspace_id: z.string(),
    name: z.string(),
    embedder: z.string().nullable(),
    retention_days: z.number(),
    document_site: z.string().nullable(),
    wording: wordingColumn,
    document_count: z.number(),
    chunk_count: z.number(),
    curated_count: z.number(),
  }),
  (v: Named<{ now: Date; accessGroups: readonly string[] | null }>) => sql`
  with readable as materialized (
    select d.document_id from document d
    where d.workspace_id = ${v.workspaceId} and d.state = 'PUBLISHED' and d.deleted_at is null
      and ${visible('d', v.accessGroups)}
  )
  select w.workspace_id, w.name, w.embedder, w.retention_days, w.document_site,
    w.default_millis, w.default_rounds, w.default_tokens, w.max_millis, w.max_rounds, w.max_tokens, w.gate_caution, w.gate_from, w.wording,
    (select count(*)::int from readable) as document_count,
    (
      select coalesce(sum(v.passage_count), 0)::int
      from document_version v
      where v.workspace_id = ${v.workspaceId}
        and v.document_id in (select readable.document_id from readable)
        and ${validAt('v', v.now)}
    ) as chunk_count,
    (
      select count(*)::int
      from curated_answer a
      where a.workspace_id = ${v.workspaceId} and (${v.accessGroups}::text[] is null or not exists (
        select 1
        from curated_source s
        left join document d on d.workspace_id = ${v.workspaceId} and d.document_id = s.document_id
        where s.workspace_id = ${v.workspaceId} and s.curated_id = a.curated_id
          and not (d.document_id is not null and ${visible('d', v.accessGroups)})
      ))
    ) as curated_count
  from workspace w
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * Selects the settings of a workspace for its questions (budgets and gate) and the epoch of its cached facts. It counts
 * nothing, because it runs with each question. Values: workspace.
 */
export const findSettings = statement(
  'workspaces.findSettings',
  settingsRow,
  `
  select default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens, gate_caution, gate_from, wording, facts_epoch, embedder
  from workspace where workspace_id = $1
`,
);

/** Selects for how many days deleted documents can be restored. Values: workspace. */
export const findRetention = statement(
  'workspaces.findRetention',
  z.object({ retention_days: z.number() }),
  `
  select retention_days from workspace where workspace_id = $1
`,
);

/**
 * Selects which model's vectors a workspace holds. It locks and counts nothing, because it runs with each question.
 * Values: workspace.
 */
export const findEmbedder = statement(
  'workspaces.findEmbedder',
  z.object({ embedder: z.string().nullable() }),
  `
  select embedder from workspace where workspace_id = $1
`,
);

/** Creates a workspace; an existing one stays as it is. Values: workspace, name, retention in days, created. */
export const insertWorkspace = statement(
  'workspaces.insertWorkspace',
  z.object({}),
  `
  insert into workspace (workspace_id, name, retention_days, created_at) values ($1, $2, $3, $4)
  on conflict (workspace_id) do nothing
`,
);

/**
 * Sets the named columns and leaves the others. Values: workspace, names of columns, then their new values, null for
 * the product's own: default milliseconds, rounds and tokens, largest milliseconds, rounds and tokens.
 */
export const setBudget = statement(
  'workspaces.setBudget',
  budgetRow,
  `
  update workspace set
    default_millis = case when 'default_millis' = any ($2::text[]) then $3 else default_millis end,
    default_rounds = case when 'default_rounds' = any ($2) then $4 else default_rounds end,
    default_tokens = case when 'default_tokens' = any ($2) then $5 else default_tokens end,
    max_millis = case when 'max_millis' = any ($2) then $6 else max_millis end,
    max_rounds = case when 'max_rounds' = any ($2) then $7 else max_rounds end,
    max_tokens = case when 'max_tokens' = any ($2) then $8 else max_tokens end
  where workspace_id = $1
  returning default_millis, default_rounds, default_tokens, max_millis, max_rounds, max_tokens
`,
);

/** Replaces the gate. Values: workspace, caution or null, confidence or null; both null: the product's own. */
export const setGate = statement(
  'workspaces.setGate',
  gateRow,
  `
  update workspace set gate_caution = $2, gate_from = $3 where workspace_id = $1
  returning gate_caution, gate_from
`,
);

/** Sets the site that relative addresses of documents are paths of; null: none. */
export const setDocumentSite = statement(
  'workspaces.setDocumentSite',
  z.object({ workspace_id: z.string() }),
  (v: Named<{ site: string | null }>) => sql`
  update workspace set document_site = ${v.site} where workspace_id = ${v.workspaceId}
  returning workspace_id
`,
);

/** Sets whose words its answers have; null: the product's own choice. */
export const setWording = statement(
  'workspaces.setWording',
  z.object({ workspace_id: z.string() }),
  (v: Named<{ wording: string | null }>) => sql`
  update workspace set wording = ${v.wording} where workspace_id = ${v.workspaceId}
  returning workspace_id
`,
);

/** Sets for how many days deleted documents can be restored. Values: workspace, days. */
export const setRetention = statement(
  'workspaces.setRetention',
  z.object({ workspace_id: z.string() }),
  `
  update workspace set retention_days = $2 where workspace_id = $1
  returning workspace_id
`,
);

/** Sets which model's vectors the workspace uses. Values: workspace, model fingerprint. */
export const setEmbedder = statement(
  'workspaces.setEmbedder',
  z.object({}),
  `
  update workspace set embedder = $2 where workspace_id = $1
`,
);

/** Makes every process read the workspace's cached facts again. Values: workspace, a new id. */
export const moveFacts = statement(
  'workspaces.moveFacts',
  z.object({}),
  `
  update workspace set facts_epoch = $2 where workspace_id = $1
`,
);

/** Deletes a workspace with everything in it. Values: workspace. */
export const removeWorkspace = statement(
  'workspaces.removeWorkspace',
  z.object({}),
  `
  delete from workspace where workspace_id = $1
`,
);
