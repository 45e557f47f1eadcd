import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** The columns of a source. */
const sourceRow = z.object({
  source_id: z.string(),
  name: z.string(),
  kind: z.enum(['FOLDER', 'RCLONE', 'SITE', 'PUSHED', 'FETCHED']),
  root: z.string(),
  access_groups: z.array(z.string()).nullable(),
  every_seconds: z.number().nullable(),
  options: z.record(z.string(), z.unknown()).nullable(),
  read_at: z.date().nullable(),
  tried_at: z.date().nullable(),
  reading: z.record(z.string(), z.unknown()).nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.date(),
});

export type SourceRow = z.infer<typeof sourceRow>;

/**
 * Selects sources: by id, by root, or a page, last created first. `reading` is that of a process that is still heard
 * from.
 */
export const listSources = statement(
  'knowledge.listSources',
  sourceRow,
  (
    v: Named<{
      ids: readonly string[] | null;
      root: string | null;
      limit: number;
      createdBefore: Date | null;
      idBefore: string | null;
    }>,
  ) => sql`
  select source_id, name, kind, root, access_groups, every_seconds, options, read_at, tried_at,
    case when reading_until > now() then reading end as reading, result, created_at
  from sync_source
  where workspace_id = ${v.workspaceId} and removed_at is null and (${v.ids}::uuid[] is null or source_id = any (${v.ids})) and (${v.root}::text is null or root = ${v.root})
    and (${v.createdBefore}::timestamptz is null or (created_at, source_id) < (${v.createdBefore}, ${v.idBefore}::uuid))
  order by created_at desc, source_id desc
  limit ${v.limit}
`,
);

/** Counts the sources on all pages. */
export const countSources = statement(
  'knowledge.countSources',
  z.object({ total: z.number() }),
  (v: Named<unknown>) => sql`
  select count(*)::int as total from sync_source where workspace_id = ${v.workspaceId} and removed_at is null
`,
);

/** Selects another source that has a name. */
export const findNamesake = statement(
  'knowledge.findNamesake',
  z.object({ root: z.string() }),
  (v: Named<{ name: string; root: string }>) => sql`
  select root from sync_source where workspace_id = ${v.workspaceId} and name = ${v.name} and root <> ${v.root}
`,
);

/** Selects the sources that a person may mean by a word: an id, a name, or where it is. */
export const findNamed = statement(
  'knowledge.findNamed',
  z.object({ source_id: z.string() }),
  (v: Named<{ which: string }>) => sql`
  select source_id from sync_source
  where workspace_id = ${v.workspaceId} and removed_at is null and (source_id::text = ${v.which} or name = ${v.which} or root = ${v.which})
  order by (name = ${v.which}) desc, source_id
  limit 1
`,
);

/**
 * Creates a source, or changes what is said of the one with its root: what is omitted stays, unless it was removed.
 * Writes nothing if all of it is said already.
 */
export const upsertSource = statement(
  'knowledge.upsertSource',
  z.object({}),
  (
    v: Named<{
      sourceId: string;
      root: string;
      kind: string;
      name: string | null;
      accessGroups: readonly string[] | null;
      options: string | null;
      everySeconds: number | null;
      keepsSchedule: boolean;
      now: Date;
    }>,
  ) => sql`
  insert into sync_source (workspace_id, source_id, root, kind, name, access_groups, options, every_seconds, created_at)
  values (${v.workspaceId}, ${v.sourceId}, ${v.root}, ${v.kind}, coalesce(${v.name}::text, ${v.root}), ${v.accessGroups}::text[], ${v.options}::json, ${v.everySeconds}, ${v.now})
  on conflict (workspace_id, root) do update
  set name = coalesce(${v.name}::text, case when sync_source.removed_at is null then sync_source.name else ${v.root} end),
    access_groups = coalesce(${v.accessGroups}::text[], case when sync_source.removed_at is null then sync_source.access_groups end),
    options = coalesce(${v.options}::json, case when sync_source.removed_at is null then sync_source.options end),
    every_seconds = case when ${v.keepsSchedule}::boolean and sync_source.removed_at is null then sync_source.every_seconds else ${v.everySeconds}::integer end,
    created_at = case when sync_source.removed_at is null then sync_source.created_at else ${v.now} end,
    removed_at = null
  where sync_source.removed_at is not null or (sync_source.name, sync_source.access_groups, sync_source.options::text, sync_source.every_seconds)
    is distinct from (
      coalesce(${v.name}::text, sync_source.name), coalesce(${v.accessGroups}::text[], sync_source.access_groups), coalesce(${v.options}::json::text, sync_source.options::text),
      case when ${v.keepsSchedule}::boolean then sync_source.every_seconds else ${v.everySeconds}::integer end
    )
`,
);

