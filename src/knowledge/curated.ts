import type { Database, Transaction } from '../db/database.ts';
import { isUuid, newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import type { Embedder } from '../models/embedder.ts';
import { claimEmbedder } from './claimEmbedder.ts';
import type { CuratedAnswer, CuratedAnswerInput } from './document.ts';
import { findDocuments } from './sql/findDocuments.ts';
import { insertCuratedSources } from './sql/insertCuratedSources.ts';
import { insertCuratedWindows } from './sql/insertCuratedWindows.ts';
import { listCurated } from './sql/listCurated.ts';
import type { CuratedRow } from './sql/curatedRow.ts';
import { removeCurated } from './sql/removeCurated.ts';
import { removeCuratedSources } from './sql/removeCuratedSources.ts';
import { removeCuratedWindows } from './sql/removeCuratedWindows.ts';
import { upsertCurated } from './sql/upsertCurated.ts';
import { vectorText } from './storeVersion.ts';

const maxQuestionLength = 2_000;
const maxAnswerLength = 10_000;
const maxAlternatives = 20;

/**
 * Creates a curated answer, or replaces the one with the given id, in one transaction with its wordings and sources.
 * @throws BAD_INPUT, NOT_FOUND for an id or source that the workspace does not have, EMBEDDER_MISMATCH
 */
export async function saveCurated(database: Database, embedder: Embedder, workspaceId: string, input: CuratedAnswerInput): Promise<CuratedAnswer> {
  const clean = checkCurated(input);
  await claimEmbedder(database, workspaceId, embedder.fingerprint);
  const storeWordings = await embedWordings(embedder, clean, undefined);
  const saved = { ...clean, id: input.id ?? newId(), updatedAt: new Date() };
  await database.inWorkspace(workspaceId, async (transaction) => {
    await assertKnown(transaction, workspaceId, input.id, clean.sourceDocumentIds);
    await transaction.query(upsertCurated, [workspaceId, saved.id, saved.question, saved.alternatives, saved.answer, saved.updatedAt]);
    await transaction.query(removeCuratedSources, [workspaceId, saved.id]);
    await transaction.query(insertCuratedSources, [workspaceId, saved.id, saved.sourceDocumentIds]);
    await transaction.query(removeCuratedWindows, [workspaceId, saved.id]);
    await storeWordings(transaction, workspaceId, saved.id);
  });
  return saved;
}

/** Embeds the wordings now and gives the function that stores them later: no model call inside a transaction. */
export async function embedWordings(embedder: Embedder, curated: Pick<CuratedAnswer, 'question' | 'alternatives' | 'answer'>, signal: AbortSignal | undefined) {
  const wordings = [curated.question, ...curated.alternatives];
  const vectors = await embedder.embedDocuments(wordings, signal ? { signal } : {});
  return (transaction: Transaction, workspaceId: string, curatedId: string) => transaction.query(insertCuratedWindows, [
    workspaceId, embedder.fingerprint, curatedId, wordings.map((_, ordinal) => ordinal), wordings, vectors.map((vector) => vectorText(vector)), curated.answer,
  ]);
}

/** @throws NOT_FOUND */
export async function deleteCurated(database: Database, workspaceId: string, id: string): Promise<void> {
  const removed = isUuid(id) ? await database.inWorkspace(workspaceId, (transaction) => transaction.query(removeCurated, [workspaceId, id])) : [];
  if (removed.length === 0) throw new CandorError('NOT_FOUND', 'This workspace has no such curated answer.', { details: { id } });
}

/** All curated answers, last saved first. */
export async function readCurated(database: Database, workspaceId: string): Promise<CuratedAnswer[]> {
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listCurated, [workspaceId, null]));
  return rows.map((row) => toCurated(row));
}

export function toCurated(row: CuratedRow): CuratedAnswer {
  return {
    id: row.curated_id, question: row.question, alternatives: row.alternatives, answer: row.answer, sourceDocumentIds: row.source_document_ids, updatedAt: row.updated_at,
  };
}

function checkCurated(input: CuratedAnswerInput) {
  const question = checkText('question', input.question, maxQuestionLength);
  const answer = checkText('answer', input.answer, maxAnswerLength);
  const alternatives = (input.alternatives ?? []).map((text) => checkText('alternatives', text, maxQuestionLength));
  if (alternatives.length > maxAlternatives) throw new CandorError('BAD_INPUT', `At most ${maxAlternatives} alternatives are taken.`, { details: { field: 'alternatives' } });
  return { question, answer, alternatives, sourceDocumentIds: [...new Set(input.sourceDocumentIds ?? [])] };
}

function checkText(field: string, text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed && trimmed.length <= limit) return trimmed;
  throw new CandorError('BAD_INPUT', `${field} must have 1 to ${limit} characters.`, { details: { field } });
}

async function assertKnown(transaction: Transaction, workspaceId: string, id: string | undefined, sources: readonly string[]): Promise<void> {
  const unknown = sources.filter((source) => !isUuid(source));
  const asked = sources.filter((source) => isUuid(source));
  const found = new Set((await transaction.query(findDocuments, [workspaceId, new Date(), asked])).map((row) => row.document_id));
  unknown.push(...asked.filter((source) => !found.has(source)));
  if (unknown.length > 0) throw new CandorError('NOT_FOUND', 'This workspace has no such source documents.', { details: { sourceDocumentIds: unknown } });
  if (id === undefined) return;
  const existing = isUuid(id) ? await transaction.query(listCurated, [workspaceId, [id]]) : [];
  if (existing.length === 0) throw new CandorError('NOT_FOUND', 'This workspace has no such curated answer.', { details: { id } });
}
