import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/**
 * Locks the documents with some keys against another ingestion of them. The order of the keys prevents a deadlock of
 * two ingestions.
 */
export const lockDocuments = statement(
  'knowledge.lockDocuments',
  z.object({
    document_id: z.string(),
    key: z.string(),
    deleted_at: z.date().nullable(),
    access_groups: z.array(z.string()),
  }),
  (v: Named<{ keys: readonly string[] }>) => sql`
  select document_id, key, deleted_at, access_groups from document
  where workspace_id = ${v.workspaceId} and key = any (${v.keys}::text[])
  order by key
  for update
`,
);

/**
 * The facts of a document from its newest version. `metadata` is JSON; `tags` and `accessGroups` are in the text form
 * of arrays.
 */
export interface DocumentRow {
  readonly id: string;
  readonly state: string | null;
  readonly trust: string | null;
  readonly title: string;
  readonly url: string | null;
  readonly metadata: string;
  readonly tags: string;
  readonly updatedAt: Date;
  readonly sourceType: string;
  readonly semanticType: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly searchConfig: string;
  readonly accessGroups: string;
  readonly supersededBy: string | null;
  readonly titleSeries: string;
  readonly fileSeries: string;
  /** In the text form of arrays. */
  readonly replaces: string;
  /** Null: nobody said. */
  readonly supersedes: string | null;
}

/** Rows as `unnest` takes them: one array for each column. */
export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

export const insertDocuments = statement(
  'knowledge.insertDocuments',
  z.object({}),
  (v: Named<Columns<DocumentRow & { readonly key: string; readonly sourceId: string | null }> & { now: Date }>) => sql`
  insert into document (
    workspace_id, document_id, key, state, trust, title, url, metadata, tags, updated_at, source_type, semantic_type, author, language, search_config, access_groups, superseded_by, title_series, file_series, replaces, supersedes, source_id, created_at
  )
  select w.workspace_id, piece.document_id, piece.key, coalesce(piece.state, 'PUBLISHED'), coalesce(piece.trust, 'NORMAL'), piece.title, piece.url, piece.metadata::jsonb, piece.tags::text[], piece.updated_at,
    piece.source_type, piece.semantic_type, piece.author, piece.language, piece.search_config, piece.access_groups::text[], piece.superseded_by, piece.title_series, piece.file_series, piece.replaces::text[], piece.supersedes, piece.source_id, ${v.now}
  from workspace w
  cross join unnest(${v.id}::uuid[], ${v.key}::text[], ${v.state}::text[], ${v.trust}::text[], ${v.title}::text[], ${v.url}::text[], ${v.metadata}::text[], ${v.tags}::text[], ${v.updatedAt}::timestamptz[], ${v.sourceType}::text[], ${v.semanticType}::text[], ${v.author}::text[], ${v.language}::text[], ${v.searchConfig}::text[], ${v.accessGroups}::text[], ${v.supersededBy}::text[], ${v.titleSeries}::text[], ${v.fileSeries}::text[], ${v.replaces}::text[], ${v.supersedes}::text[], ${v.sourceId}::uuid[])
    as piece (document_id, key, state, trust, title, url, metadata, tags, updated_at, source_type, semantic_type, author, language, search_config, access_groups, superseded_by, title_series, file_series, replaces, supersedes, source_id)
  where w.workspace_id = ${v.workspaceId}
  order by piece.key
`,
);

/**
 * Updates the facts of a document after a new version; a null state, trust or `supersedes` is left unchanged, and a
 * successor that was set by hand stays. One document per statement, because Citus cannot read an array from a column in
 * an update.
 */
export const updateDocument = statement(
  'knowledge.updateDocument',
  z.object({}),
  (v: Named<DocumentRow>) => sql`
  update document set state = coalesce(${v.state}, state), trust = coalesce(${v.trust}, trust), title = ${v.title}, url = ${v.url}, metadata = ${v.metadata}::jsonb, tags = ${v.tags}::text[], updated_at = ${v.updatedAt},
    source_type = ${v.sourceType}, semantic_type = ${v.semanticType}, author = ${v.author}, language = ${v.language}, search_config = ${v.searchConfig}, access_groups = ${v.accessGroups}::text[],
    superseded_by = case when successor_override is null then ${v.supersededBy} end, title_series = ${v.titleSeries}, file_series = ${v.fileSeries}, replaces = ${v.replaces}::text[], supersedes = coalesce(${v.supersedes}, supersedes)
  where workspace_id = ${v.workspaceId} and document_id = ${v.id}
`,
);

