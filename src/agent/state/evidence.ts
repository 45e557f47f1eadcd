import { defaultSearchConfig } from '../../knowledge/language/words.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import { type Question, readQuestion } from '../../retrieval/question/question.ts';

/** The passages found so far, with what their confidence is computed from: one retrieval as plain data. */
export interface EvidenceState extends Omit<Retrieval, 'idf' | 'degraded' | 'timings'> {
  /** Weight of each lexeme of the searched text. */
  readonly idf: readonly (readonly [string, number])[];
  /** What was searched. */
  readonly query: Question;
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
  embedder: '',
  query: readQuestion(''),
};
