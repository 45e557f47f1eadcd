import { z } from 'zod';
import { type Named, type Parameter, sql, statement, validAt, visible } from '../../db/statement.ts';

export const sourceType = z.enum([
  'MARKDOWN',
  'HTML',
  'PDF',
  'DOCX',
  'XLSX',
  'PPTX',
  'ODT',
  'ODS',
  'ODP',
  'RTF',
  'EPUB',
  'EML',
  'MSG',
  'IMAGE',
  'CSV',
  'JSON',
  'JSON_LINES',
  'PLAIN_TEXT',
]);

/** See `SourceMap`. */
const sourceMap = z.object({
  unit: z.enum(['PAGE', 'LINE']),
  offsets: z.array(z.number()),
  positions: z.array(z.number()),
  uncertain: z.array(z.number()).optional(),
  recognised: z.array(z.object({ page: z.number(), certainty: z.number() })).optional(),
  doubtful: z.array(z.tuple([z.number(), z.number()])).optional(),
});

/** The columns of a document. */
const documentRow = z.object({
  document_id: z.string(),
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  site: z.string().nullable(),
  state: z.enum(['PUBLISHED', 'DRAFT']),
  metadata: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  source_type: sourceType,
  semantic_type: z.string().nullable(),
  author: z.string().nullable(),
  language: z.string().nullable(),
  access_groups: z.array(z.string()),
  superseded_by: z.string().nullable(),
  trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']),
  deleted_at: z.date().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  current_version_id: z.string().nullable(),
});

export type DocumentRow = z.infer<typeof documentRow>;

/** The columns of a version. */
const versionRow = z.object({
  version_id: z.string(),
  document_id: z.string(),
  number: z.number(),
  text: z.string(),
  content_hash: z.string(),
  effective_from: z.date(),
  effective_until: z.date().nullable(),
  expires_at: z.date().nullable(),
  created_at: z.date(),
  chunk_count: z.number(),
  source_type: sourceType,
  source_map: sourceMap.nullable(),
  flags: z.array(
    z.enum([
      'SCRIPT_REMOVED',
      'HIDDEN_TEXT_REMOVED',
      'ROTATED_TEXT_REMOVED',
      'INVISIBLE_CHARACTERS_REMOVED',
      'PAGES_WITHOUT_TEXT',
      'ENCODING_CONVERTED',
    ]),
  ),
  problems: z.array(z.string()).nullable(),
});

export type VersionRow = z.infer<typeof versionRow>;

const documentColumns = (
  workspaceId: Parameter,
) => sql`d.document_id, d.key, d.title, d.url, d.state, d.metadata, d.tags, d.source_type, d.semantic_type, d.author, d.language, d.access_groups, d.superseded_by, d.trust,
    d.deleted_at, d.created_at, d.updated_at,
    (select w.document_site from workspace w where w.workspace_id = ${workspaceId}) as site`;

const versionColumns = sql`v.version_id, v.document_id, v.number, t.text, v.content_hash, v.effective_from, v.effective_until, v.expires_at, v.created_at, v.chunk_count,
    v.source_type, t.source_map, v.flags, t.problems`;

/** Filters of a list of documents; null omits a filter. */
export interface DocumentConditions {
  readonly accessGroups: readonly string[] | null;
  readonly drafts: boolean;
  /** Lists documents that were deleted after this instant, in place of those that are not deleted. */
  readonly deletedAfter: Date | null;
  readonly state: string | null;
  readonly tags: readonly string[] | null;
  readonly keys: readonly string[] | null;
  /** For ILIKE over title and key. */
  readonly pattern: string | null;
  readonly sourceTypes: readonly string[] | null;
  /** In lower case. */
  readonly semanticTypes: readonly string[] | null;
  readonly languages: readonly string[] | null;
}

