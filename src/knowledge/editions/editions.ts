/** Which documents replace each other, as the asker may see it, and what a person decides about it. */
import type { Database, Transaction } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { Reader } from '../../workspaces/caller.ts';
import type { Document } from '../document.ts';
import { readDocuments } from '../store/documents.ts';
import { listInSeries, setSuccessorOverride } from './editions.sql.ts';
import { headOf, readEditionHeads, readRelated, readSections } from './readRelated.ts';
import { dayOf, type EditionDocument, isSaid, replacementsAmong, type SupersessionBasis } from './relations.ts';

/** What replaces a document now. */
export interface Succession {
  readonly documentId: string;
  readonly successorId: string;
  readonly successorKey: string;
  readonly basis: SupersessionBasis;
  /** The day that the successor states for itself, or the begin of its validity. */
  readonly since: Date;
}

/** The editions of a document that the reader may find. */
export interface DocumentEditions {
  /** Null: none replaces it. */
  readonly successor: Succession | null;
  /** Ids of the documents that it replaces. */
  readonly supersedes: readonly string[];
}

/** In the order of `ids`; a document that the reader may not find has none. */
export async function readEditionsOf(
  database: Database,
  reader: Reader,
  ids: readonly string[],
): Promise<readonly DocumentEditions[]> {
  const documents = (await readDocuments(database, reader, ids)).flatMap((document) => document ?? []);
  const found =
    documents.length === 0
      ? []
      : await database.inWorkspace(reader.workspaceId, (transaction) => successions(transaction, reader, documents), {
          readOnly: true,
        });
  return ids.map((id) => ({
    successor: found.find(({ documentId }) => documentId === id) ?? null,
    supersedes: found.filter(({ successorId }) => successorId === id).map(({ documentId }) => documentId),
  }));
}

/** Documents that are looked at together: more take long. */
const mostListed = 500;

/**
 * Successions that names alone tell, and that nobody has confirmed. Of a workspace with many editions, those of the
 * documents that changed last.
 */
export async function listUnconfirmed(database: Database, reader: Reader): Promise<readonly Succession[]> {
  const { workspaceId, accessGroups } = reader;
  const rows = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listInSeries, { workspaceId, accessGroups, limit: mostListed }),
  );
  const editions = await readEditionsOf(
    database,
    reader,
    rows.map((row) => row.document_id),
  );
  return editions.flatMap(({ successor }) => (successor && !isSaid(successor) ? successor : []));
}

async function successions(
  transaction: Transaction,
  { workspaceId, accessGroups }: Reader,
  documents: readonly Document[],
): Promise<readonly Succession[]> {
  const now = new Date();
  const valid = documents.flatMap(({ id, key, title, currentVersionId }) =>
    currentVersionId === null ? [] : { documentId: id, key, title, versionId: currentVersionId },
  );
  await readEditionHeads(
    transaction,
    workspaceId,
    valid.map(({ versionId }) => versionId),
  );
  const related = await readRelated(transaction, { workspaceId, accessGroups, at: now }, valid);
  const known = related.map((each) => ({ ...each, head: headOf(each.versionId) }));
  const headed = await withHeadings(transaction, workspaceId, known, now);
  return [...replacementsAmong(headed, now).values()].map(({ older, newer, basis }) => ({
    documentId: older.documentId,
    successorId: newer.documentId,
    successorKey: newer.key,
    basis,
    since: dayOf(newer) ?? newer.effectiveFrom,
  }));
}

/** The headings of those that would replace each other if they had one in common. */
async function withHeadings(
  transaction: Transaction,
  workspaceId: string,
  documents: readonly EditionDocument[],
  at: Date,
): Promise<readonly EditionDocument[]> {
  const alike = documents.map((each) => ({ ...each, headings: ['any'] }));
  const pairs = [...replacementsAmong(alike, at).values()].flatMap(({ older, newer }) => [older, newer]);
  const versionIds = [...new Set(pairs.map(({ versionId }) => versionId))];
  const sections = await readSections(transaction, workspaceId, versionIds, { vector: null, model: '' });
  return documents.map((each) => ({
    ...each,
    headings: sections.filter(({ versionId }) => versionId === each.versionId).flatMap(({ headings }) => headings),
  }));
}

/**
 * Sets by hand which document replaces another, whatever both say; null: none does. Holds until it is set again, also
 * when either is ingested again.
 * @throws NOT_FOUND for a document that the reader may not see; BAD_INPUT for a document that would replace itself
 */
export async function setSuccessor(
  database: Database,
  reader: Reader,
  documentId: string,
  successorId: string | null,
): Promise<Document> {
  const { workspaceId, accessGroups } = reader;
  const wanted = successorId === null ? [documentId] : [documentId, successorId];
  const found = await readDocuments(database, reader, wanted);
  const missing = wanted.find((id, index) => !isUuid(id) || !found[index]);
  if (missing !== undefined)
    throw new CandorError('NOT_FOUND', 'This workspace has no such document.', { details: { id: missing } });
  if (successorId !== null) {
    const [editions] = await readEditionsOf(database, reader, [successorId]);
    if (documentId === successorId || editions?.successor?.successorId === documentId)
      throw new CandorError('BAD_INPUT', 'A document cannot replace itself, nor one that replaces it.', {
        details: { field: 'successorId' },
        remedy: 'Set the successor of the other document to null first.',
      });
  }
  await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(setSuccessorOverride, {
      workspaceId,
      documentId,
      accessGroups,
      successorIds: successorId === null ? [] : [successorId],
    }),
  );
  const [document] = await readDocuments(database, reader, [documentId]);
  if (!document)
    throw new CandorError('NOT_FOUND', 'This workspace has no such document.', { details: { id: documentId } });
  return document;
}
