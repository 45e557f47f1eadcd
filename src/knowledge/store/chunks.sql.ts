import { z } from 'zod';
import { type Named, sql, statement, visible } from '../../db/statement.ts';

/** The columns of a chunk. */
const chunkRow = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  version_id: z.string(),
  ordinal: z.number(),
  body: z.string(),
  start_offset: z.number(),
  end_offset: z.number(),
  section_path: z.array(z.string()),
  content_type: z.enum(['PROSE', 'LIST', 'TABLE', 'CODE', 'RECORD']),
  token_count: z.number(),
  quality: z.number(),
  omitted: z.boolean(),
  omit_reason: z.string().nullable(),
  omit_override: z.boolean().nullable(),
  duplicate_group: z.string().nullable(),
  hypothetical_count: z.number(),
});

export type ChunkRow = z.infer<typeof chunkRow>;

/**
 * Selects a page of the passages of each of some versions, in the order of the text, as far as the reader may see their
 * documents.
 */
export const listChunks = statement(
  'knowledge.listChunks',
  chunkRow,
  (
    v: Named<{
      versionIds: readonly string[];
      accessGroups: readonly string[] | null;
      drafts: boolean;
      after: number;
      limit: number;
    }>,
  ) => sql`
  with readable as materialized (
    select v.version_id
    from document_version v
    join document d on d.workspace_id = ${v.workspaceId} and d.document_id = v.document_id
    where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.versionIds}::uuid[]) and d.deleted_at is null
      and ${visible('d', v.accessGroups, v.drafts)}
  ), paged as (
    select c.chunk_id, c.document_id, c.version_id, c.ordinal, c.start_offset, c.end_offset, c.omitted, c.duplicate_group,
      row_number() over (partition by c.version_id order by c.ordinal) as position
    from chunk c
    where c.workspace_id = ${v.workspaceId} and c.version_id in (select readable.version_id from readable) and c.kind = 'PASSAGE' and c.ordinal > ${v.after}
  ), helped as (
    select h.parent_id, count(*)::int as hypotheticals
    from chunk h
    where h.workspace_id = ${v.workspaceId} and h.version_id in (select readable.version_id from readable) and h.kind = 'HYPOTHETICAL'
    group by h.parent_id
  )
  select p.chunk_id, p.document_id, p.version_id, p.ordinal, t.body, p.start_offset, p.end_offset, t.section_path, t.content_type, t.token_count, t.quality, p.omitted,
    t.omit_reason, t.omit_override, p.duplicate_group, coalesce(h.hypotheticals, 0) as hypothetical_count
  from paged p
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = p.chunk_id
  left join helped h on h.parent_id = p.chunk_id
  where p.position <= ${v.limit}
  order by p.version_id, p.ordinal
`,
);

/** Selects passages, as far as the reader may see their documents. */
export const findChunks = statement(
  'knowledge.findChunks',
  chunkRow,
  (v: Named<{ chunkIds: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select c.chunk_id, c.document_id, c.version_id, c.ordinal, t.body, c.start_offset, c.end_offset, t.section_path, t.content_type, t.token_count, t.quality, c.omitted,
    t.omit_reason, t.omit_override, c.duplicate_group,
    (
      select count(*)::int from chunk h where h.workspace_id = ${v.workspaceId} and h.version_id = c.version_id and h.parent_id = c.chunk_id and h.kind = 'HYPOTHETICAL'
    ) as hypothetical_count
  from chunk c
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
  where c.workspace_id = ${v.workspaceId} and c.chunk_id = any (${v.chunkIds}::uuid[]) and c.kind = 'PASSAGE' and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Selects those of some passages that go on with the section of the passage before them. */
export const listContinued = statement(
  'knowledge.listContinued',
  z.object({ chunk_id: z.string() }),
  (v: Named<{ chunkIds: readonly string[] }>) => sql`
  select c.chunk_id
  from chunk c
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  join chunk b on b.workspace_id = ${v.workspaceId} and b.version_id = c.version_id and b.kind = 'PASSAGE' and b.ordinal = c.ordinal - 1
  join chunk_text u on u.workspace_id = ${v.workspaceId} and u.chunk_id = b.chunk_id
  where c.workspace_id = ${v.workspaceId} and c.chunk_id = any (${v.chunkIds}::uuid[]) and u.section_path = t.section_path
`,
);

/** Selects the passages of each of some groups of near-duplicates, as far as the reader may see their documents. */
export const listDuplicates = statement(
  'knowledge.listDuplicates',
  z.object({
    duplicate_group: z.string(),
    chunk_id: z.string(),
    document_id: z.string(),
    key: z.string(),
    version_id: z.string(),
  }),
  (
    v: Named<{ groups: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean; limit: number }>,
  ) => sql`
  with ranked as (
    select c.duplicate_group, c.chunk_id, c.document_id, d.key, c.version_id,
      row_number() over (partition by c.duplicate_group order by d.key, c.version_id desc, c.ordinal) as position
    from chunk c
    join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
    where c.workspace_id = ${v.workspaceId} and c.duplicate_group = any (${v.groups}::uuid[]) and c.kind = 'PASSAGE' and d.deleted_at is null
      and ${visible('d', v.accessGroups, v.drafts)}
  )
  select r.duplicate_group, r.chunk_id, r.document_id, r.key, r.version_id from ranked r
  where r.position <= ${v.limit}
  order by r.duplicate_group, r.position
`,
);

/** Stores a person's decision on whether retrieval skips a chunk; null withdraws it. */
export const setOmitOverride = statement(
  'knowledge.setOmitOverride',
  z.object({}),
  (v: Named<{ chunkId: string; omitted: boolean | null }>) => sql`
  update chunk_text set omit_override = ${v.omitted} where workspace_id = ${v.workspaceId} and chunk_id = ${v.chunkId}
`,
);

/**
 * Sets whether retrieval skips a chunk and the texts generated from it: a paraphrase must not bring back what was
 * removed.
 */
export const setOmitted = statement(
  'knowledge.setOmitted',
  z.object({}),
  (v: Named<{ versionId: string; chunkId: string; omitted: boolean }>) => sql`
  update chunk set omitted = ${v.omitted} where workspace_id = ${v.workspaceId} and version_id = ${v.versionId} and parent_id = ${v.chunkId}
`,
);
