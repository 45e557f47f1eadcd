import type { Confidence, Tier } from '../../confidence/signals.ts';
import type { UnmetCondition } from '../../grounding/answerability/unmetConditions.ts';
import type { Conflict } from '../../grounding/claim.ts';
import { noVoids, type Voids } from '../../grounding/place/voids.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';

/** What the evidence is worth. Reflect judges each round; what a model finds, and the answer's checks, change the tier. */
export interface Judgement {
  readonly sentences: readonly RankedSentence[];
  /** The sentences that would form the answer, including those for the parts of the question. */
  readonly chosen: readonly RankedSentence[];
  /** Ranked sentences for each part of the question. */
  readonly partSentences: readonly (readonly RankedSentence[])[];
  /**
   * Sentences of several documents that answer the question differently, best first; empty when there is one answer.
   */
  readonly rivals: readonly RankedSentence[];
  /**
   * Whether the question names nothing in particular; `rivals` are then the sentences that a reader takes for its
   * answers.
   */
  readonly isBroad: boolean;
  /** Conditions of the question that its best sentences leave unmet. */
  readonly unmet: readonly UnmetCondition[];
  readonly conflicts: readonly Conflict[];
  /** What other documents answer differently by the reader's word, best first: the answer is then never CONFIDENT. */
  readonly dissenters: readonly RankedSentence[];
  /** Lines around the sentences that may be quoted which void them. Null: it is not known which do. */
  readonly voids: Voids | null;
  /** The filter without which there would be an answer; null: none is known. */
  readonly relaxable: keyof SearchFilter | null;
  /** Null: nothing was judged yet. */
  readonly confidence: Confidence | null;
  readonly tier: Tier;
}

export const notJudged: Judgement = {
  sentences: [],
  chosen: [],
  partSentences: [],
  rivals: [],
  isBroad: false,
  unmet: [],
  conflicts: [],
  dissenters: [],
  voids: noVoids,
  relaxable: null,
  confidence: null,
  tier: 'NO_MATCH',
};
