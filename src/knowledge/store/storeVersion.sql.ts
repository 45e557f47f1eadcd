import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** The document with a key, locked against a second ingestion of it. */
export const findDocumentByKey = statement(
  'knowledge.findDocumentByKey',
  z.object({ document_id: z.string(), deleted_at: z.date().nullable() }),
  (v: Named<{ key: string }>) => sql`
  select document_id, deleted_at from document
  where workspace_id = ${v.workspaceId} and key = ${v.key}
  for update
`,
);

/** What a document's newest version says of it; `metadata` as JSON. */
export interface DocumentFacts {
  readonly title: string;
  readonly url: string | null;
  readonly metadata: string;
  readonly tags: readonly string[];
  readonly updatedAt: Date;
  readonly sourceType: string;
  readonly semanticType: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly searchConfig: string;
  readonly accessGroups: readonly string[];
  readonly supersededBy: string | null;
}

/** A new document. */
export const insertDocument = statement(
  'knowledge.insertDocument',
  z.object({}),
  (v: Named<DocumentFacts & { documentId: string; key: string; state: string; trust: string; now: Date }>) => sql`
  insert into document (
    workspace_id, document_id, key, state, title, url, metadata, tags, updated_at, source_type, semantic_type, author, language, search_config, access_groups, superseded_by, trust, created_at
  )
  values (${v.workspaceId}, ${v.documentId}, ${v.key}, ${v.state}, ${v.title}, ${v.url}, ${v.metadata}::jsonb, ${v.tags}, ${v.updatedAt}, ${v.sourceType}, ${v.semanticType}, ${v.author}, ${v.language}, ${v.searchConfig}, ${v.accessGroups}, ${v.supersededBy}, ${v.trust}, ${v.now})
`,
);

/** The facts of a document after a new version. */
export const updateDocument = statement(
  'knowledge.updateDocument',
  z.object({}),
  (v: Named<DocumentFacts & { documentId: string; state: string | null; trust: string | null }>) => sql`
  update document set state = coalesce(${v.state}, state), title = ${v.title}, url = ${v.url}, metadata = ${v.metadata}::jsonb, tags = ${v.tags}, updated_at = ${v.updatedAt}, source_type = ${v.sourceType}, semantic_type = ${v.semanticType},
    author = ${v.author}, language = ${v.language}, search_config = ${v.searchConfig}, access_groups = ${v.accessGroups}, superseded_by = ${v.supersededBy}, trust = coalesce(${v.trust}, trust)
  where workspace_id = ${v.workspaceId} and document_id = ${v.documentId}
`,
);

/** What decides whether a document changed: its versions without their texts, oldest number first. */
export const listVersionStamps = statement(
  'knowledge.listVersionStamps',
  z.object({
    version_id: z.string(),
    number: z.number(),
    content_hash: z.string(),
    effective_from: z.date(),
    effective_until: z.date().nullable(),
    expires_at: z.date().nullable(),
  }),
  (v: Named<{ documentId: string }>) => sql`
  select version_id, number, content_hash, effective_from, effective_until, expires_at from document_version
  where workspace_id = ${v.workspaceId} and document_id = ${v.documentId}
  order by number
`,
);

/** Until when a version is valid. */
export const endVersion = statement(
  'knowledge.endVersion',
  z.object({}),
  (v: Named<{ versionId: string; effectiveUntil: Date | null }>) => sql`
  update document_version set effective_until = ${v.effectiveUntil}
  where workspace_id = ${v.workspaceId} and version_id = ${v.versionId}
`,
);

/** A version without its text; its sums follow with setVersionLengths. */
export const insertVersion = statement(
  'knowledge.insertVersion',
  z.object({}),
  (
    v: Named<{
      versionId: string;
      documentId: string;
      number: number;
      contentHash: string;
      effectiveFrom: Date;
      effectiveUntil: Date | null;
      now: Date;
      chunkCount: number;
      sourceType: string;
      flags: readonly string[];
      expiresAt: Date | null;
    }>,
  ) => sql`
  insert into document_version (
    workspace_id, version_id, document_id, number, content_hash, effective_from, effective_until, created_at, chunk_count, source_type, flags, expires_at,
    passage_count, body_length, title_length, heading_length
  )
  values (${v.workspaceId}, ${v.versionId}, ${v.documentId}, ${v.number}, ${v.contentHash}, ${v.effectiveFrom}, ${v.effectiveUntil}, ${v.now}, ${v.chunkCount}, ${v.sourceType}, ${v.flags}, ${v.expiresAt}, 0, 0, 0, 0)
`,
);

