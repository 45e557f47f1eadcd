import type { Database, TransactionOptions } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { type CitationCheck, type ClaimStatus } from '../../grounding/claim.ts';
import { locateQuote } from '../../grounding/checks/locateQuote.ts';
import { verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import { plainWords } from '../../grounding/checks/compareSentences.ts';
import { readEditionsOf } from '../../knowledge/editions/editions.ts';
import { isSaid } from '../../knowledge/editions/relations.ts';
import { findRevision, pairVersions, type RevisionDifference } from '../../grounding/editions/successors.ts';
import type { Document, DocumentVersion, Span } from '../../knowledge/document.ts';
import { findDeletedDocument } from '../../knowledge/store/documents.sql.ts';
import { readDocuments, readDocumentsByKey, readVersions } from '../../knowledge/store/documents.ts';
import { readChunks } from '../../retrieval/hitFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { listSpanChunks } from '../../retrieval/retrieve.sql.ts';
import { type Reader, readsDrafts, seesEverything } from '../../workspaces/caller.ts';
import { readRun } from '../runs/runs.ts';

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

/**
 * What has become of a cited document. REPLACED: by another one, as either or a person says. ENDED: none of its versions is valid now.
 * DELETED: it can still be restored. GONE: it was purged, or the reader may no longer see it; which of the two is not
 * revealed.
 */
type CitedDocumentState = 'PUBLISHED' | 'UNPUBLISHED' | 'REPLACED' | 'ENDED' | 'DELETED' | 'GONE';

/** What the version that is valid now says in the place of the citation. */
export interface CitationToday {
  /** The successor's id if the document was replaced. */
  readonly documentId: string;
  readonly versionId: string;
  readonly kind: 'SAME' | RevisionDifference['kind'];
  /** Null if the version says nothing about it, or says the same with other punctuation. */
  readonly quote: string | null;
  readonly sourceSpan: Span | null;
}

export interface Standing {
  readonly documentState: CitedDocumentState;
  readonly holdsToday: boolean | null;
  readonly today: CitationToday | null;
}

interface PinnedCitation {
  readonly document: Document;
  readonly version: DocumentVersion;
  readonly sourceSpan: Span;
  readonly quote: string;
  readonly claim: string;
  /** Whether the citation holds in the pinned version. */
  readonly holds: boolean;
}

interface Reading {
  readonly database: Database;
  readonly reader: Reader;
  readonly options: TransactionOptions;
}

/** The most successors that are followed: a successor may itself have been replaced. Also ends a cycle. */
const longestChain = 5;
/**
 * In UTF-16 units, as in `readRevisions`. Longer texts take seconds to compare; in these, only a quote that occurs in
 * both is found.
 */
const maxComparedLength = 200_000;

/** Whether what is valid now still says what was cited: in the document itself, or in its successor. */
async function citationToday(reading: Reading, pinned: PinnedCitation): Promise<Standing> {
  const { document, version } = pinned;
  const successor = await successorKey(reading, document);
  const documentState = stateOf({ ...document, supersededBy: successor });
  if (documentState === 'UNPUBLISHED' || documentState === 'ENDED')
    return { documentState, holdsToday: false, today: null };
  const valid = documentState === 'REPLACED' ? await lastSuccessor(reading, successor) : document;
  if (!valid?.currentVersionId) return { documentState, holdsToday: null, today: null };
  const { id: documentId, currentVersionId } = valid;
  if (currentVersionId === version.id) {
    return {
      documentState,
      holdsToday: pinned.holds,
      today: { documentId, versionId: version.id, kind: 'SAME', quote: pinned.quote, sourceSpan: pinned.sourceSpan },
    };
  }
  const [current] = await readVersions(reading.database, reading.reader, [currentVersionId]);
  const says = current && compare(pinned, current);
  if (!current || !says) return { documentState, holdsToday: null, today: null };
  return {
    documentState,
    holdsToday: await proves(reading, pinned, current, says),
    today: { documentId, versionId: current.id, ...says },
  };
}

function stateOf({ state, supersededBy, currentVersionId }: Document): CitedDocumentState {
  if (state === 'DRAFT') return 'UNPUBLISHED';
  if (supersededBy !== null) return 'REPLACED';
  return currentVersionId === null ? 'ENDED' : 'PUBLISHED';
}

/** The key of what replaces a document, as somebody says. */
async function successorKey({ database, reader }: Reading, { id, supersededBy }: Document): Promise<string | null> {
  const [editions] = await readEditionsOf(database, reader, [id]);
  const successor = editions?.successor ?? null;
  return successor && isSaid(successor) ? successor.successorKey : supersededBy;
}

/** The last successor in the chain that is published and that the reader may see. */
async function lastSuccessor(reading: Reading, first: string | null): Promise<Document | undefined> {
  const { database, reader } = reading;
  let last: Document | undefined;
  let key = first;
  for (let step = 0; step < longestChain && key !== null; step += 1) {
    const [next] = await readDocumentsByKey(database, reader, [key]);
    if (next?.state !== 'PUBLISHED') break;
    last = next;
    key = await successorKey(reading, next);
  }
  return last;
}

type Says = Pick<CitationToday, 'kind' | 'quote' | 'sourceSpan'>;

/** Undefined: the texts are too long to compare, and the quote does not occur in both. */
function compare({ version, sourceSpan, quote }: PinnedCitation, current: DocumentVersion): Says | undefined {
  const tooLong = Math.max(version.text.length, current.text.length) > maxComparedLength;
  const difference = tooLong ? undefined : findRevision(pairVersions(version.text, current.text), sourceSpan);
  if (difference)
    return { kind: difference.kind, quote: difference.other?.text ?? null, sourceSpan: difference.other?.span ?? null };
  const place = locateQuote(current.text, quote);
  if (place) return { kind: 'SAME', quote: current.text.slice(place.start, place.end), sourceSpan: place };
  if (tooLong) return undefined;
  // The same words with other punctuation. A heading, which is not compared as a sentence, may be gone.
  return {
    kind: plainWords(current.text).includes(plainWords(quote)) ? 'SAME' : 'ABSENT',
    quote: null,
    sourceSpan: null,
  };
}

/**
 * A sentence may have changed in a part that the claim is not about, and an unchanged one may now be under another
 * heading. The checks decide.
 */
async function proves(
  { database, reader, options }: Reading,
  { claim, holds }: PinnedCitation,
  current: DocumentVersion,
  { kind, quote, sourceSpan }: Says,
): Promise<boolean> {
  if (quote === null || sourceSpan === null) return kind === 'SAME' && holds;
  const passage = await passageAround(database, reader, current, sourceSpan, options);
  return (
    passage !== undefined &&
    verifyClaim({ text: claim, chunkId: passage.chunkId, quote }, [passage]).status === 'SUPPORTED'
  );
}

/**
 * The passage around a stretch of a version's text, as retrieval would return it: the one that contains the stretch, or
 * all passages that it spans as one, with the headings of the first. Undefined if the reader may not see the document,
 * or if the stretch is in no passage.
 */
async function passageAround(
  database: Database,
  reader: Reader,
  version: Pick<DocumentVersion, 'id' | 'text'>,
  { start, end }: Span,
  options: TransactionOptions,
): Promise<Passage | undefined> {
  const { workspaceId } = reader;
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listSpanChunks, [workspaceId, version.id, start, end]),
    options,
  );
  const passages = await readChunks(
    database,
    reader,
    rows.map((row) => row.chunk_id),
    options,
  );
  const whole = passages.find(({ sourceSpan }) => sourceSpan.start <= start && sourceSpan.end >= end);
  const [first] = passages;
  if (whole || !first) return whole;
  const sourceSpan = {
    start: Math.min(start, first.sourceSpan.start),
    end: Math.max(end, ...passages.map((passage) => passage.sourceSpan.end)),
  };
  return { ...first, sourceSpan, text: version.text.slice(sourceSpan.start, sourceSpan.end) };
}
