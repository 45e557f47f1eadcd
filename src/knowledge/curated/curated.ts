import type { Database, Transaction } from '../../db/database.ts';
import { isUuid, newId, vectorText } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { Embedder } from '../../models/embedder.ts';
import { type Reader, readsDrafts } from '../../workspaces/caller.ts';
import { claimEmbedder } from '../../workspaces/workspaces.ts';
import type { CuratedAnswer, CuratedAnswerInput, CuratedFilter, Page } from '../document.ts';
import { readCursor, toPage, type PageRequest } from '../page.ts';
import {
  countCurated,
  type CuratedRow,
  findSources,
  insertCuratedSources,
  insertCuratedWindows,
  pageCurated,
  pinCuratedSources,
  removeCurated,
  removeCuratedSources,
  removeCuratedWindows,
  touchCurated,
  upsertCurated,
} from './curated.sql.ts';

const maxQuestionLength = 2_000;
const maxAnswerLength = 10_000;
const maxAlternatives = 20;

/**
 * Creates a curated answer, or replaces the one with the given id, in one transaction with its wordings and sources. It
 * records the current content of the sources: if one of them later changes, the answer is stale.
 * @param accessGroups what the person may read; null: everything
 * @throws BAD_INPUT, NOT_FOUND for an id or source that the workspace does not have, EMBEDDER_MISMATCH
 */
export async function saveCurated(
  database: Database,
  embedder: Embedder,
  workspaceId: string,
  input: CuratedAnswerInput,
  accessGroups: readonly string[] | null = null,
): Promise<CuratedAnswer> {
  const now = new Date();
  const clean = checkCurated(input, now);
  await claimEmbedder(database, workspaceId, embedder.fingerprint);
  const storeWordings = await embedWordings(embedder, clean, undefined);
  const id = input.id ?? newId();
  return database.inWorkspace(workspaceId, async (transaction) => {
    await assertKnown(transaction, workspaceId, accessGroups, clean.sourceDocumentIds);
    if (input.id !== undefined) await readBack(transaction, workspaceId, input.id, accessGroups, now);
    await transaction.query(upsertCurated, {
      workspaceId,
      id,
      question: clean.question,
      alternatives: clean.alternatives,
      answer: clean.answer,
      now,
      expiresAt: clean.expiresAt,
    });
    await transaction.query(removeCuratedSources, { workspaceId, id });
    await transaction.query(insertCuratedSources, { workspaceId, id, documentIds: clean.sourceDocumentIds });
    await transaction.query(pinCuratedSources, { workspaceId, id, now });
    await transaction.query(removeCuratedWindows, { workspaceId, id });
    await storeWordings(transaction, workspaceId, id);
    return readBack(transaction, workspaceId, id, null, now);
  });
}

/**
 * Records the current content of the sources after a person has checked that the answer is still correct. A source that
 * is hidden, expired or deleted stays stale, and an expired answer stays expired: save the answer again without them.
 * @throws NOT_FOUND, also for an answer with a source that the person may not read
 */
export async function confirmCurated(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  id: string,
): Promise<CuratedAnswer> {
  const now = new Date();
  return database.inWorkspace(workspaceId, async (transaction) => {
    await readBack(transaction, workspaceId, id, accessGroups, now);
    await transaction.query(touchCurated, { workspaceId, id, now });
    await transaction.query(pinCuratedSources, { workspaceId, id, now });
    return readBack(transaction, workspaceId, id, accessGroups, now);
  });
}

async function readBack(
  transaction: Transaction,
  workspaceId: string,
  id: string,
  accessGroups: readonly string[] | null,
  now: Date,
): Promise<CuratedAnswer> {
  const [row] = isUuid(id)
    ? await transaction.query(pageCurated, {
        workspaceId,
        at: now,
        ids: [id],
        accessGroups,
        // A caller here has write access.
        drafts: true,
        expiredAt: now,
        stale: null,
        expired: null,
        savedBefore: null,
        idBefore: null,
        limit: null,
      })
    : [];
  if (!row) throw noCurated(id);
  return toCurated(row);
}

/**
 * Embeds the wordings now, and returns the function that stores them later: no model call runs inside a transaction.
 */
export async function embedWordings(
  embedder: Embedder,
  curated: Pick<CuratedAnswer, 'question' | 'alternatives'>,
  signal: AbortSignal | undefined,
) {
  const wordings = [curated.question, ...curated.alternatives];
  const vectors = await embedder.embedDocuments(wordings, signal ? { signal } : {});
  return (transaction: Transaction, workspaceId: string, curatedId: string) =>
    transaction.query(insertCuratedWindows, {
      workspaceId,
      model: embedder.fingerprint,
      curatedId,
      ordinals: wordings.map((_, ordinal) => ordinal),
      wordings,
      vectors: vectors.map((vector) => vectorText(vector)),
    });
}

