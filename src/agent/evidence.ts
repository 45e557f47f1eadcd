import { defaultSearchConfig } from '../knowledge/searchConfig.ts';
import type { Candidate, CuratedMatch, Passage } from '../retrieval/passage.ts';

/** The passages in hand, with what their confidence is computed from. */
export interface EvidenceState {
  readonly passages: readonly Passage[];
  /** What was read beyond them, best first. */
  readonly further: readonly Passage[];
  readonly candidates: readonly Candidate[];
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** Weight of each lexeme of the question that was searched. */
  readonly idf: readonly (readonly [string, number])[];
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
  readonly curated: readonly CuratedMatch[];
  /** The text search configuration that the text was analysed with. */
  readonly searchConfig: string;
  /** The text that was searched. */
  readonly query: string;
}

export const noEvidence: EvidenceState = { passages: [], further: [], candidates: [], vectorOrder: [], keywordOrder: [], idf: [], unknown: [], curated: [], searchConfig: defaultSearchConfig, query: '' };