/** The canonical text of a version, where it stands in its source, its blocks, and what was not read. */
export const insertVersionText = statement(
  'knowledge.insertVersionText',
  z.object({}),
  (
    v: Named<{
      versionId: string;
      text: string;
      sourceMap: string | null;
      blocks: string;
      problems: readonly string[];
    }>,
  ) => sql`
  insert into version_text (workspace_id, version_id, text, source_map, blocks, problems) values (${v.workspaceId}, ${v.versionId}, ${v.text}, ${v.sourceMap}::jsonb, ${v.blocks}::jsonb, ${v.problems})
`,
);

/** Sums over a version's passages that are not omitted: the mean lengths of BM25F are read from versions. */
export const setVersionLengths = statement(
  'knowledge.setVersionLengths',
  z.object({}),
  (v: Named<{ versionId: string }>) => sql`
  update document_version set (passage_count, body_length, title_length, heading_length) = (
    select count(*)::int, coalesce(sum(c.body_length), 0)::int, coalesce(sum(c.title_length), 0)::int, coalesce(sum(c.heading_length), 0)::int
    from chunk c
    where c.workspace_id = ${v.workspaceId} and c.version_id = ${v.versionId} and c.kind = 'PASSAGE' and not c.omitted
  )
  where document_version.workspace_id = ${v.workspaceId} and document_version.version_id = ${v.versionId}
`,
);

/** The chunks of one version, one array a column. Their lengths follow with setChunkLengths. */
export const insertChunks = statement(
  'knowledge.insertChunks',
  z.object({}),
  (
    v: Named<{
      documentId: string;
      versionId: string;
      ids: readonly string[];
      ordinals: readonly number[];
      starts: readonly number[];
      ends: readonly number[];
      omitted: readonly boolean[];
    }>,
  ) => sql`
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted)
  select w.workspace_id, piece.chunk_id, ${v.documentId}, ${v.versionId}, piece.chunk_id, 'PASSAGE', piece.ordinal, piece.start_offset, piece.end_offset, 0, 0, 0, piece.omitted
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.ordinals}::int[], ${v.starts}::int[], ${v.ends}::int[], ${v.omitted}::boolean[]) as piece (chunk_id, ordinal, start_offset, end_offset, omitted)
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * The texts of chunks with their search vectors: title weighs A, headings B, body D. Section paths come as JSON arrays.
 * What is analysed comes apart from what is shown (searchText).
 */
export const insertChunkTexts = statement(
  'knowledge.insertChunkTexts',
  z.object({}),
  (
    v: Named<{
      analysedTitle: string;
      ids: readonly string[];
      bodies: readonly string[];
      sectionPaths: readonly string[];
      searchConfig: string;
      contentTypes: readonly string[];
      tokenCounts: readonly number[];
      qualities: readonly number[];
      omitReasons: readonly (string | null)[];
      omitOverrides: readonly (boolean | null)[];
      analysedBodies: readonly string[];
      analysedHeadings: readonly string[];
      layoutsUncertain: readonly boolean[];
    }>,
  ) => sql`
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality, omit_reason, omit_override, layout_uncertain)
  select w.workspace_id, piece.chunk_id, piece.body, path.headings,
    setweight(to_tsvector(${v.searchConfig}::regconfig, ${v.analysedTitle}), 'A') || setweight(to_tsvector(${v.searchConfig}::regconfig, piece.search_headings), 'B') || to_tsvector(${v.searchConfig}::regconfig, piece.search_body),
    piece.content_type, piece.token_count, piece.quality, piece.omit_reason, piece.omit_override, piece.layout_uncertain
  from workspace w,
    unnest(${v.ids}::uuid[], ${v.bodies}::text[], ${v.sectionPaths}::text[], ${v.contentTypes}::text[], ${v.tokenCounts}::int[], ${v.qualities}::real[], ${v.omitReasons}::text[], ${v.omitOverrides}::boolean[], ${v.analysedBodies}::text[], ${v.analysedHeadings}::text[], ${v.layoutsUncertain}::boolean[])
      as piece (chunk_id, body, headings, content_type, token_count, quality, omit_reason, omit_override, search_body, search_headings, layout_uncertain),
    lateral (select coalesce(array_agg(heading), '{}') as headings from jsonb_array_elements_text(piece.headings::jsonb) as heading) as path
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * The postings of chunks, from their search vectors: how often each lexeme stands in body, title and headings, beside
 * the chunk's own lengths, which every search would otherwise look up. A length above 32,767 counts as that.
 */
