/**
 * PASSED: no objection to the claim. UNPROVEN: it has words that the quote has not, and only an entailment model can say
 * whether they follow. FAILED: it says something else. CONTRADICTED: the quote says otherwise about the same matter.
 */
export type Outcome = 'PASSED' | 'UNPROVEN' | 'FAILED' | 'CONTRADICTED';

export interface Verdict {
  readonly outcome: Outcome;
  /** For people; null if there is nothing to say. */
  readonly detail: string | null;
}

/** What a claim is checked against. */
export interface Evidence {
  readonly quote: string;
  /**
   * The whole sentences, items or rows that contain the quote: words of the sentence outside the quote count too. A
   * pronoun that begins them is replaced by what the claim says in its place, where `resolved` allows it.
   */
  readonly sentence: string;
  /** The line of the text that introduces the quoted items; empty if there is none. */
  readonly lead: string;
  /**
   * Title, headings, and the sentence that the quote refers back to. They prove nothing: they only tell a word of the
   * subject from one that comes from nowhere.
   */
  readonly around: readonly string[];
  /**
   * The whole passage. It proves nothing, but shows which words are names and which rows are beside the quoted ones.
   */
  readonly passage: string;
  /** Names of the publisher of these pages, who are "we" in them. Lower case. */
  readonly authors?: ReadonlySet<string>;
}

export const passed: Verdict = { outcome: 'PASSED', detail: null };
export const unproven = (detail: string): Verdict => ({ outcome: 'UNPROVEN', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'FAILED', detail });
export const contradicted = (detail: string): Verdict => ({ outcome: 'CONTRADICTED', detail });

const severity: readonly Outcome[] = ['CONTRADICTED', 'FAILED', 'UNPROVEN', 'PASSED'];

/** The most serious verdict; the first one if several are equally serious. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.toSorted((left, right) => severity.indexOf(left.outcome) - severity.indexOf(right.outcome))[0] ?? passed
  );
}

/** All text that may prove a claim: the quote's sentences, and the line that introduces them. */
export function wholeOf({ sentence, lead }: Pick<Evidence, 'sentence' | 'lead'>): string {
  return lead === '' ? sentence : `${sentence} \n ${lead}`;
}
