import type { ContentType } from '../cut/chunk.ts';
import type { Span } from '../document.ts';

/** Where a chunk stands that says the same as another. */
export interface ChunkPointer {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentKey: string;
  readonly versionId: string;
}

/** A piece of a version as it was stored, with what was found of its quality. */
export interface StoredChunk {
  readonly id: string;
  readonly versionId: string;
  readonly ordinal: number;
  readonly text: string;
  readonly sourceSpan: Span;
  readonly sectionPath: readonly string[];
  readonly contentType: ContentType;
  readonly tokenCount: number;
  /** 0..1. */
  readonly quality: number;
  /** Retrieval passes it over: the rule's verdict, or a person's. */
  readonly omitted: boolean;
  /** The rule that omits it; null: none does. */
  readonly omitReason: string | null;
  /** A person's word against the rule; null: the rule's verdict holds. */
  readonly omitOverride: boolean | null;
  /** Other chunks that say the same, as far as the reader may see them. */
  readonly duplicates: readonly ChunkPointer[];
  /** Generated paraphrases and questions that help it to be found. */
  readonly hypotheticalCount: number;
}