/** The version of document `d` that is valid at an instant; null if none is. */
const currentVersion = (workspaceId: Parameter<string>, at: Parameter<Date>) => sql`(
      select v.version_id from document_version v
      where v.workspace_id = ${workspaceId} and v.document_id = d.document_id and ${validAt('v', at)}
      order by v.number desc limit 1
    ) as current_version_id`;

/** Selects documents by id, in any order, as far as the reader may see them. */
export const findDocuments = statement(
  'knowledge.findDocuments',
  documentRow,
  (v: Named<{ at: Date; ids: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select ${documentColumns(v.workspaceId)},
    ${currentVersion(v.workspaceId, v.at)}
  from document d
  where d.workspace_id = ${v.workspaceId} and d.document_id = any (${v.ids}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Selects documents by key, in any order, as far as the reader may see them. */
export const findDocumentsByKey = statement(
  'knowledge.findDocumentsByKey',
  documentRow,
  (v: Named<{ now: Date; keys: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select ${documentColumns(v.workspaceId)},
    ${currentVersion(v.workspaceId, v.now)}
  from document d
  where d.workspace_id = ${v.workspaceId} and d.key = any (${v.keys}::text[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** The documents that pass a filter, as far as the reader may see them. */
const listed = (v: Named<DocumentConditions>) => sql`from document d
  where d.workspace_id = ${v.workspaceId}
    and ${visible('d', v.accessGroups, v.drafts)}
    and ((${v.deletedAfter}::timestamptz is null and d.deleted_at is null) or d.deleted_at > ${v.deletedAfter})
    and (${v.state}::text is null or d.state = ${v.state})
    and (${v.tags}::text[] is null or d.tags @> ${v.tags})
    and (${v.keys}::text[] is null or d.key = any (${v.keys}))
    and (${v.pattern}::text is null or d.title ilike ${v.pattern} or d.key ilike ${v.pattern})
    and (${v.sourceTypes}::text[] is null or d.source_type = any (${v.sourceTypes}))
    and (${v.semanticTypes}::text[] is null or lower(d.semantic_type) = any (${v.semanticTypes}))
    and (${v.languages}::text[] is null or d.language = any (${v.languages}))`;

/** Deleted documents have no current version. */
const versionListed = (workspaceId: Parameter<string>, now: Parameter<Date>) => sql`(
      select v.version_id from document_version v
      where v.workspace_id = ${workspaceId} and v.document_id = d.document_id and d.deleted_at is null and ${validAt('v', now)}
      order by v.number desc limit 1
    ) as current_version_id`;

/** Selects a page of documents, most recently changed first. */
export const listDocuments = statement(
  'knowledge.listDocuments',
  documentRow,
  (
    v: Named<DocumentConditions & { now: Date; updatedBefore: Date | null; idBefore: string | null; limit: number }>,
  ) => sql`
  select ${documentColumns(v.workspaceId)},
    ${versionListed(v.workspaceId, v.now)}
  ${listed(v)}
    and (${v.updatedBefore}::timestamptz is null or (d.updated_at, d.document_id) < (${v.updatedBefore}, ${v.idBefore}::uuid))
  order by d.updated_at desc, d.document_id desc
  limit ${v.limit}
`,
);

/**
 * Selects a page of documents by title, ignoring case; equal titles by id. No index: people leaf through titles seldom,
 * and each change of a document would write to it.
 */
export const listDocumentsByTitle = statement(
  'knowledge.listDocumentsByTitle',
  documentRow,
  (
    v: Named<DocumentConditions & { now: Date; titleAfter: string | null; idAfter: string | null; limit: number }>,
  ) => sql`
  select ${documentColumns(v.workspaceId)},
    ${versionListed(v.workspaceId, v.now)}
  ${listed(v)}
    and (${v.titleAfter}::text is null or (lower(d.title), d.document_id) > (lower(${v.titleAfter}), ${v.idAfter}::uuid))
  order by lower(d.title), d.document_id
  limit ${v.limit}
`,
);

/** Counts the documents that pass a filter. */
export const countDocuments = statement(
  'knowledge.countDocuments',
  z.object({ total: z.number() }),
  (v: Named<DocumentConditions>) => sql`
  select count(*)::int as total ${listed(v)}
`,
);

/** Publishes or hides a document that the reader may see. */
export const setDocumentState = statement(
  'knowledge.setDocumentState',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null; state: string }>) => sql`
  update document set state = ${v.state}
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and deleted_at is null and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** Selects versions by id, in any order, as far as the reader may see their documents. */
export const findVersions = statement(
  'knowledge.findVersions',
  versionRow,
  (v: Named<{ ids: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select ${versionColumns}
  from document_version v
  join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = v.document_id
  where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.ids}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Selects all versions of some documents, newest first, as far as the reader may see the documents. */
export const listVersions = statement(
  'knowledge.listVersions',
  versionRow,
  (v: Named<{ documentIds: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select ${versionColumns}
  from document_version v
  join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = v.document_id
  where v.workspace_id = ${v.workspaceId} and v.document_id = any (${v.documentIds}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
  order by v.number desc
`,
);

const kind = z.enum(['HEADING', 'PARAGRAPH', 'LIST', 'TABLE', 'CODE', 'RECORD']);
const blocksRow = z.object({
  version_id: z.string(),
  text: z.string(),
  source_map: sourceMap.nullable(),
  blocks: z.array(z.tuple([kind, z.number(), z.number()]).rest(z.number())).nullable(),
});

/** Selects the texts of some versions with their blocks, as far as the reader may see their documents. */
export const listBlocks = statement(
  'knowledge.listBlocks',
  blocksRow,
  (v: Named<{ versionIds: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select v.version_id, t.source_map, t.text, t.blocks
  from document_version v
  join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = v.document_id
  where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.versionIds}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Hides a document. Only a restore still finds it. */
export const markDeleted = statement(
  'knowledge.markDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null; now: Date }>) => sql`
  update document set deleted_at = ${v.now}
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and deleted_at is null and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/**
 * Deletes a document that the reader may see, whether or not it was deleted before. Its versions, chunks and vectors go
 * with it.
 */
export const removeDocument = statement(
  'knowledge.removeDocument',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null }>) => sql`
  delete from document
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** Restores a deleted document, unless it was deleted before an instant. */
export const restoreDeleted = statement(
  'knowledge.restoreDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null; restorableSince: Date }>) => sql`
  update document set deleted_at = null
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and deleted_at > ${v.restorableSince} and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** Selects a deleted document if the reader could see it before its deletion. */
export const findDeletedDocument = statement(
  'knowledge.findDeletedDocument',
  z.object({ deleted_at: z.date() }),
  (v: Named<{ documentId: string; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select d.deleted_at
  from document d
  where d.workspace_id = ${v.workspaceId} and d.document_id = ${v.documentId} and d.deleted_at is not null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Selects the ids of documents that the reader may see, or could see before their deletion. */
export const listReadableDocuments = statement(
  'knowledge.listReadableDocuments',
  z.object({ document_id: z.string() }),
  (v: Named<{ ids: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select d.document_id
  from document d
  where d.workspace_id = ${v.workspaceId} and d.document_id = any (${v.ids}::uuid[]) and ${visible('d', v.accessGroups, v.drafts)}
`,
);

/** Removes documents that were deleted at or before an instant. Their versions, chunks and vectors go with them. */
export const removeDeleted = statement(
  'knowledge.removeDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ restorableSince: Date }>) => sql`
  delete from document where workspace_id = ${v.workspaceId} and deleted_at <= ${v.restorableSince}
  returning document_id
`,
);

/** Deletes the words that no document contains any more, so that a purge leaves no trace. */
export const removeLostWords = statement(
  'knowledge.removeLostWords',
  z.object({}),
  (v: Named<unknown>) => sql`
  delete from vocabulary v
  where v.workspace_id = ${v.workspaceId} and not exists (select 1 from posting p where p.workspace_id = ${v.workspaceId} and p.lexeme = v.lexeme)
`,
);