export const insertPostings = statement(
  'knowledge.insertPostings',
  z.object({}),
  (v: Named<{ chunkIds: readonly string[] }>) => sql`
  insert into posting (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
  select word.workspace_id, word.lexeme, word.chunk_id, word.body, word.title, word.heading,
    least(sum(word.body) over held, 32767), least(sum(word.title) over held, 32767), least(sum(word.heading) over held, 32767), word.counted
  from (
    select t.workspace_id, t.chunk_id, w.lexeme, c.kind = 'PASSAGE' as counted,
      cardinality(array_positions(w.weights, 'D')) as body, cardinality(array_positions(w.weights, 'A')) as title, cardinality(array_positions(w.weights, 'B')) as heading
    from chunk_text t
    join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = t.chunk_id
    cross join lateral unnest(t.tsv) as w
    where t.workspace_id = ${v.workspaceId} and t.chunk_id = any (${v.chunkIds}::uuid[])
  ) as word
  window held as (partition by word.chunk_id)
`,
);

/**
 * The lengths of chunks in lexemes, by field, for BM25F, as each of their postings has them. By a sub-select for each
 * chunk: a join read the postings of the whole workspace, 500 ms a document.
 */
export const setChunkLengths = statement(
  'knowledge.setChunkLengths',
  z.object({}),
  (v: Named<{ chunkIds: readonly string[] }>) => sql`
  update chunk set (body_length, title_length, heading_length) = (
    select coalesce(max(p.body_length), 0)::int, coalesce(max(p.title_length), 0)::int, coalesce(max(p.heading_length), 0)::int
    from posting p where p.workspace_id = ${v.workspaceId} and p.chunk_id = chunk.chunk_id
  )
  where chunk.workspace_id = ${v.workspaceId} and chunk.chunk_id = any (${v.chunkIds}::uuid[])
`,
);

/**
 * The number of this transaction, by the clock of the server that is spoken to: on Citus, the node that stores the
 * words counts its own.
 */
export const readTransactionNumber = statement(
  'knowledge.readTransactionNumber',
  z.object({ number: z.string() }),
  'select pg_current_xact_id()::text as number',
);

/**
 * The words of chunks that the workspace did not have, with the number of the transaction that brings them. Ordered, so
 * that two ingestions wait for each other and never deadlock.
 */
export const insertVocabulary = statement(
  'knowledge.insertVocabulary',
  z.object({}),
  (v: Named<{ chunkIds: readonly string[]; transactionNumber: string }>) => sql`
  insert into vocabulary (workspace_id, lexeme, added)
  select w.workspace_id, word.lexeme, ${v.transactionNumber}::bigint
  from workspace w
  cross join (select distinct p.lexeme from posting p where p.workspace_id = ${v.workspaceId} and p.chunk_id = any (${v.chunkIds}::uuid[])) as word
  where w.workspace_id = ${v.workspaceId} and not exists (select 1 from vocabulary v where v.workspace_id = ${v.workspaceId} and v.lexeme = word.lexeme)
  order by word.lexeme
  on conflict (workspace_id, lexeme) do nothing
`,
);

/** Texts of a document's chunks that a person decided about, older decisions first. */
export const listOmitOverrides = statement(
  'knowledge.listOmitOverrides',
  z.object({ body: z.string(), omit_override: z.boolean() }),
  (v: Named<{ documentId: string }>) => sql`
  select t.body, t.omit_override
  from document_version v
  join chunk c on c.workspace_id = ${v.workspaceId} and c.version_id = v.version_id
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  where v.workspace_id = ${v.workspaceId} and v.document_id = ${v.documentId} and t.omit_override is not null
  order by v.number
`,
);

