import type { Database, TransactionOptions } from '../../db/database.ts';
import { locateQuote } from '../../grounding/claims/locateQuote.ts';
import { verifyClaim } from '../../grounding/claims/verifyClaim.ts';
import { plainWords } from '../../grounding/conflicts/compareSentences.ts';
import { findRevision, pairVersions, type RevisionDifference } from '../../grounding/conflicts/findRevision.ts';
import type { Document, DocumentVersion, Span } from '../../knowledge/document.ts';
import { readDocumentsByKey, readVersions } from '../../knowledge/store/documents.ts';
import { listSpanChunks } from '../../retrieval/retrieve.sql.ts';
import { readChunks } from '../../retrieval/hitFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Reader } from '../../workspaces/caller.ts';

/**
 * What became of a cited document. REPLACED: it names a successor. ENDED: none of its versions is valid now. DELETED:
 * it can still be restored. GONE: purged, or no longer the reader's to see; which of them is not told.
 */
export type CitedDocumentState = 'PUBLISHED' | 'UNPUBLISHED' | 'REPLACED' | 'ENDED' | 'DELETED' | 'GONE';

/** What the version that is valid now says where the pinned one was cited. */
export interface CitationToday {
  /** The successor's, where the document was replaced. */
  readonly documentId: string;
  readonly versionId: string;
  readonly kind: 'SAME' | RevisionDifference['kind'];
  /** Null when it says nothing of it, or the same in other marks. */
  readonly quote: string | null;
  readonly sourceSpan: Span | null;
}

export interface Standing {
  readonly documentState: CitedDocumentState;
  readonly holdsToday: boolean | null;
  readonly today: CitationToday | null;
}

export interface Pinned {
  readonly document: Document;
  readonly version: DocumentVersion;
  readonly sourceSpan: Span;
  readonly quote: string;
  readonly claim: string;
  /** It holds in the pinned version. */
  readonly holds: boolean;
}

export interface Reading {
  readonly database: Database;
  readonly reader: Reader;
  readonly options: TransactionOptions;
}

/** A successor may have been replaced itself; a circle ends here too. */
const longestChain = 5;
/** As `readRevisions`: longer texts take seconds to compare, and only words that stand in both are found then. */
const maxComparedLength = 200_000;

/** Whether what is valid now still says what was cited: in the document, or in the one that replaced it. */
export async function citationToday(reading: Reading, pinned: Pinned): Promise<Standing> {
  const { document, version } = pinned;
  const documentState = stateOf(document);
  if (documentState === 'UNPUBLISHED' || documentState === 'ENDED')
    return { documentState, holdsToday: false, today: null };
  const valid = documentState === 'REPLACED' ? await lastSuccessor(reading, document) : document;
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

/** The end of the chain, as far as it is published and the reader may see it. */
async function lastSuccessor({ database, reader }: Reading, document: Document): Promise<Document | undefined> {
  let last: Document | undefined;
  let key = document.supersededBy;
  for (let step = 0; step < longestChain && key !== null; step += 1) {
    const [next] = await readDocumentsByKey(database, reader, [key]);
    if (next?.state !== 'PUBLISHED') break;
    last = next;
    key = next.supersededBy;
  }
  return last;
}

type Says = Pick<CitationToday, 'kind' | 'quote' | 'sourceSpan'>;

/** Undefined: the texts are too long to be compared, and the quote does not stand in both. */
function compare({ version, sourceSpan, quote }: Pinned, current: DocumentVersion): Says | undefined {
  const tooLong = Math.max(version.text.length, current.text.length) > maxComparedLength;
  const difference = tooLong ? undefined : findRevision(pairVersions(version.text, current.text), sourceSpan);
  if (difference)
    return { kind: difference.kind, quote: difference.other?.text ?? null, sourceSpan: difference.other?.span ?? null };
  const place = locateQuote(current.text, quote);
  if (place) return { kind: 'SAME', quote: current.text.slice(place.start, place.end), sourceSpan: place };
  if (tooLong) return undefined;
  // The same words in other marks; a heading, which is not compared as a sentence, may be gone.
  return {
    kind: plainWords(current.text).includes(plainWords(quote)) ? 'SAME' : 'ABSENT',
    quote: null,
    sourceSpan: null,
  };
}

/**
 * A sentence may have changed in a part that the claim is not about, and an unchanged one may stand below another
 * heading: the checks decide.
 */
async function proves(
  { database, reader, options }: Reading,
  { claim, holds }: Pinned,
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
 * What stands around a stretch of a version's text, as retrieval would give it: the passage that holds it, or all that
 * it runs through, as one, with the headings of the first. Undefined where the reader may not see the document, and
 * where no passage was made of the stretch.
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
