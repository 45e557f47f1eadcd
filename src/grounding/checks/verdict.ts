/**
 * PASSED: nothing speaks against the claim. UNDECIDED: something leaves doubt that only a reader can settle.
 * CONTRADICTED: the evidence says otherwise about the same.
 */
export type Outcome = 'PASSED' | 'UNDECIDED' | 'FAILED' | 'CONTRADICTED';

export interface Verdict {
  readonly outcome: Outcome;
  /** For a person; null when there is nothing to say. */
  readonly detail: string | null;
}

/** What a claim is held against. */
export interface Evidence {
  readonly quote: string;
  /**
   * The whole sentences, items or rows that the quote stands in: what a quote leaves out of its sentence counts too.
   */
  readonly sentence: string;
  /** Title, headings, and the line that leads in a list. */
  readonly headings: readonly string[];
  /** The whole passage: proves nothing, but shows what are names and rows beside the quoted ones. */
  readonly passage: string;
  /**
   * Words of the claim that the evidence says, in any form or in other words; none where that is not known. Lower case.
   */
  readonly retold?: ReadonlySet<string>;
  /** Words of the sentence that the claim says, likewise. */
  readonly kept?: ReadonlySet<string>;
  /** How many negations of one of them the other says in a word without one. */
  readonly turns?: number;
  /** Names of those who say "we" here: whose pages these are. Lower case. */
  readonly authors?: ReadonlySet<string>;
}

export const passed: Verdict = { outcome: 'PASSED', detail: null };
export const undecided = (detail: string): Verdict => ({ outcome: 'UNDECIDED', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'FAILED', detail });
export const contradicted = (detail: string): Verdict => ({ outcome: 'CONTRADICTED', detail });

const severity: readonly Outcome[] = ['CONTRADICTED', 'FAILED', 'UNDECIDED', 'PASSED'];

/** The most serious of several, the first of those. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.toSorted((left, right) => severity.indexOf(left.outcome) - severity.indexOf(right.outcome))[0] ?? passed
  );
}

/** Everything that a claim may take from: the quote's sentences and what stands above them. */
export function wholeOf({ sentence, headings }: Evidence): string {
  return [sentence, ...headings].join(' \n ');
}