/** Sets how often a source is read again. */
export const setEvery = statement(
  'knowledge.setEvery',
  z.object({}),
  (v: Named<{ sourceId: string; everySeconds: number | null }>) => sql`
  update sync_source set every_seconds = ${v.everySeconds}::integer where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId}
`,
);

/**
 * Takes a source to read it. No row: there is none, or another reading has it. Leases go by the database's clock.
 * `isAlone`: no other process can have it.
 */
export const takeReading = statement(
  'knowledge.takeReading',
  z.object({ source_id: z.string() }),
  (v: Named<{ root: string; owner: string; isAlone: boolean; leaseSeconds: number; reading: string }>) => sql`
  update sync_source set reading_by = ${v.owner}, reading_until = now() + make_interval(secs => ${v.leaseSeconds}), reading = ${v.reading}::json
  where workspace_id = ${v.workspaceId} and root = ${v.root} and removed_at is null
    and (reading_until is null or reading_until < now() or (${v.isAlone}::boolean and reading_by is distinct from ${v.owner}::uuid))
  returning source_id
`,
);

/** Renews it, and says how far it is. No row: another process has it. */
export const renewReading = statement(
  'knowledge.renewReading',
  z.object({ source_id: z.string() }),
  (v: Named<{ sourceId: string; owner: string; leaseSeconds: number; reading: string }>) => sql`
  update sync_source set reading_until = now() + make_interval(secs => ${v.leaseSeconds}), reading = ${v.reading}::json
  where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and reading_by = ${v.owner}
  returning source_id
`,
);

/** Gives it back. */
export const endReading = statement(
  'knowledge.endReading',
  z.object({}),
  (v: Named<{ sourceId: string; owner: string }>) => sql`
  update sync_source set reading_by = null, reading_until = null, reading = null
  where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and reading_by = ${v.owner}
`,
);

/** Stores when a source was read and what came of it; a null `readAt` is one that was not read to the end. */
export const noteReading = statement(
  'knowledge.noteReading',
  z.object({}),
  (v: Named<{ sourceId: string; readAt: Date | null; triedAt: Date; result: string }>) => sql`
  update sync_source set read_at = coalesce(${v.readAt}, read_at), tried_at = ${v.triedAt}, result = ${v.result}::jsonb where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId}
`,
);

/** Makes documents that were sent by hand part of a source. */
export const adoptDocuments = statement(
  'knowledge.adoptDocuments',
  z.object({}),
  (v: Named<{ sourceId: string; documentIds: readonly string[] }>) => sql`
  update document set source_id = ${v.sourceId} where workspace_id = ${v.workspaceId} and document_id = any (${v.documentIds}::uuid[]) and source_id is null
`,
);

/** Selects the document with a key if it is not from a source, whether or not it is deleted, and what source it is from. */
export const findForeignDocument = statement(
  'knowledge.findForeignDocument',
  z.object({ document_id: z.string(), source_id: z.string().nullable() }),
  (v: Named<{ key: string; sourceId: string }>) => sql`
  select document_id, source_id from document where workspace_id = ${v.workspaceId} and key = ${v.key} and source_id is distinct from ${v.sourceId}::uuid
`,
);

/** Selects the source of each document that came from one. */
export const listSourcesOf = statement(
  'knowledge.listSourcesOf',
  z.object({ document_id: z.string(), source_id: z.string() }),
  (v: Named<{ documentIds: readonly string[] }>) => sql`
  select d.document_id, d.source_id
  from document d
  join sync_source s on s.workspace_id = ${v.workspaceId} and s.source_id = d.source_id and s.removed_at is null
  where d.workspace_id = ${v.workspaceId} and d.document_id = any (${v.documentIds}::uuid[])
`,
);

/** Selects the documents of a source that are not deleted, with who may read them. */
export const listSourceDocuments = statement(
  'knowledge.listSourceDocuments',
  z.object({
    path: z.string(),
    document_id: z.string(),
    access_groups: z.array(z.string()),
    url: z.string().nullable(),
  }),
  (v: Named<{ sourceId: string }>) => sql`
  select s.path, d.document_id, d.access_groups, d.url
  from sync_document s
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = s.document_id
  where s.workspace_id = ${v.workspaceId} and s.source_id = ${v.sourceId} and d.deleted_at is null
`,
);

/** Sets who may read a document and, if it is given, its address. */
export const setRights = statement(
  'knowledge.setRights',
  z.object({}),
  (v: Named<{ documentId: string; accessGroups: readonly string[]; url: string | null }>) => sql`
  update document set access_groups = ${v.accessGroups}::text[], url = coalesce(${v.url}, url) where workspace_id = ${v.workspaceId} and document_id = ${v.documentId}
`,
);

/** Stores what the next reading needs to know of files that have not changed. */
export const noteFiles = statement(
  'knowledge.noteFiles',
  z.object({}),
  (v: Named<{ sourceId: string; path: string; note: string }>) => sql`
  update sync_file set note = ${v.note}::jsonb where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and path = ${v.path}
`,
);
