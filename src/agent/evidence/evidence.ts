import { defaultSearchConfig } from '../../knowledge/searchText.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';

/** The passages in hand, with what their confidence is computed from: one retrieval as plain data. */
export interface EvidenceState extends Omit<Retrieval, 'idf' | 'degraded' | 'timings'> {
  /** Weight of each lexeme of the question that was searched. */
  readonly idf: readonly (readonly [string, number])[];
  /** The text that was searched. */
  readonly query: string;
}

export const noEvidence: EvidenceState = {
  passages: [],
  further: [],
  candidates: [],
  vectorOrder: [],
  keywordOrder: [],
  idf: [],
  unknown: [],
  curated: [],
  searchConfig: defaultSearchConfig,
  query: '',
};

export function toEvidence(
  query: string,
  { passages, further, candidates, vectorOrder, keywordOrder, searchConfig, unknown, curated, idf }: Retrieval,
): EvidenceState {
  return {
    passages,
    further,
    candidates,
    vectorOrder,
    keywordOrder,
    searchConfig,
    unknown,
    curated,
    idf: [...idf],
    query,
  };
}
