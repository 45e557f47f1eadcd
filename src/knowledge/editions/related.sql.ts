import { z } from 'zod';
import { type Named, sql, statement, validAt, visible } from '../../db/statement.ts';
import { sourceType } from '../store/documents.sql.ts';

interface RelatedValues {
  readonly documentIds: readonly string[];
  /** Series of titles, and of files. */
  readonly titles: readonly string[];
  readonly files: readonly string[];
  /** Roots of the words of which one stands in what a document says that it replaces. */
  readonly roots: readonly string[];
  readonly accessGroups: readonly string[] | null;
  readonly at: Date;
  /** Documents of one series, and of those that say that they replace one. */
  readonly most: number;
}

/**
 * Selects some documents, and those that may be other editions of them: of their series, that say that they replace
 * something called so, or that a person or who loaded them has named. Only published ones that the asker may read, in
 * their version of an instant; the latest first.
 */
export const findRelated = statement(
  'knowledge.findRelated',
  z.object({
    document_id: z.string(),
    key: z.string(),
    title: z.string(),
    title_series: z.string().nullable(),
    version_id: z.string(),
    effective_from: z.date(),
    trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']),
    created_at: z.date(),
    updated_at: z.date(),
    superseded_by: z.string().nullable(),
    supersedes: z.string().nullable(),
    successor_override: z.array(z.string()).nullable(),
    tags: z.array(z.string()),
    source_type: sourceType,
    semantic_type: z.string().nullable(),
    author: z.string().nullable(),
    language: z.string().nullable(),
    access_groups: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
  }),
  (v: Named<RelatedValues>) => sql`
  with found as materialized (
    select d.document_id, d.key, d.superseded_by, d.supersedes, d.successor_override
    from document d
    where d.workspace_id = ${v.workspaceId} and d.document_id = any (${v.documentIds}::uuid[])
  ), related as materialized (
    select f.document_id from found f
    union
    select o.document_id
    from unnest(${v.titles}::text[]) as t (series)
    cross join lateral (
      select d.document_id from document d
      where d.workspace_id = ${v.workspaceId} and d.title_series = t.series and d.deleted_at is null and ${visible('d', v.accessGroups)}
      order by d.updated_at desc, d.document_id limit ${v.most}
    ) as o
    union
    select o.document_id
    from unnest(${v.files}::text[]) as t (series)
    cross join lateral (
      select d.document_id from document d
      where d.workspace_id = ${v.workspaceId} and d.file_series = t.series and d.deleted_at is null and ${visible('d', v.accessGroups)}
      order by d.updated_at desc, d.document_id limit ${v.most}
    ) as o
    union
    select o.document_id from (
      select d.document_id from document d
      where d.workspace_id = ${v.workspaceId} and d.replaces <> '{}' and d.replaces && ${v.roots}::text[] and d.deleted_at is null and ${visible('d', v.accessGroups)}
      order by d.updated_at desc, d.document_id limit ${v.most}
    ) as o
    union
    select d.document_id from found f join document d on d.workspace_id = ${v.workspaceId} and d.supersedes = f.key
    union
    select d.document_id from found f join document d on d.workspace_id = ${v.workspaceId} and d.key in (f.superseded_by, f.supersedes)
    union
    select d.document_id from found f join document d on d.workspace_id = ${v.workspaceId} and d.superseded_by = f.key
    union
    select unnest(f.successor_override) from found f
    union
    select d.document_id from document d where d.workspace_id = ${v.workspaceId} and d.successor_override && ${v.documentIds}::uuid[]
  )
  select d.document_id, d.key, d.title, d.title_series, v.version_id, v.effective_from, d.trust, d.created_at, d.updated_at, d.superseded_by, d.supersedes, d.successor_override,
    d.tags, d.source_type, d.semantic_type, d.author, d.language, d.access_groups, d.metadata
  from related r
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = r.document_id
  cross join lateral (
    select o.version_id, o.effective_from from document_version o
    where o.workspace_id = ${v.workspaceId} and o.document_id = d.document_id and ${validAt('o', v.at)}
    order by o.number desc limit 1
  ) as v
  where d.state = 'PUBLISHED' and d.deleted_at is null and ${visible('d', v.accessGroups)}
  order by v.effective_from desc, d.updated_at desc, d.document_id
`,
  { prepared: true },
);

/** The beginning of each version's text. The caller may read them. */
export const readHeads = statement(
  'knowledge.readHeads',
  z.object({ version_id: z.string(), head: z.string() }),
  (v: Named<{ versionIds: readonly string[]; headCharacters: number }>) => sql`
  select t.version_id, left(t.text, ${v.headCharacters}) as head
  from version_text t
  where t.workspace_id = ${v.workspaceId} and t.version_id = any (${v.versionIds}::uuid[])
`,
);

/**
 * The passages of some versions without their texts, by their place: the headings that they stand under or have, and how
 * near they are to a question, if its vector is given. The caller may read them.
 */
export const listSections = statement(
  'knowledge.listSections',
  z.object({
    version_id: z.string(),
    chunk_id: z.string(),
    headings: z.array(z.string()),
    similarity: z.number().nullable(),
  }),
  (v: Named<{ versionIds: readonly string[]; model: string; vector: string | null; limit: number }>) => sql`
  select c.version_id, c.chunk_id,
    array(
      select t.section_path[cardinality(t.section_path)] where cardinality(t.section_path) > 0
      union all
      select m[1] from regexp_matches(t.body, '^#{1,6} (.+)$', 'gn') as m
    ) as headings,
    (
      select max(-(w.embedding <#> ${v.vector}::halfvec)) from chunk_window w
      where w.workspace_id = ${v.workspaceId} and w.chunk_id = c.chunk_id and w.model = ${v.model} and ${v.vector}::text is not null
    ) as similarity
  from chunk c
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  where c.workspace_id = ${v.workspaceId} and c.version_id = any (${v.versionIds}::uuid[]) and c.kind = 'PASSAGE' and not c.omitted
  order by c.version_id, c.ordinal
  limit ${v.limit}
`,
);