/** Sets who may read a document. */
export const setAccessGroups = statement(
  'knowledge.setAccessGroups',
  z.object({}),
  (v: Named<{ documentId: string; accessGroups: readonly string[] }>) => sql`
  update document set access_groups = ${v.accessGroups}::text[] where workspace_id = ${v.workspaceId} and document_id = ${v.documentId}
`,
);

/** A version without its text. */
const stampRow = z.object({
  document_id: z.string(),
  version_id: z.string(),
  number: z.number(),
  content_hash: z.string(),
  effective_from: z.date(),
  effective_until: z.date().nullable(),
  expires_at: z.date().nullable(),
});

/** Selects what shows whether documents changed: their versions without texts, lowest number first. */
export const listVersionStamps = statement(
  'knowledge.listVersionStamps',
  stampRow,
  (v: Named<{ documentIds: readonly string[] }>) => sql`
  select document_id, version_id, number, content_hash, effective_from, effective_until, expires_at from document_version
  where workspace_id = ${v.workspaceId} and document_id = any (${v.documentIds}::uuid[])
  order by number
`,
);

/**
 * Selects the same for the documents with some keys that are not deleted. It locks nothing, because unchanged documents
 * are not written to.
 */
export const listStoredVersions = statement(
  'knowledge.listStoredVersions',
  stampRow.extend({ key: z.string(), access_groups: z.array(z.string()) }),
  (v: Named<{ keys: readonly string[] }>) => sql`
  select d.key, d.access_groups, v.document_id, v.version_id, v.number, v.content_hash, v.effective_from, v.effective_until, v.expires_at
  from document d
  join document_version v on v.workspace_id = ${v.workspaceId} and v.document_id = d.document_id
  where d.workspace_id = ${v.workspaceId} and d.key = any (${v.keys}::text[]) and d.deleted_at is null
  order by v.number
`,
);

/** Sets the end of validity of versions. */
export const endVersions = statement(
  'knowledge.endVersions',
  z.object({}),
  (v: Named<{ versionIds: readonly string[]; effectiveUntils: readonly (Date | null)[] }>) => sql`
  update document_version set effective_until = piece.effective_until
  from unnest(${v.versionIds}::uuid[], ${v.effectiveUntils}::timestamptz[]) as piece (version_id, effective_until)
  where document_version.workspace_id = ${v.workspaceId} and document_version.version_id = piece.version_id
`,
);

/**
 * Stores versions without their texts, one array for each column, `flags` in the text form of arrays. setVersionLengths
 * sets their sums later.
 */
