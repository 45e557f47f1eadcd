export type QuestionKind = 'LOOKUP' | 'ANALYSIS' | 'MULTI_HOP' | 'SMALL_TALK';
export type Strategy = 'SPARSE' | 'DENSE' | 'HYBRID';

/** What the loop decided to do. `queries` holds the question itself, or its parts. */
export interface Plan {
  readonly language: string;
  readonly kind: QuestionKind;
  readonly strategy: Strategy;
  readonly queries: readonly string[];
}
