import { wilson } from '../../confidence/calibration/forecasts.ts';
import { type Judged, refusedRightly, type Verdict } from '../judge.ts';
import type { Expectation } from '../question.ts';
import { shareOf } from './retrievalFigures.ts';

/** Counts and rates of the outcomes. Shares are over the judged questions unless said otherwise. */
export interface OutcomeFigures {
  readonly judged: number;
  readonly rightAnswers: number;
  readonly wrongAnswers: number;
  /** The sum of the two after it. */
  readonly rightRefusals: number;
  readonly rightAbstentions: number;
  readonly rightClarifications: number;
  /** A refusal where a question back was wanted, or the other way round. */
  readonly okRefusals: number;
  readonly overRefusals: number;
  /** (right answers - 2 x wrong answers) / judged: always refusing gives 0. */
  readonly utility: number | null;
  /** Wrong answers over answers. */
  readonly selectiveRisk: number | null;
  readonly coverage: number | null;
  /** Answered with tier CONFIDENT, and wrong. */
  readonly confidentWrong: number | null;
  /** Of the questions without an answer: answered with tier CONFIDENT. */
  readonly unanswerableConfident: number | null;
  /** 95 % intervals (Wilson) of the shares of right and wrong answers. */
  readonly rightInterval: readonly [number, number] | null;
  readonly wrongInterval: readonly [number, number] | null;
}

/** What a right and a wrong answer are worth; a refusal is worth nothing. */
export const worthOf = (verdict: Verdict) => (verdict === 'RIGHT_ANSWER' ? 1 : verdict === 'WRONG_ANSWER' ? -2 : 0);

/** The figures of some runs; those that cannot be judged are left out. */
export function outcomeFigures(runs: readonly Judged[]): OutcomeFigures {
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  const count = (verdict: Verdict) => judged.filter((run) => run.verdict === verdict).length;
  const [right, wrong] = [count('RIGHT_ANSWER'), count('WRONG_ANSWER')];
  const refused = (as: 'Abstention' | 'Clarification') =>
    judged.filter(({ verdict, record }) => refusedRightly(verdict, record, as)).length;
  const unanswerable = judged.filter(({ question }) => !question.answerable);
  const confident = ({ record }: Judged) => record.outcome === 'Answer' && record.tier === 'CONFIDENT';
  return {
    judged: judged.length,
    rightAnswers: right,
    wrongAnswers: wrong,
    rightRefusals: count('RIGHT_REFUSAL'),
    rightAbstentions: refused('Abstention'),
    rightClarifications: refused('Clarification'),
    okRefusals: count('OK_REFUSAL'),
    overRefusals: count('OVER_REFUSAL'),
    utility: shareOf(
      judged.reduce((sum, { verdict }) => sum + worthOf(verdict), 0),
      judged.length,
    ),
    selectiveRisk: shareOf(wrong, right + wrong),
    coverage: shareOf(right + wrong, judged.length),
    confidentWrong: shareOf(
      judged.filter((run) => run.verdict === 'WRONG_ANSWER' && confident(run)).length,
      judged.length,
    ),
    unanswerableConfident: shareOf(unanswerable.filter(confident).length, unanswerable.length),
    rightInterval: wilson(right, judged.length),
    wrongInterval: wilson(wrong, judged.length),
  };
}

export const wantedKinds = ['answer', 'abstain', 'clarify'] as const;
type WantedKind = (typeof wantedKinds)[number];

/**
 * How many questions that want one thing got which; `right` are the right ones among the answers. Rows that are empty
 * stay.
 */
export type Confusion = Readonly<
  Record<
    WantedKind,
    { readonly Answer: number; readonly Abstention: number; readonly Clarification: number; readonly right: number }
  >
>;

/**
 * A conflict is to be answered with; where all answers or a question back are wanted, both are right, and nothing can
 * be told of what is not judged.
 */
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