export const insertVersions = statement(
  'knowledge.insertVersions',
  z.object({}),
  (
    v: Named<{
      versionIds: readonly string[];
      documentIds: readonly string[];
      numbers: readonly number[];
      contentHashes: readonly string[];
      effectiveFroms: readonly Date[];
      effectiveUntils: readonly (Date | null)[];
      now: Date;
      chunkCounts: readonly number[];
      sourceTypes: readonly string[];
      flags: readonly string[];
      expiresAts: readonly (Date | null)[];
    }>,
  ) => sql`
  insert into document_version (
    workspace_id, version_id, document_id, number, content_hash, effective_from, effective_until, created_at, chunk_count, source_type, flags, expires_at,
    passage_count, body_length, title_length, heading_length
  )
  select w.workspace_id, piece.version_id, piece.document_id, piece.number, piece.content_hash, piece.effective_from, piece.effective_until, ${v.now}, piece.chunk_count, piece.source_type, piece.flags::text[], piece.expires_at, 0, 0, 0, 0
  from workspace w
  cross join unnest(${v.versionIds}::uuid[], ${v.documentIds}::uuid[], ${v.numbers}::int[], ${v.contentHashes}::text[], ${v.effectiveFroms}::timestamptz[], ${v.effectiveUntils}::timestamptz[], ${v.chunkCounts}::int[], ${v.sourceTypes}::text[], ${v.flags}::text[], ${v.expiresAts}::timestamptz[])
    as piece (version_id, document_id, number, content_hash, effective_from, effective_until, chunk_count, source_type, flags, expires_at)
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * Stores the canonical texts of versions with their source maps, their blocks, and their problems in the text form of
 * arrays.
 */
export const insertVersionTexts = statement(
  'knowledge.insertVersionTexts',
  z.object({}),
  (
    v: Named<{
      versionIds: readonly string[];
      texts: readonly string[];
      sourceMaps: readonly (string | null)[];
      blocks: readonly string[];
      problems: readonly string[];
    }>,
  ) => sql`
  insert into version_text (workspace_id, version_id, text, source_map, blocks, problems)
  select w.workspace_id, piece.version_id, piece.text, piece.source_map::jsonb, piece.blocks::jsonb, piece.problems::text[]
  from workspace w
  cross join unnest(${v.versionIds}::uuid[], ${v.texts}::text[], ${v.sourceMaps}::text[], ${v.blocks}::text[], ${v.problems}::text[]) as piece (version_id, text, source_map, blocks, problems)
  where w.workspace_id = ${v.workspaceId}
`,
);

/** Sets the sums over those passages of versions that are not omitted: BM25F reads its mean lengths from versions. */
export const setVersionLengths = statement(
  'knowledge.setVersionLengths',
  z.object({}),
  (v: Named<{ versionIds: readonly string[] }>) => sql`
  update document_version set (passage_count, body_length, title_length, heading_length) = (
    select count(*)::int, coalesce(sum(c.body_length), 0)::int, coalesce(sum(c.title_length), 0)::int, coalesce(sum(c.heading_length), 0)::int
    from chunk c
    where c.workspace_id = ${v.workspaceId} and c.version_id = document_version.version_id and c.kind = 'PASSAGE' and not c.omitted
  )
  where document_version.workspace_id = ${v.workspaceId} and document_version.version_id = any (${v.versionIds}::uuid[])
`,
);

/** Stores chunks, one array for each column. setChunkLengths sets their lengths later. */
export const insertChunks = statement(
  'knowledge.insertChunks',
  z.object({}),
  (
    v: Named<{
      documentIds: readonly string[];
      versionIds: readonly string[];
      ids: readonly string[];
      ordinals: readonly number[];
      starts: readonly number[];
      ends: readonly number[];
      omitted: readonly boolean[];
      groups: readonly (string | null)[];
    }>,
  ) => sql`
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted, duplicate_group)
  select w.workspace_id, piece.chunk_id, piece.document_id, piece.version_id, piece.chunk_id, 'PASSAGE', piece.ordinal, piece.start_offset, piece.end_offset, 0, 0, 0, piece.omitted, piece.duplicate_group
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.documentIds}::uuid[], ${v.versionIds}::uuid[], ${v.ordinals}::int[], ${v.starts}::int[], ${v.ends}::int[], ${v.omitted}::boolean[], ${v.groups}::uuid[])
    as piece (chunk_id, document_id, version_id, ordinal, start_offset, end_offset, omitted, duplicate_group)
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * Stores the texts of chunks with their search vectors: title weighs A, headings B, body D. Section paths are in the
 * text form of arrays. The analysed texts (searchText) differ from those that are shown.
 */
export const insertChunkTexts = statement(
  'knowledge.insertChunkTexts',
  z.object({}),
  (
    v: Named<{
      ids: readonly string[];
      bodies: readonly string[];
      sectionPaths: readonly string[];
      searchConfigs: readonly string[];
      contentTypes: readonly string[];
      tokenCounts: readonly number[];
      qualities: readonly number[];
      omitReasons: readonly (string | null)[];
      omitOverrides: readonly (boolean | null)[];
      analysedTitles: readonly string[];
      analysedBodies: readonly string[];
      analysedHeadings: readonly string[];
      layoutsUncertain: readonly boolean[];
    }>,
  ) => sql`
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality, omit_reason, omit_override, layout_uncertain)
  select w.workspace_id, piece.chunk_id, piece.body, piece.headings::text[],
    setweight(to_tsvector(piece.search_config::regconfig, piece.search_title), 'A') || setweight(to_tsvector(piece.search_config::regconfig, piece.search_headings), 'B') || to_tsvector(piece.search_config::regconfig, piece.search_body),
    piece.content_type, piece.token_count, piece.quality, piece.omit_reason, piece.omit_override, piece.layout_uncertain
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.bodies}::text[], ${v.sectionPaths}::text[], ${v.searchConfigs}::text[], ${v.contentTypes}::text[], ${v.tokenCounts}::int[], ${v.qualities}::real[], ${v.omitReasons}::text[], ${v.omitOverrides}::boolean[], ${v.analysedTitles}::text[], ${v.analysedBodies}::text[], ${v.analysedHeadings}::text[], ${v.layoutsUncertain}::boolean[])
    as piece (chunk_id, body, headings, search_config, content_type, token_count, quality, omit_reason, omit_override, search_title, search_body, search_headings, layout_uncertain)
  where w.workspace_id = ${v.workspaceId}
`,
);

