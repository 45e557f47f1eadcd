/** The documents that may be other editions of some, as far as the asker may read them. */
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { vectorText } from '../../db/statement.ts';
import { groupBy } from '../../stats.ts';
import type { Document } from '../document.ts';
import { contentRootsOf } from '../language/stems.ts';
import { type EditionHead, editionOf, fileEditionOf, headCharacters, readHead } from './edition.ts';
import { findRelated, listSections, readHeads } from './related.sql.ts';
import type { EditionDocument } from './relations.ts';
import { nameOfSeries } from './series.ts';

/** Whose documents, at which time. */
interface EditionScope {
  readonly workspaceId: string;
  /** Null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly at: Date;
}

type Named = Pick<EditionDocument, 'documentId' | 'key' | 'title' | 'versionId'>;

/** A document that may be another edition, with what a filter asks of it. */
export type RelatedDocument = EditionDocument &
  Pick<Document, 'tags' | 'sourceType' | 'semanticType' | 'author' | 'language' | 'accessGroups' | 'metadata'>;

/** Texts of versions never change. */
const heads = new LRUCache<string, EditionHead>({ max: 5_000 });
const nothingSaid: EditionHead = { replaces: [], replacedBy: [], day: null };

export const headOf = (versionId: string): EditionHead => heads.get(versionId) ?? nothingSaid;

/** Reads what versions say of themselves at their beginning, unless it is known. */
export async function readEditionHeads(
  transaction: Transaction,
  workspaceId: string,
  versionIds: readonly string[],
): Promise<void> {
  const unread = versionIds.filter((id) => !heads.has(id));
  if (unread.length === 0) return;
  const rows = await transaction.query(readHeads, { workspaceId, versionIds: unread, headCharacters });
  for (const { version_id: id, head } of rows) heads.set(id, readHead(head));
}

/** What more documents share is no title of theirs but a word for their kind, such as "Overview". */
const mostEditions = 30;

/**
 * Some documents and those that may be other editions of them, with what they say of themselves. Those that the asker may
 * not find, and of a name that many have, are left out. Headings are empty.
 */
export async function readRelated(
  transaction: Transaction,
  { workspaceId, accessGroups, at }: EditionScope,
  documents: readonly Named[],
): Promise<readonly RelatedDocument[]> {
  const rows = await transaction.query(findRelated, {
    workspaceId,
    accessGroups,
    at,
    documentIds: documents.map(({ documentId }) => documentId),
    titles: titlesOf(documents),
    files: filesOf(documents),
    roots: [...new Set(documents.flatMap(({ title }) => contentRootsOf(editionOf(title).name)))],
    most: mostEditions + 1,
  });
  const own = new Set(documents.map(({ documentId }) => documentId));
  const shared = new Map([...groupBy(rows, (row) => row.title_series ?? '')].map(([name, all]) => [name, all.length]));
  const related = rows.filter(
    (row) => own.has(row.document_id) || !row.title_series || (shared.get(row.title_series) ?? 0) <= mostEditions,
  );
  await readEditionHeads(
    transaction,
    workspaceId,
    related.map((row) => row.version_id),
  );
  return related.map((row) => toRelated(row));
}

/** Series of their titles, and what the beginning of one names as its successor or as what it replaces. */
function titlesOf(documents: readonly Named[]): string[] {
  const named = documents.flatMap(({ versionId }) => {
    const { replacedBy, replaces } = headOf(versionId);
    return [...replacedBy, ...replaces].flatMap((words) => runsIn(words));
  });
  const own = documents.map(({ title }) => nameOfSeries(editionOf(title)));
  return [...new Set([...own, ...named])].filter((name) => name !== '');
}

const longestTitle = 8;
const wordsLookedAt = 20;

/** Each run of words of a sentence, as a series would have it. */
function runsIn(sentence: string): string[] {
  const words = nameOfSeries({ ...editionOf(sentence), isPeriod: false })
    .split(' ')
    .slice(0, wordsLookedAt);
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(longestTitle, words.length - from) }, (_each, count) =>
      words.slice(from, from + count + 1).join(' '),
    ),
  );
}

/** Only of names that tell an edition: many files are called "readme". */
function filesOf(documents: readonly Named[]): string[] {
  const editions = documents.map(({ key }) => fileEditionOf(key)).filter(({ numbers }) => numbers.length > 0);
  return [...new Set(editions.map((edition) => nameOfSeries(edition)))].filter((name) => name !== '');
}

/** Whether other editions may be found by something other than a title: by its file's name, or as its beginning says. */
export function namesOthers({ key, versionId }: Named): boolean {
  return fileEditionOf(key).numbers.length > 0 || headOf(versionId).replacedBy.length > 0;
}

function toRelated(row: z.output<typeof findRelated.row>): RelatedDocument {
  return {
    documentId: row.document_id,
    key: row.key,
    title: row.title,
    versionId: row.version_id,
    trust: row.trust,
    effectiveFrom: row.effective_from,
    updatedAt: row.updated_at,
    createdAt: row.created_at,
    supersededBy: row.superseded_by,
    supersedes: row.supersedes,
    successorOverride: row.successor_override,
    head: headOf(row.version_id),
    headings: [],
    tags: row.tags,
    sourceType: row.source_type,
    semanticType: row.semantic_type,
    author: row.author,
    language: row.language,
    accessGroups: row.access_groups,
    metadata: row.metadata,
  };
}

/** A passage by its place. */
export interface Section {
  readonly versionId: string;
  readonly chunkId: string;
  readonly headings: readonly string[];
  /** To the question; null if it is not known. */
  readonly similarity: number | null;
}

/** A text of more passages is looked through only in part. */
const mostSections = 3_000;

/** The passages of some versions. @param near null: their similarities are not wanted */
export async function readSections(
  transaction: Transaction,
  workspaceId: string,
  versionIds: readonly string[],
  near: { readonly vector: Float32Array | null; readonly model: string },
): Promise<readonly Section[]> {
  if (versionIds.length === 0) return [];
  const vector = near.vector && vectorText(near.vector);
  const values = { workspaceId, versionIds, model: near.model, vector, limit: mostSections };
  const rows = await transaction.query(listSections, values);
  return rows.map(({ version_id: versionId, chunk_id: chunkId, headings, similarity }) => ({
    versionId,
    chunkId,
    headings,
    similarity,
  }));
}
