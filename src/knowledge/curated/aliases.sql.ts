import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** A group of phrases that mean the same, as the statements select it. */
const aliasRow = z.object({
  alias_id: z.string(),
  term: z.string(),
  synonyms: z.array(z.string()),
  created_at: z.date(),
  updated_at: z.date(),
});

export type AliasRow = z.infer<typeof aliasRow>;

/** Creates a group, or replaces the phrases of the one with this term; no row when a new one would be too many. */
export const upsertAlias = statement(
  'knowledge.upsertAlias',
  aliasRow,
  (v: Named<{ aliasId: string; term: string; synonyms: readonly string[]; now: Date; maxGroups: number }>) => sql`
  insert into alias (workspace_id, alias_id, term, synonyms, created_at, updated_at)
  select w.workspace_id, ${v.aliasId}::uuid, ${v.term}::text, ${v.synonyms}::text[], ${v.now}::timestamptz, ${v.now}::timestamptz
  from workspace w
  where w.workspace_id = ${v.workspaceId} and (
    (select count(*) from alias a where a.workspace_id = ${v.workspaceId}) < ${v.maxGroups}
    or exists (select 1 from alias a where a.workspace_id = ${v.workspaceId} and lower(a.term) = lower(${v.term}))
  )
  on conflict (workspace_id, lower(term)) do update
  set term = excluded.term, synonyms = excluded.synonyms, updated_at = excluded.updated_at
  returning alias_id, term, synonyms, created_at, updated_at
`,
);

/** Deletes a group by its id or its term. */
export const removeAlias = statement(
  'knowledge.removeAlias',
  aliasRow,
  (v: Named<{ aliasId: string | null; term: string | null }>) => sql`
  delete from alias where workspace_id = ${v.workspaceId} and (alias_id = ${v.aliasId}::uuid or lower(term) = lower(${v.term}::text))
  returning alias_id, term, synonyms, created_at, updated_at
`,
);

/** Groups of phrases that mean the same, last saved first. */
export const pageAliases = statement(
  'knowledge.pageAliases',
  aliasRow,
  (v: Named<{ savedBefore: Date | null; idBefore: string | null; limit: number }>) => sql`
  select alias_id, term, synonyms, created_at, updated_at from alias
  where workspace_id = ${v.workspaceId} and (${v.savedBefore}::timestamptz is null or (updated_at, alias_id) < (${v.savedBefore}, ${v.idBefore}::uuid))
  order by updated_at desc, alias_id desc
  limit ${v.limit}
`,
);

/** Every group of a workspace, the oldest first: 2,000 at most, kept by each process until one changes. */
export const listAliases = statement(
  'knowledge.listAliases',
  aliasRow,
  (v: Named<object>) => sql`
  select a.alias_id, a.term, a.synonyms, a.created_at, a.updated_at
  from alias a
  where a.workspace_id = ${v.workspaceId}
  order by a.alias_id
`,
);
