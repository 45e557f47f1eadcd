import type { Judged } from '../judge/judged.ts';

/** A wrong answer, for a person to look at. */
export interface ConfidentError {
  readonly questionId: string;
  readonly question: string;
  readonly type: string;
  /** What was to be done, and the references of an answer, at most three. */
  readonly expected: string;
  readonly references: readonly string[];
  readonly text: string;
  readonly confidence: number;
  readonly tier: string | null;
  readonly citations: readonly { readonly documentId: string; readonly quote: string }[];
}

const shown = 10;

/** The wrong answers with the highest confidence, highest first. */
export function confidentErrors(runs: readonly Judged[]): ConfidentError[] {
  return runs
    .filter(({ verdict }) => verdict === 'WRONG_ANSWER')
    .sort((left, right) => (right.record.confidence ?? 0) - (left.record.confidence ?? 0))
    .slice(0, shown)
    .map(({ question, record }) => ({
      questionId: question.id,
      question: question.question,
      type: question.type,
      expected: question.expected,
      references: [...(question.answerGroups?.map((group) => group.join(' / ')) ?? []), ...question.answers].slice(
        0,
        3,
      ),
      text: record.text,
      confidence: record.confidence ?? 0,
      tier: record.tier,
      citations: record.citations.map(({ documentId, quote }) => ({ documentId, quote })),
    }));
}