/** @throws NOT_FOUND */
export async function deleteCurated(
  database: Database,
  workspaceId: string,
  id: string,
  accessGroups: readonly string[] | null = null,
): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    await readBack(transaction, workspaceId, id, accessGroups, new Date());
    await transaction.query(removeCurated, { workspaceId, id });
  });
}

/** Returns undefined for an answer that is not there, or that has a source which the reader may not read. */
export async function findCurated(database: Database, reader: Reader, id: string): Promise<CuratedAnswer | undefined> {
  if (!isUuid(id)) return undefined;
  const values = { ...conditionsOf(reader, {}), ids: [id], savedBefore: null, idBefore: null, limit: null };
  const [row] = await database.inWorkspace(reader.workspaceId, (transaction) => transaction.query(pageCurated, values));
  return row && toCurated(row);
}

/** Returns the number of curated answers on all pages of `pageOfCurated`. */
export async function countOfCurated(database: Database, reader: Reader, filter: CuratedFilter): Promise<number> {
  const [row] = await database.inWorkspace(reader.workspaceId, (transaction) =>
    transaction.query(countCurated, conditionsOf(reader, filter)),
  );
  return row?.total ?? 0;
}

function conditionsOf(reader: Reader, { stale, expired }: CuratedFilter) {
  const now = new Date();
  return {
    workspaceId: reader.workspaceId,
    at: now,
    ids: null,
    accessGroups: reader.accessGroups,
    drafts: readsDrafts(reader),
    expiredAt: now,
    stale: stale ?? null,
    expired: expired ?? null,
  };
}

/**
 * Returns curated answers with the state of their sources, last saved first. Answers with a source that the reader may
 * not read are left out.
 * @throws BAD_INPUT for a page size or cursor that is not usable
 */
export async function pageOfCurated(
  database: Database,
  reader: Reader,
  page: PageRequest,
  filter: CuratedFilter,
): Promise<Page<CuratedAnswer>> {
  const cursor = readCursor(page);
  const values = {
    ...conditionsOf(reader, filter),
    savedBefore: cursor?.time ?? null,
    idBefore: cursor?.id ?? null,
    limit: page.first + 1,
  };
  const rows = await database.inWorkspace(reader.workspaceId, (transaction) => transaction.query(pageCurated, values));
  return toPage(
    rows.map((row) => toCurated(row)),
    page.first,
    (answer) => ({ time: answer.updatedAt, id: answer.id }),
  );
}

export function toCurated(row: CuratedRow): CuratedAnswer {
  return {
    id: row.curated_id,
    question: row.question,
    alternatives: row.alternatives,
    answer: row.answer,
    sourceDocumentIds: row.source_document_ids,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
    staleSources: row.stale_sources.map((source) => ({
      documentId: source.document_id,
      title: source.title,
      reason: source.reason,
      changedAt: source.changed_at,
    })),
  };
}

function checkCurated(input: CuratedAnswerInput, now: Date) {
  const question = checkText('question', input.question, maxQuestionLength);
  const answer = checkText('answer', input.answer, maxAnswerLength);
  const alternatives = (input.alternatives ?? []).map((text) => checkText('alternatives', text, maxQuestionLength));
  if (alternatives.length > maxAlternatives)
    throw new CandorError('BAD_INPUT', `At most ${maxAlternatives} alternatives are taken.`, {
      details: { field: 'alternatives' },
    });
  const expiresAt = input.expiresAt ?? null;
  // Not `expiresAt <= now`: a comparison with an invalid date is always false.
  if (expiresAt !== null && !(expiresAt > now))
    throw new CandorError('BAD_INPUT', 'expiresAt must be an instant in the future.', {
      details: { field: 'expiresAt' },
    });
  return { question, answer, alternatives, expiresAt, sourceDocumentIds: [...new Set(input.sourceDocumentIds ?? [])] };
}

function checkText(field: string, text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed && trimmed.length <= limit) return trimmed;
  throw new CandorError('BAD_INPUT', `${field} must have 1 to ${limit} characters.`, { details: { field } });
}

async function assertKnown(
  transaction: Transaction,
  workspaceId: string,
  accessGroups: readonly string[] | null,
  sources: readonly string[],
): Promise<void> {
  const rows = await transaction.query(findSources, {
    workspaceId,
    ids: sources.filter((source) => isUuid(source)),
    accessGroups,
  });
  const found = new Set(rows.map((row) => row.document_id));
  const unknown = sources.filter((source) => !found.has(source));
  if (unknown.length > 0)
    throw new CandorError('NOT_FOUND', 'This workspace has no such source documents.', {
      details: { sourceDocumentIds: unknown },
    });
}

function noCurated(id: string): CandorError {
  return new CandorError('NOT_FOUND', 'This workspace has no such curated answer.', { details: { id } });
}
