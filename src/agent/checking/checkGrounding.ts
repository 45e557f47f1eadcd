import { setImmediate } from 'node:timers/promises';
import type { Database, TransactionOptions } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { checkClaim, type ClaimVerdict, indexPassages } from '../../grounding/claims/checkClaim.ts';
import type { CitationCheck, ClaimStatus, ClaimWording, NearestEvidence } from '../../grounding/claim.ts';
import { evidenceAt } from '../../grounding/claims/composeAnswer.ts';
import { cutClaims, type TextClaim } from '../../grounding/claims/cutClaims.ts';
import type { VerifiedClaim } from '../../grounding/claims/verifyClaim.ts';
import type { Document } from '../../knowledge/document.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import { detectQuestionLanguage } from '../../knowledge/language/language.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { readChunks } from '../../retrieval/hitFacts.ts';
import { listDocumentChunks } from '../../retrieval/retrieve.sql.ts';
import type { Caller } from '../../workspaces/caller.ts';

export interface GroundingRequest {
  /** 1 to 20,000 characters. */
  readonly text: string;
  /** 1 to 50. */
  readonly documentIds: readonly string[];
  /** The instant whose versions are read; omitted: now. */
  readonly asOf?: Date | undefined;
}

/** A stretch of a document that a claim was checked against. */
export interface ClaimEvidence extends NearestEvidence {
  readonly status: ClaimStatus;
  readonly support: number;
  readonly checks: readonly CitationCheck[];
}

export interface CheckedClaim extends TextClaim {
  readonly status: ClaimStatus;
  readonly wording: ClaimWording;
  /** Share of the claim's content words that the best evidence contains: 0..1. */
  readonly support: number;
  /** Why it is not supported; null: it is. */
  readonly reason: string | null;
  /**
   * The evidence that decides the claim, best first, at most three; for an unsupported claim, what came nearest. Empty
   * if nothing shares a word with it.
   */
  readonly evidence: readonly ClaimEvidence[];
}

export interface GroundingReport {
  readonly claims: readonly CheckedClaim[];
  readonly claimCount: number;
  readonly supportedCount: number;
  /**
   * Whether every claim was checked against every passage. False: the time or the limit on passages ended the check
   * early.
   */
  readonly complete: boolean;
}

const longestText = 20_000;
const mostDocuments = 50;
/** About 7 MB of text; 50 documents of 100 pages have about this many. */
const mostPassages = 5_000;
const defaultMillis = 15_000;

/**
 * Checks a text that was written elsewhere against documents: each claim by the sentences that come nearest to it. Asks
 * no model and records nothing.
 * @throws BAD_INPUT; NOT_FOUND naming the documents that the caller cannot see, which for a READER include drafts;
 *   DATABASE_FAILED, CANCELLED
 */
export async function checkGrounding(
  database: Database,
  caller: Caller,
  request: GroundingRequest,
  { signal, millis = defaultMillis }: Pick<TransactionOptions, 'signal'> & { readonly millis?: number } = {},
): Promise<GroundingReport> {
  const deadline = performance.now() + millis;
  checkRequest(request);
  const documents = await knownDocuments(database, caller, request);
  const { passages, all } = await readPassages(database, caller, documents, { signal });
  const index = indexPassages(passages);
  const claims: CheckedClaim[] = [];
  let complete = all;
  for (const claim of cutClaims(request.text, detectQuestionLanguage(request.text.slice(0, 2_000)))) {
    // A long text may take seconds. This lets other requests run in between.
    await setImmediate(undefined);
    if (signal?.aborted) throw new CandorError('CANCELLED', 'The caller went away.', { cause: signal.reason });
    const late = performance.now() > deadline;
    if (late) complete = false;
    claims.push(late ? unread(claim) : toChecked(claim, checkClaim(claim.text, index)));
  }
  return {
    claims,
    claimCount: claims.length,
    supportedCount: claims.filter(({ status }) => status === 'SUPPORTED').length,
    complete,
  };
}

function checkRequest({ text, documentIds, asOf }: GroundingRequest): void {
  const bad = (field: string, message: string) =>
    new CandorError('BAD_INPUT', message, { details: { field: `input.${field}` } });
  if (!text.trim() || text.length > longestText)
    throw bad('text', `text must have 1 to ${longestText.toLocaleString('en')} characters.`);
  if (documentIds.length === 0 || documentIds.length > mostDocuments)
    throw bad('documentIds', `documentIds must have 1 to ${mostDocuments} entries.`);
  if (asOf && Number.isNaN(asOf.getTime())) throw bad('asOf', 'asOf must be an instant.');
}

async function knownDocuments(
  database: Database,
  caller: Caller,
  { documentIds, asOf }: GroundingRequest,
): Promise<Document[]> {
  const ids = [...new Set(documentIds)];
  const found = await readDocuments(database, caller, ids, asOf);
  const usable = found.filter((document) => document !== undefined);
  const unknown = ids.filter((id) => !usable.some((document) => document.id === id));
  if (unknown.length > 0)
    throw new CandorError(
      'NOT_FOUND',
      `This workspace has no such documents: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ', …' : ''}.`,
      { details: { documentIds: unknown } },
    );
  const ended = usable.filter(({ currentVersionId }) => currentVersionId === null).map(({ id }) => id);
  if (ended.length > 0) {
    throw new CandorError(
      'BAD_INPUT',
      `No version of these documents is valid then: ${ended.slice(0, 5).join(', ')}${ended.length > 5 ? ', …' : ''}.`,
      {
        details: { field: 'input.documentIds', documentIds: ended },
        remedy: 'Leave them out, or give an asOf at which they are valid.',
      },
    );
  }
  return usable;
}

async function readPassages(
  database: Database,
  caller: Caller,
  documents: readonly Document[],
  options: TransactionOptions,
): Promise<{ readonly passages: readonly Passage[]; readonly all: boolean }> {
  const versionIds = documents.flatMap(({ currentVersionId }) => currentVersionId ?? []);
  const rows = await database.inWorkspace(
    caller.workspaceId,
    (transaction) => transaction.query(listDocumentChunks, [caller.workspaceId, versionIds]),
    options,
  );
  const used = rows.filter(({ omitted }) => !omitted).map((row) => row.chunk_id);
  return {
    passages: await readChunks(database, caller, used.slice(0, mostPassages), options),
    all: used.length <= mostPassages,
  };
}

function unread(claim: TextClaim): CheckedClaim {
  return {
    ...claim,
    status: 'UNSUPPORTED',
    wording: 'REWORDED',
    support: 0,
    reason: 'Not checked: the time was used up.',
    evidence: [],
  };
}

function toChecked(claim: TextClaim, { status, evidence }: ClaimVerdict): CheckedClaim {
  const [best] = evidence;
  return {
    ...claim,
    status,
    wording: best?.wording ?? 'REWORDED',
    support: best?.support ?? 0,
    reason: status === 'SUPPORTED' ? null : reasonOf(best),
    evidence: evidence.flatMap((verdict) => evidenceOf(verdict)),
  };
}

function reasonOf(best: VerifiedClaim | undefined): string {
  if (!best) return 'No sentence of the documents shares a word with it.';
  const failed = best.checks.filter((check) => !check.passed);
  return failed.map(({ name, detail }) => `${name}: ${detail ?? 'failed'}`).join(' ');
}

function evidenceOf({ proof, status, support, checks }: VerifiedClaim): ClaimEvidence[] {
  return proof ? [{ ...evidenceAt(proof.passage, proof.quote, proof.sourceSpan), status, support, checks }] : [];
}
