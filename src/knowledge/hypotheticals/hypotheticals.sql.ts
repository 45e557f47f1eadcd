import { z } from 'zod';
import { type Named, sql, statement, validAt } from '../../db/statement.ts';

/** Counts the passages that listChunksWithoutHypotheticals would list. */
export const countChunksWithoutHypotheticals = statement(
  'knowledge.countChunksWithoutHypotheticals',
  z.object({ total: z.number() }),
  (v: Named<{ now: Date; versionIds: readonly string[] | null }>) => sql`
  select count(*)::int as total
  from chunk_text t
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = t.chunk_id
  join document_version v on v.workspace_id = ${v.workspaceId} and v.version_id = c.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
  where t.workspace_id = ${v.workspaceId} and t.hypotheticals_at is null
    and c.kind = 'PASSAGE' and not c.omitted and d.deleted_at is null
    and (v.version_id = any (${v.versionIds}::uuid[])
      or ${v.versionIds}::uuid[] is null and d.state = 'PUBLISHED' and ${validAt('v', v.now)})
`,
);

/**
 * Selects passages for which no hypotheticals were generated, in the order of their versions and positions: those of
 * some versions, whatever their state, or all that are valid and published.
 */
export const listChunksWithoutHypotheticals = statement(
  'knowledge.listChunksWithoutHypotheticals',
  z.object({
    chunk_id: z.string(),
    version_id: z.string(),
    ordinal: z.number(),
    title: z.string(),
    search_config: z.string(),
    section_path: z.array(z.string()),
    body: z.string(),
  }),
  (
    v: Named<{
      now: Date;
      versionIds: readonly string[] | null;
      afterVersionId: string | null;
      afterOrdinal: number | null;
      limit: number;
    }>,
  ) => sql`
  select c.chunk_id, c.version_id, c.ordinal, d.title, d.search_config, t.section_path, t.body
  from chunk_text t
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = t.chunk_id
  join document_version v on v.workspace_id = ${v.workspaceId} and v.version_id = c.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
  where t.workspace_id = ${v.workspaceId} and t.hypotheticals_at is null
    and c.kind = 'PASSAGE' and not c.omitted and d.deleted_at is null
    and (v.version_id = any (${v.versionIds}::uuid[])
      or ${v.versionIds}::uuid[] is null and d.state = 'PUBLISHED' and ${validAt('v', v.now)})
    and (${v.afterVersionId}::uuid is null or (c.version_id, c.ordinal) > (${v.afterVersionId}, ${v.afterOrdinal}::int))
  order by c.version_id, c.ordinal
  limit ${v.limit}
`,
);

/**
 * Marks passages as processed and returns those that were not marked before. Only those get hypotheticals, so that two
 * runs store nothing twice. The versions are locked first: otherwise a concurrent deletion that cascades to the
 * passages would wait for this statement, and this statement for it.
 */
export const markHypotheticals = statement(
  'knowledge.markHypotheticals',
  z.object({ chunk_id: z.string() }),
  (v: Named<{ chunkIds: readonly string[]; versionIds: readonly string[]; now: Date }>) => sql`
  with held as materialized (
    select v.version_id from document_version v
    where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.versionIds}::uuid[])
    order by v.version_id
    for key share
  )
  update chunk_text set hypotheticals_at = ${v.now}
  from chunk c
  join held h on h.version_id = c.version_id
  where chunk_text.workspace_id = ${v.workspaceId} and chunk_text.chunk_id = any (${v.chunkIds}::uuid[]) and chunk_text.hypotheticals_at is null
    and c.workspace_id = ${v.workspaceId} and c.chunk_id = chunk_text.chunk_id
  returning chunk_text.chunk_id
`,
);

/**
 * Stores hypotheticals after the passages of their version, each with the span and the omitted state of its passage.
 * setChunkLengths sets their lengths later.
 */
export const insertHypotheticals = statement(
  'knowledge.insertHypotheticals',
  z.object({}),
  (
    v: Named<{
      ids: readonly string[];
      parentIds: readonly string[];
      positions: readonly number[];
      maxPerChunk: number;
    }>,
  ) => sql`
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted)
  select c.workspace_id, piece.chunk_id, c.document_id, c.version_id, c.chunk_id, 'HYPOTHETICAL', v.chunk_count + c.ordinal * ${v.maxPerChunk}::int + piece.position, c.start_offset, c.end_offset, 0, 0, 0, c.omitted
  from unnest(${v.ids}::uuid[], ${v.parentIds}::uuid[], ${v.positions}::int[]) as piece (chunk_id, parent_id, position)
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = piece.parent_id
  join document_version v on v.workspace_id = ${v.workspaceId} and v.version_id = c.version_id
`,
);

/**
 * Stores the texts of hypotheticals, analysed with the configuration of their document. Title and headings are left out
 * of the search vector, because the passage has them. In a text of ten words BM25 would give each of them half as much
 * weight again, and a question with a word of the title would rank passages by how short their hypotheticals are.
 */
export const insertHypotheticalTexts = statement(
  'knowledge.insertHypotheticalTexts',
  z.object({}),
  (
    v: Named<{
      ids: readonly string[];
      texts: readonly string[];
      tokenCounts: readonly number[];
      analysedTexts: readonly string[];
    }>,
  ) => sql`
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality)
  select c.workspace_id, piece.chunk_id, piece.body, parent.section_path, to_tsvector(d.search_config::regconfig, piece.search_body), 'PROSE', piece.token_count, 1
  from unnest(${v.ids}::uuid[], ${v.texts}::text[], ${v.tokenCounts}::int[], ${v.analysedTexts}::text[]) as piece (chunk_id, body, token_count, search_body)
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = piece.chunk_id
  join chunk_text parent on parent.workspace_id = ${v.workspaceId} and parent.chunk_id = c.parent_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
`,
);
