/** What stands today in the place of a citation: in its document, or in the one that replaced it. */
import type { Database, TransactionOptions } from '../../db/database.ts';
import { locateQuote } from '../../grounding/checks/locateQuote.ts';
import { verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import { plainWords } from '../../grounding/checks/compareSentences.ts';
import { findRevision, pairVersions, type RevisionDifference } from '../../grounding/editions/successors.ts';
import type { Document, DocumentVersion, Span } from '../../knowledge/document.ts';
import { readEditionsOf } from '../../knowledge/editions/editions.ts';
import { isSaid } from '../../knowledge/editions/relations.ts';
import { readDocumentsByKey, readVersions } from '../../knowledge/store/documents.ts';
import { readChunks } from '../../retrieval/hitFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { listSpanChunks } from '../../retrieval/retrieve.sql.ts';
import type { Reader } from '../../workspaces/caller.ts';

/**
 * What has become of a cited document. REPLACED: by another one, as either or a person says. ENDED: none of its versions is valid now.
 * DELETED: it can still be restored. GONE: it was purged, or the reader may no longer see it; which of the two is not
 * revealed.
 */
export type CitedDocumentState = 'PUBLISHED' | 'UNPUBLISHED' | 'REPLACED' | 'ENDED' | 'DELETED' | 'GONE';

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

interface Standing {
  readonly documentState: CitedDocumentState;
  readonly holdsToday: boolean | null;
  readonly today: CitationToday | null;
}

export interface PinnedCitation {
  readonly document: Document;
  readonly version: DocumentVersion;
  readonly sourceSpan: Span;
  readonly quote: string;
  readonly claim: string;
  /** Whether the citation holds in the pinned version. */
  readonly holds: boolean;
}

export interface CitationReading {
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
export async function citationToday(reading: CitationReading, pinned: PinnedCitation): Promise<Standing> {
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
export async function successorKey(
  { database, reader }: CitationReading,
  { id, supersededBy }: Document,
): Promise<string | null> {
  const [editions] = await readEditionsOf(database, reader, [id]);
  const successor = editions?.successor ?? null;
  return successor && isSaid(successor) ? successor.successorKey : supersededBy;
}

/** The last successor in the chain that is published and that the reader may see. */
export async function lastSuccessor(reading: CitationReading, first: string | null): Promise<Document | undefined> {
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
  { database, reader, options }: CitationReading,
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
export async function passageAround(
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
