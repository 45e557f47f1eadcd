import { z } from 'zod';
import { type Named, sql, statement, validAt, visible } from '../../db/statement.ts';

/** The versions that are valid, found by everybody who may, and not compared yet: the next ones, and how many there are. */
export const findUnaudited = statement(
  'learning.findUnaudited',
  z.object({ version_id: z.string(), document_id: z.string(), total: z.number() }),
  (v: Named<{ now: Date; limit: number; after: string | null }>) => sql`
  select o.version_id, o.document_id, count(*) over ()::int as total
  from document d
  join document_version o on o.workspace_id = ${v.workspaceId} and o.document_id = d.document_id and ${validAt('o', v.now)}
  where d.workspace_id = ${v.workspaceId} and d.state = 'PUBLISHED' and d.deleted_at is null
    and (${v.after}::uuid is null or o.version_id > ${v.after})
    and not exists (
      select 1 from audited_version a where a.workspace_id = ${v.workspaceId} and a.version_id = o.version_id
    )
  order by o.version_id
  limit ${v.limit}
`,
);

/**
 * The passages of a version, each with a passage of a compared document that has a window near one of its own, nearest
 * first. `limit` is of windows, `near` of passages that each is compared with.
 */
export const findNear = statement(
  'learning.findNear',
  z.object({ own_id: z.string(), other_id: z.string(), distance: z.number() }),
  (v: Named<{ versionId: string; model: string; now: Date; limit: number; near: number; farthest: number }>) => sql`
  with own as materialized (
    select c.parent_id, c.document_id, w.embedding
    from chunk c
    join chunk_window w on w.workspace_id = ${v.workspaceId} and w.chunk_id = c.chunk_id and w.model = ${v.model}
    where c.workspace_id = ${v.workspaceId} and c.version_id = ${v.versionId} and c.kind = 'PASSAGE' and not c.omitted
    order by c.ordinal, w.ordinal
    limit ${v.limit}
  )
  select o.parent_id as own_id, n.parent_id as other_id, min(n.distance) as distance
  from own o
  cross join lateral candor_search_vector(${v.workspaceId}, ${v.model}, o.embedding, ${v.near}::int, ${v.farthest}::float8, ${v.now}::timestamptz, null::text[], '{}'::jsonb) n
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = n.parent_id and c.document_id <> o.document_id
  join audited_version a on a.workspace_id = ${v.workspaceId} and a.version_id = c.version_id
  group by o.parent_id, n.parent_id
  order by 3, 1, 2
`,
);

/** The texts of passages, with where they stand. */
export const readAudited = statement(
  'learning.readAudited',
  z.object({
    chunk_id: z.string(),
    document_id: z.string(),
    version_id: z.string(),
    title: z.string(),
    body: z.string(),
    start_offset: z.number(),
    section_path: z.array(z.string()),
  }),
  (v: Named<{ chunkIds: readonly string[] }>) => sql`
  select c.chunk_id, c.document_id, c.version_id, coalesce(nullif(d.title, ''), d.key) as title, t.body, c.start_offset, t.section_path
  from chunk c
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
  where c.workspace_id = ${v.workspaceId} and c.chunk_id = any (${v.chunkIds}::uuid[])
`,
);

/** The sides of a document that stand in another version than the one that is valid. */
export const listMoved = statement(
  'learning.listMoved',
  z.object({ conflict_id: z.string(), is_first: z.boolean(), quote: z.string() }),
  (v: Named<{ documentId: string; versionId: string }>) => sql`
  select f.conflict_id, true as is_first, f.first_quote as quote from found_conflict f
  where f.workspace_id = ${v.workspaceId} and f.first_document_id = ${v.documentId} and f.first_version_id <> ${v.versionId}
  union all
  select f.conflict_id, false, f.second_quote from found_conflict f
  where f.workspace_id = ${v.workspaceId} and f.second_document_id = ${v.documentId} and f.second_version_id <> ${v.versionId}
`,
);

/** Moves a side to a later version of its document. */
export const moveSide = statement(
  'learning.moveSide',
  z.object({}),
  (v: Named<{ conflictId: string; isFirst: boolean; versionId: string; start: number }>) => sql`
  update found_conflict f set
    first_version_id = case when ${v.isFirst}::boolean then ${v.versionId}::uuid else f.first_version_id end,
    first_start = case when ${v.isFirst} then ${v.start}::int else f.first_start end,
    second_version_id = case when ${v.isFirst} then f.second_version_id else ${v.versionId} end,
    second_start = case when ${v.isFirst} then f.second_start else ${v.start} end
  where f.workspace_id = ${v.workspaceId} and f.conflict_id = ${v.conflictId}
`,
);

/** Forgets conflicts of which a side is said no more. */
export const forgetConflicts = statement(
  'learning.forgetConflicts',
  z.object({}),
  (v: Named<{ ids: readonly string[] }>) => sql`
  delete from found_conflict f where f.workspace_id = ${v.workspaceId} and f.conflict_id = any (${v.ids}::uuid[])
`,
);

