import type { Judged } from '../judge/judged.ts';
import type { Expectation } from '../question.ts';

export const wantedKinds = ['answer', 'abstain', 'clarify'] as const;
export type WantedKind = (typeof wantedKinds)[number];

/** How many questions that want one thing got which; `right` are the right ones among the answers. Rows that are empty stay. */
export type Confusion = Readonly<
  Record<
    WantedKind,
    { readonly Answer: number; readonly Abstention: number; readonly Clarification: number; readonly right: number }
  >
>;

/** A conflict is to be answered with; where all answers or a question back are wanted, both are right, and nothing can be told of what is not judged. */
const kindOf: Readonly<Partial<Record<Expectation, WantedKind>>> = {
  answer: 'answer',
  'answer-partly': 'answer',
  'mention-conflict': 'answer',
  abstain: 'abstain',
  clarify: 'clarify',
};

/** What was wanted against what came. */
export function confusionOf(runs: readonly Judged[]): Confusion {
  const rowOf = (kind: WantedKind) => {
    const members = runs.filter(({ question }) => kindOf[question.expected] === kind);
    const got = (outcome: string) => members.filter(({ record }) => record.outcome === outcome).length;
    return {
      Answer: got('Answer'),
      Abstention: got('Abstention'),
      Clarification: got('Clarification'),
      right: members.filter(({ verdict }) => verdict === 'RIGHT_ANSWER').length,
    };
  };
  return { answer: rowOf('answer'), abstain: rowOf('abstain'), clarify: rowOf('clarify') };
}
