import type { CanonicalDocument } from '../ingest/canonical.ts';
import { chunk, type ChunkDraft } from './chunk.ts';
import { fingerprint } from './nearDuplicates.ts';
import { chunkQuality } from './quality.ts';
import { windows, type Window } from './windows.ts';

/** A chunk with everything that is stored of it but its vectors. */
export interface PreparedChunk extends ChunkDraft {
  readonly text: string;
  /** 0..1. */
  readonly quality: number;
  /** Why retrieval passes it over; null: it does not. */
  readonly omitReason: string | null;
  /** MinHash bands; none for a short text. */
  readonly bands: readonly bigint[];
  readonly windows: readonly Window[];
}

/** A document cut into what will be embedded and stored. */
export interface DraftDocument {
  readonly canonical: CanonicalDocument;
  readonly chunks: readonly PreparedChunk[];
}

/** Where a passage stands, as an embedder and a reader are shown it: the document's title and the last heading. */
export function headingOf(title: string, sectionPath: readonly string[]): string {
  const heading = sectionPath.at(-1);
  return heading === undefined || heading === title ? title : `${title}: ${heading}`;
}

/** Cuts, weighs and fingerprints a document. Pure. */
export function draftDocument(canonical: CanonicalDocument, maxWindowWords: number): DraftDocument {
  const chunks = chunk(canonical.text, canonical.blocks).map((draft): PreparedChunk => {
    const text = canonical.text.slice(draft.start, draft.end);
    const quality = chunkQuality(text, draft.contentType);
    // What retrieval passes over needs no twin.
    const bands = quality.omitReason === null ? fingerprint(text).bands : [];
    return {
      ...draft,
      text,
      ...quality,
      bands,
      windows: windows(text, maxWindowWords, headingOf(canonical.title, draft.sectionPath)),
    };
  });
  return { canonical, chunks };
}