/**
 * Stores the postings of chunks from their search vectors: how often each lexeme occurs in body, title and headings,
 * with the chunk's own lengths, which every search would otherwise look up. A length above 32,767 is stored as 32,767.
 * Keys of values (values/values.ts) do not add to the lengths: they stand for words that do.
 */
export const insertPostings = statement(
  'knowledge.insertPostings',
  z.object({}),
  (v: Named<{ chunkIds: readonly string[] }>) => sql`
  insert into posting (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
  select word.workspace_id, word.lexeme, word.chunk_id, word.body, word.title, word.heading,
    least(coalesce(sum(word.body) filter (where not word.keyed) over held, 0), 32767), least(coalesce(sum(word.title) filter (where not word.keyed) over held, 0), 32767), least(coalesce(sum(word.heading) filter (where not word.keyed) over held, 0), 32767), word.counted
  from (
    select t.workspace_id, t.chunk_id, w.lexeme, c.kind = 'PASSAGE' as counted, w.lexeme ~ '^zqv[cdmnt]' as keyed,
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
 * Sets the lengths of chunks in lexemes, by field, for BM25F. The postings of a chunk hold the same lengths. It uses a
 * sub-select for each chunk because a join read the postings of the whole workspace, 500 ms for each document.
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
 * Returns the number of this transaction on the server of the connection. On Citus, the node that stores the words
 * counts its own.
 */
export const readTransactionNumber = statement(
  'knowledge.readTransactionNumber',
  z.object({ number: z.string() }),
  'select pg_current_xact_id()::text as number',
);

/**
 * Stores the words of chunks that are new to the workspace, without the keys of values, with the number of the transaction that adds them. They are
 * ordered, so that two ingestions may wait for each other but never deadlock. Known words are conflicts: a look-up of
 * them took the index of `added` in a workspace that the statistics do not know yet, 1.6 s for 50 chunks, now .03.
 */
export const insertVocabulary = statement(
  'knowledge.insertVocabulary',
  z.object({}),
  (v: Named<{ chunkIds: readonly string[]; transactionNumber: string }>) => sql`
  insert into vocabulary (workspace_id, lexeme, added)
  select w.workspace_id, word.lexeme, ${v.transactionNumber}::bigint
  from workspace w
  cross join (select distinct p.lexeme from posting p where p.workspace_id = ${v.workspaceId} and p.chunk_id = any (${v.chunkIds}::uuid[]) and p.lexeme !~ '^zqv[cdmnt]') as word
  where w.workspace_id = ${v.workspaceId}
  order by word.lexeme
  on conflict (workspace_id, lexeme) do nothing
`,
);

/** Selects the texts of documents' chunks that a person decided about, older versions first. */
export const listOmitOverrides = statement(
  'knowledge.listOmitOverrides',
  z.object({ document_id: z.string(), body: z.string(), omit_override: z.boolean() }),
  (v: Named<{ documentIds: readonly string[] }>) => sql`
  select v.document_id, t.body, t.omit_override
  from document_version v
  join chunk c on c.workspace_id = ${v.workspaceId} and c.version_id = v.version_id
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = c.chunk_id
  where v.workspace_id = ${v.workspaceId} and v.document_id = any (${v.documentIds}::uuid[]) and t.omit_override is not null
  order by v.number
`,
);

/** Stores embedded windows of chunks. Vectors are in their text form. */
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

/** Stores the signs of the vectors of chunks' windows, eight windows to a row. */
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