/** Embedded windows of chunks. Vectors come in their text form. */
export const insertWindows = statement(
  'knowledge.insertWindows',
  z.object({}),
  (
    v: Named<{
      model: string;
      ids: readonly string[];
      ordinals: readonly number[];
      starts: readonly number[];
      ends: readonly number[];
      vectors: readonly string[];
    }>,
  ) => sql`
  insert into chunk_window (workspace_id, model, chunk_id, ordinal, start_offset, end_offset, embedding)
  select w.workspace_id, ${v.model}, piece.chunk_id, piece.ordinal, piece.start_offset, piece.end_offset, piece.embedding::halfvec
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.ordinals}::int[], ${v.starts}::int[], ${v.ends}::int[], ${v.vectors}::text[]) as piece (chunk_id, ordinal, start_offset, end_offset, embedding)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, model, chunk_id, ordinal) do nothing
`,
);

/** The signs of the vectors of chunks' windows, eight windows a row. */
export const insertCodes = statement(
  'knowledge.insertCodes',
  z.object({}),
  (v: Named<{ model: string; ids: readonly string[] }>) => sql`
  insert into chunk_code (workspace_id, chunk_id, model, part, code_0, code_1, code_2, code_3, code_4, code_5, code_6, code_7)
  select w.workspace_id, w.chunk_id, w.model, w.ordinal / 8,
    (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 0))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 1))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 2))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 3))[1],
    (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 4))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 5))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 6))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 7))[1]
  from chunk_window w
  where w.workspace_id = ${v.workspaceId} and w.model = ${v.model} and w.chunk_id = any (${v.ids}::uuid[])
  group by w.workspace_id, w.chunk_id, w.model, w.ordinal / 8
  on conflict (workspace_id, chunk_id, model, part) do nothing
`,
);

/**
 * Chunks of other documents that share a band with new ones. Each band is followed to 50 chunks at most: boilerplate
 * has thousands.
 */
export const listBandMates = statement(
  'knowledge.listBandMates',
  z.object({ chunk_id: z.string(), mate_id: z.string(), duplicate_group: z.string().nullable(), body: z.string() }),
  (v: Named<{ documentId: string; ids: readonly string[]; hashes: readonly string[]; matesPerChunk: number }>) => sql`
  select ranked.chunk_id, ranked.mate_id, ranked.duplicate_group, t.body
  from (
    select piece.chunk_id, c.chunk_id as mate_id, c.duplicate_group,
      row_number() over (partition by piece.chunk_id order by count(*) desc, c.duplicate_group is null, c.chunk_id) as place
    from unnest(${v.ids}::uuid[], ${v.hashes}::text[]) as piece (chunk_id, hash)
    cross join lateral (
      select o.chunk_id from chunk_band o where o.workspace_id = ${v.workspaceId} and o.hash = piece.hash::bigint limit 50
    ) as other
    join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = other.chunk_id
    where c.document_id <> ${v.documentId}
    group by piece.chunk_id, c.chunk_id, c.duplicate_group
  ) as ranked
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = ranked.mate_id
  where ranked.place <= ${v.matesPerChunk}
`,
);

/** MinHash bands of chunks; equal bands of one chunk are one row. */
export const insertBands = statement(
  'knowledge.insertBands',
  z.object({}),
  (v: Named<{ ids: readonly string[]; hashes: readonly string[] }>) => sql`
  insert into chunk_band (workspace_id, chunk_id, hash)
  select w.workspace_id, piece.chunk_id, piece.hash::bigint
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.hashes}::text[]) as piece (chunk_id, hash)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, hash, chunk_id) do nothing
`,
);

/** Puts chunks into one group of near-duplicates. */
export const setDuplicateGroup = statement(
  'knowledge.setDuplicateGroup',
  z.object({}),
  (v: Named<{ ids: readonly string[]; group: string }>) => sql`
  update chunk set duplicate_group = ${v.group} where workspace_id = ${v.workspaceId} and chunk_id = any (${v.ids}::uuid[]) and duplicate_group is distinct from ${v.group}
`,
);