interface InsertedConflict {
  id: string;
  wording: string;
  kind: string;
  documentIds: readonly string[];
  versionIds: readonly string[];
  starts: readonly number[];
  quotes: readonly string[];
  sideValues: readonly string[];
  now: Date;
}

/** Stores a conflict, unless it is known. Lists have the first side and the second. */
export const insertConflict = statement(
  'learning.insertConflict',
  z.object({ conflict_id: z.string() }),
  (v: Named<InsertedConflict>) => sql`
  insert into found_conflict (workspace_id, conflict_id, wording, kind, first_document_id, first_version_id, first_start, first_quote, first_value, second_document_id, second_version_id, second_start, second_quote, second_value, found_at)
  select w.workspace_id, ${v.id}::uuid, ${v.wording}::text, ${v.kind}::text,
    (${v.documentIds}::uuid[])[1], (${v.versionIds}::uuid[])[1], (${v.starts}::int[])[1], (${v.quotes}::text[])[1], (${v.sideValues}::text[])[1],
    (${v.documentIds})[2], (${v.versionIds})[2], (${v.starts})[2], (${v.quotes})[2], (${v.sideValues})[2], ${v.now}::timestamptz
  from workspace w
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, wording) do nothing
  returning conflict_id
`,
);

/** Notes that a version was compared. */
export const noteAudited = statement(
  'learning.noteAudited',
  z.object({}),
  (v: Named<{ versionId: string }>) => sql`
  insert into audited_version (workspace_id, version_id)
  select o.workspace_id, o.version_id from document_version o
  where o.workspace_id = ${v.workspaceId} and o.version_id = ${v.versionId}
  on conflict (workspace_id, version_id) do nothing
`,
);

const conflictRow = z.object({
  conflict_id: z.string(),
  kind: z.enum(['NUMERIC', 'TEMPORAL', 'POLARITY']),
  first_document_id: z.string(),
  first_version_id: z.string(),
  first_start: z.number(),
  first_quote: z.string(),
  first_value: z.string(),
  first_key: z.string(),
  first_title: z.string(),
  first_from: z.date(),
  second_document_id: z.string(),
  second_version_id: z.string(),
  second_start: z.number(),
  second_quote: z.string(),
  second_value: z.string(),
  second_key: z.string(),
  second_title: z.string(),
  second_from: z.date(),
  found_at: z.date(),
  verdict: z.enum(['FIRST_HOLDS', 'SECOND_HOLDS', 'BOTH_HOLD', 'NO_CONFLICT']).nullable(),
  resolved_at: z.date().nullable(),
});
export type ConflictRow = z.output<typeof conflictRow>;

/** Both of whose documents the reader may find, and whose words are still said: those of an id, or the last found ones. */
export const listConflicts = statement(
  'learning.listConflicts',
  conflictRow,
  (
    v: Named<{
      accessGroups: readonly string[] | null;
      drafts: boolean;
      now: Date;
      id: string | null;
      resolved: boolean | null;
      limit: number;
    }>,
  ) => sql`
  select f.conflict_id, f.kind, f.found_at, f.verdict, f.resolved_at,
    f.first_document_id, f.first_version_id, f.first_start, f.first_quote, f.first_value, d.key as first_key, d.title as first_title, a.effective_from as first_from,
    f.second_document_id, f.second_version_id, f.second_start, f.second_quote, f.second_value, e.key as second_key, e.title as second_title, b.effective_from as second_from
  from found_conflict f
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = f.first_document_id and d.deleted_at is null
  join document e on e.workspace_id = ${v.workspaceId} and e.document_id = f.second_document_id and e.deleted_at is null
  join document_version a on a.workspace_id = ${v.workspaceId} and a.version_id = f.first_version_id and ${validAt('a', v.now)}
  join document_version b on b.workspace_id = ${v.workspaceId} and b.version_id = f.second_version_id and ${validAt('b', v.now)}
  where f.workspace_id = ${v.workspaceId} and ${visible('d', v.accessGroups, v.drafts)} and ${visible('e', v.accessGroups, v.drafts)}
    and (${v.id}::uuid is null or f.conflict_id = ${v.id})
    and (${v.resolved}::boolean is null or (f.verdict is not null) = ${v.resolved})
  order by f.found_at desc, f.conflict_id desc
  limit ${v.limit}
`,
);

/** Writes down what a person says of a conflict; null: nothing more. */
export const resolveConflict = statement(
  'learning.resolveConflict',
  z.object({}),
  (v: Named<{ id: string; verdict: string | null; now: Date; keyId: string | null }>) => sql`
  update found_conflict f set
    verdict = ${v.verdict}::text,
    resolved_at = case when ${v.verdict} is null then null else ${v.now}::timestamptz end,
    resolved_by = case when ${v.verdict} is null then null else ${v.keyId}::uuid end
  where f.workspace_id = ${v.workspaceId} and f.conflict_id = ${v.id}
`,
);
