import type { Database, TransactionOptions } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { type CitationCheck, type ClaimStatus } from '../../grounding/claim.ts';
import { verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import type { DocumentVersion, Span } from '../../knowledge/document.ts';
import { findDeletedDocument } from '../../knowledge/store/documents.sql.ts';
import { readDocuments, readVersions } from '../../knowledge/store/documents.ts';
import { type Reader, readsDrafts, seesEverything } from '../../workspaces/caller.ts';
import { readRun } from '../runs/runs.ts';
import {
  type CitationToday,
  citationToday,
  type CitedDocumentState,
  passageAround,
  type PinnedCitation,
} from './citationToday.ts';

/** Names a citation: by `runId` and `number`, or by `versionId`, `sourceSpan` and `quote`. */
export interface CitationRequest {
  readonly runId?: string | undefined;
  readonly number?: number | undefined;
  readonly versionId?: string | undefined;
  readonly sourceSpan?: Span | undefined;
  readonly quote?: string | undefined;
  /** The claim that the quote is to prove, if the citation is given directly. Omitted: the quote itself. */
  readonly claim?: string | undefined;
}

/** What has become of a citation since it was given. */
export interface CitationVerification {
  readonly documentId: string;
  readonly versionId: string;
  readonly sourceSpan: Span;
  /** Null, like `claim`, if the reader may no longer read the document, or it was purged and may have been hidden. */
  readonly quote: string | null;
  readonly claim: string | null;
  /**
   * Whether the pinned version's text at the span equals the quote, unit for unit. Null, like `status` and `support`,
   * if the version can no longer be read.
   */
  readonly quoteMatches: boolean | null;
  /** The result of repeating the checks. */
  readonly status: ClaimStatus | null;
  readonly support: number | null;
  readonly checks: readonly CitationCheck[];
  /** Whether the pinned version is the one that is valid now. */
  readonly isCurrent: boolean;
  readonly documentState: CitedDocumentState;
  /** Whether what is valid now still proves the claim. Null: it cannot be determined. */
  readonly holdsToday: boolean | null;
  /** What the version that is valid now says instead; null if there is none to compare with. */
  readonly today: CitationToday | null;
}

/** The content of a citation, recorded or given directly. */
type Pinned = Pick<PinnedCitation, 'sourceSpan' | 'quote' | 'claim'> & {
  readonly documentId: string | null;
  readonly versionId: string;
};

const longestText = 20_000;

/**
 * Checks a citation against its pinned version again, and reports whether it still holds today. What the reader may not
 * see looks like what does not exist. A version of another workspace, or of a document of other access groups, is
 * NOT_FOUND. A recorded citation of a document that the reader may no longer see is GONE.
 * @throws NOT_FOUND for a run, number or version that the reader cannot see; BAD_INPUT; CANCELLED
 */
export async function verifyCitation(
  database: Database,
  reader: Reader,
  request: CitationRequest,
  options: TransactionOptions = {},
): Promise<CitationVerification> {
  const pinned = isRecorded(request) ? await recorded(database, reader, request) : given(request);
  const [version] = await readVersions(database, reader, [pinned.versionId]);
  if (!version) return withoutVersion(database, reader, pinned);
  const { sourceSpan, quote, claim, versionId } = pinned;
  checkSpan(sourceSpan, version);
  const passage = await passageAround(database, reader, version, sourceSpan, options);
  const [document] = await readDocuments(database, reader, [version.documentId]);
  // Deleted since the version was read.
  if (!document) return withoutVersion(database, reader, { ...pinned, documentId: version.documentId });
  // A stretch that is in no passage, such as a heading, proves nothing: the pointer check fails.
  const replayed = verifyClaim({ text: claim, chunkId: passage?.chunkId ?? '', quote }, passage ? [passage] : []);
  const quoteMatches = version.text.slice(sourceSpan.start, sourceSpan.end) === quote;
  const { status, support, checks } = replayed;
  const isCurrent = document.currentVersionId === versionId;
  const standing = await citationToday(
    { database, reader, options },
    { document, version, sourceSpan, quote, claim, holds: quoteMatches && status === 'SUPPORTED' },
  );
  return {
    documentId: document.id,
    versionId,
    sourceSpan,
    quote,
    claim,
    quoteMatches,
    status,
    support,
    checks,
    isCurrent,
    ...standing,
  };
}

type RecordedRequest = Required<Pick<CitationRequest, 'runId' | 'number'>>;

function isRecorded(
  request: CitationRequest,
): request is CitationRequest & { readonly [Key in keyof RecordedRequest]: NonNullable<RecordedRequest[Key]> } {
  const { runId, number, ...direct } = request;
  const directly = Object.values(direct).some((value) => value !== undefined);
  if ((runId === undefined) !== (number === undefined) || (runId !== undefined && directly)) {
    throw new CandorError('BAD_INPUT', 'A citation is named in one of two ways.', {
      details: { field: 'input' },
      remedy: 'Give runId and number; or versionId, sourceSpan and quote.',
    });
  }
  return runId !== undefined;
}

async function recorded(
  database: Database,
  reader: Reader,
  { runId, number }: { readonly runId: string; readonly number: number },
): Promise<Pinned> {
  const run = await readRun(database, reader, runId);
  if (!run)
    throw new CandorError('NOT_FOUND', 'There is no such run that this key may read.', {
      details: { runId },
      remedy: 'List the runs to see their ids; a run whose asker could see more than this key stays hidden.',
    });
  const citations = run.result?.citations ?? [];
  const citation = citations.find((entry) => entry.number === number);
  if (!citation) {
    const numbers = citations.map((entry) => entry.number);
    throw new CandorError('NOT_FOUND', `The run has no citation ${number}.`, {
      details: { runId, number, numbers },
      remedy:
        numbers.length > 0
          ? `Give one of its numbers: ${numbers.join(', ')}.`
          : 'The run cites nothing; choose one that ended in an answer.',
    });
  }
  const claims = run.result?.type === 'Answer' ? run.result.claims : [];
  const claim = claims.find((entry) => entry.citationNumbers.includes(number))?.text ?? citation.quote;
  return {
    documentId: citation.documentId,
    versionId: citation.versionId,
    sourceSpan: citation.sourceSpan,
    quote: citation.quote,
    claim,
  };
}

function given({ versionId, sourceSpan, quote, claim }: CitationRequest): Pinned {
  if (versionId === undefined || !sourceSpan || quote === undefined) {
    throw new CandorError('BAD_INPUT', 'A citation needs the version, the span and the quote.', {
      details: { field: 'input' },
      remedy: 'Give runId and number; or versionId, sourceSpan and quote.',
    });
  }
  for (const [field, text] of [
    ['quote', quote],
    ['claim', claim ?? quote],
  ] as const) {
    if (!text.trim() || text.length > longestText)
      throw new CandorError('BAD_INPUT', `${field} must have 1 to ${longestText.toLocaleString('en')} characters.`, {
        details: { field: `input.${field}` },
      });
  }
  return { documentId: null, versionId, sourceSpan, quote, claim: claim ?? quote };
}

function checkSpan({ start, end }: Span, { text }: DocumentVersion): void {
  if (start >= 0 && start < end && end <= text.length) return;
  throw new CandorError('BAD_INPUT', `sourceSpan ${start} to ${end} is no stretch of the version's text.`, {
    details: { field: 'input.sourceSpan', length: text.length },
    remedy: `The text has ${text.length} UTF-16 units: give 0 <= start < end <= ${text.length}.`,
  });
}

/** Reports a recorded citation even without its version. A version that was named directly is NOT_FOUND. */
async function withoutVersion(
  database: Database,
  reader: Reader,
  { documentId, ...pinned }: Pinned,
): Promise<CitationVerification> {
  if (documentId === null) {
    throw new CandorError('NOT_FOUND', 'This workspace has no such version.', {
      details: { versionId: pinned.versionId },
      remedy: 'Take the id from a citation or from Document.versions.',
    });
  }
  const { workspaceId, accessGroups } = reader;
  const values = { workspaceId, documentId, accessGroups, drafts: readsDrafts(reader) };
  const deleted = isUuid(documentId)
    ? await database.inWorkspace(workspaceId, (transaction) => transaction.query(findDeletedDocument, values))
    : [];
  const documentState = deleted.length > 0 ? 'DELETED' : 'GONE';
  // Gone may mean hidden: then its words are not for this reader.
  const withheld = documentState === 'GONE' && !seesEverything(reader);
  return {
    documentId,
    ...pinned,
    ...(withheld && { quote: null, claim: null }),
    quoteMatches: null,
    status: null,
    support: null,
    checks: [],
    isCurrent: false,
    documentState,
    holdsToday: documentState === 'DELETED' ? false : null,
    today: null,
  };
}
