import { augrc, aurocOf, wilson } from '../../confidence/calibration/forecasts.ts';
import { isOnScreen, judge, type Judged, refusedRightly, type Verdict, wouldBeRight } from '../judge.ts';
import type { Expectation, SetQuestion } from '../question.ts';
import { emptyRecord, type RunRecord } from '../run/runRecord.ts';
import { forecastsOf, type Interval, meanInterval } from './confidenceFigures.ts';
import { shareOf } from './retrievalFigures.ts';

/** Counts and rates of the outcomes. Shares are over the judged questions unless noted otherwise. */
export interface OutcomeFigures {
  readonly judged: number;
  readonly rightAnswers: number;
  readonly wrongAnswers: number;
  /** The sum of the next two. */
  readonly rightRefusals: number;
  readonly rightAbstentions: number;
  readonly rightClarifications: number;
  /** A refusal where a clarifying question was expected, or the reverse. */
  readonly okRefusals: number;
  readonly overRefusals: number;
  /** Judged questions that can be answered, and those for which the answer or what is shown beside it holds it. */
  readonly answerable: number;
  readonly onScreen: number;
  /** Judged questions beside whose outcome a passage is shown. */
  readonly showing: number;
  /** (right answers - 2 x wrong answers) / judged: always refusing gives 0. */
  readonly utility: number | null;
  /** Wrong answers divided by answers. */
  readonly selectiveRisk: number | null;
  readonly coverage: number | null;
  /** Share answered with tier CONFIDENT, but wrong. */
  readonly confidentWrong: number | null;
  /** Share of the unanswerable questions that was answered with tier CONFIDENT. */
  readonly unanswerableConfident: number | null;
  /** 95 % intervals (Wilson) of the shares of right and wrong answers. */
  readonly rightInterval: readonly [number, number] | null;
  readonly wrongInterval: readonly [number, number] | null;
}

/** The value of a right and of a wrong answer; a refusal has the value 0. */
export const worthOf = (verdict: Verdict) => (verdict === 'RIGHT_ANSWER' ? 1 : verdict === 'WRONG_ANSWER' ? -2 : 0);

/** The figures of some runs, without those that cannot be judged. */
export function outcomeFigures(runs: readonly Judged[]): OutcomeFigures {
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  const count = (verdict: Verdict) => judged.filter((run) => run.verdict === verdict).length;
  const [right, wrong] = [count('RIGHT_ANSWER'), count('WRONG_ANSWER')];
  const refused = (as: 'Abstention' | 'Clarification') =>
    judged.filter(({ verdict, record }) => refusedRightly(verdict, record, as)).length;
  const answerable = judged.filter(({ question }) => question.answerable);
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
    answerable: answerable.length,
    onScreen: answerable.filter(isFound).length,
    showing: judged.filter(({ record }) => record.screen.length > 0).length,
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

/** Whether the first screen holds the answer; a right answer does by definition. */
export function isFound({ question, record, verdict }: Judged): boolean {
  return verdict === 'RIGHT_ANSWER' || isOnScreen(question, record);
}

export const wantedKinds = ['answer', 'abstain', 'clarify'] as const;
type WantedKind = (typeof wantedKinds)[number];

/**
 * For each expected kind, how many questions got which outcome; `right` counts the right ones among the answers. Empty
 * rows are kept.
 */
export type Confusion = Readonly<
  Record<
    WantedKind,
    { readonly Answer: number; readonly Abstention: number; readonly Clarification: number; readonly right: number }
  >
>;

/**
 * A conflict should be mentioned in an answer. Expectations that allow both an answer and a clarifying question, or
 * that are not judged, have no row.
 */
const kindOf: Readonly<Partial<Record<Expectation, WantedKind>>> = {
  answer: 'answer',
  'answer-partly': 'answer',
  'mention-conflict': 'answer',
  abstain: 'abstain',
  clarify: 'clarify',
};

/** Expected kinds against actual outcomes. */
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
  /** The expected action, and at most three reference answers. */
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

/** The figures that a system without its own judgement would get on the same questions. */
interface BaselineFigures extends OutcomeFigures {
  readonly utilityInterval: Interval;
}

export interface Baselines {
  /**
   * `borrowed`: questions that the preset refused and `naive` answered. `estimated`: neither answered, so the rank of
   * the document decides.
   */
  readonly alwaysAnswer: BaselineFigures & { readonly borrowed: number; readonly estimated: number };
  readonly alwaysRefuse: BaselineFigures;
  /**
   * The same answers, given if the best passage's cosine reaches `threshold`. It is the best threshold for exactly
   * these questions, so cosine would do worse on others. Null if no run has a cosine.
   */
  readonly cosineOnly:
    | (BaselineFigures & {
        readonly threshold: number;
        readonly aurocRight: number | null;
        readonly augrc: number | null;
      })
    | null;
}

/** @param naive records of the preset that always answers, by question */
export function baselinesOf(runs: readonly Judged[], naive: ReadonlyMap<string, RunRecord>, seed: number): Baselines {
  const answered = runs.map((run) => answerAnyway(run, naive.get(run.question.id)));
  const refused = runs.map(({ question }) => refuse(question));
  return {
    alwaysAnswer: {
      ...withInterval(
        answered.map(({ run }) => run),
        seed,
      ),
      borrowed: answered.filter(({ how }) => how === 'BORROWED').length,
      estimated: answered.filter(({ how }) => how === 'ESTIMATED').length,
    },
    alwaysRefuse: withInterval(refused, seed),
    cosineOnly: cosineOnly(
      runs,
      answered.map(({ run }) => run),
      refused,
      seed,
    ),
  };
}

function withInterval(runs: readonly Judged[], seed: number): BaselineFigures {
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  return { ...outcomeFigures(runs), utilityInterval: meanInterval(judged, ({ verdict }) => worthOf(verdict), seed) };
}

/** A refused run as if it had answered. If the question should be refused, any answer is wrong. */
function answerAnyway(
  run: Judged,
  naive: RunRecord | undefined,
): { readonly run: Judged; readonly how: 'OWN' | 'BORROWED' | 'ESTIMATED' } {
  const { question, record, verdict } = run;
  if (record.outcome === 'Answer' || verdict === 'NOT_JUDGED') return { run, how: 'OWN' };
  const answer = (changed: Verdict) => ({
    question,
    record: { ...record, outcome: 'Answer' as const, tier: null },
    verdict: changed,
  });
  if (question.expected === 'abstain' || question.expected === 'clarify')
    return { run: answer('WRONG_ANSWER'), how: 'OWN' };
  if (question.expected === 'follow-or-flag') return { run: answer('NOT_JUDGED'), how: 'OWN' };
  if (naive?.outcome === 'Answer') return { run: answer(judge(question, naive)), how: 'BORROWED' };
  return { run: answer(wouldBeRight(question, record) ? 'RIGHT_ANSWER' : 'WRONG_ANSWER'), how: 'ESTIMATED' };
}

function refuse(question: SetQuestion): Judged {
  const record: RunRecord = {
    ...emptyRecord,
    questionId: question.id,
    preset: 'always-refuse',
    outcome: 'Abstention',
    tier: 'NO_MATCH',
  };
  return { question, record, verdict: judge(question, record) };
}

function cosineOf({ record }: Judged): number | null {
  return record.signals?.topSimilarity ?? null;
}

function cosineOnly(
  runs: readonly Judged[],
  answered: readonly Judged[],
  refused: readonly Judged[],
  seed: number,
): Baselines['cosineOnly'] {
  const cosines = runs.map((run) => (run.verdict === 'NOT_JUDGED' ? null : cosineOf(run)));
  const order = cosines
    .flatMap((cosine, index) => (cosine === null ? [] : [{ cosine, index }]))
    .sort((left, right) => right.cosine - left.cosine);
  if (order.length === 0) return null;
  let [worth, best, threshold] = [0, 0, Infinity];
  for (const [position, { cosine, index }] of order.entries()) {
    worth += worthOf(answered[index]?.verdict ?? 'NOT_JUDGED');
    // Questions with equal cosines are answered together.
    if (worth > best && order[position + 1]?.cosine !== cosine) [best, threshold] = [worth, cosine];
  }
  const gated = runs.map((run, index) =>
    (cosines[index] ?? -Infinity) >= threshold ? (answered[index] ?? run) : (refused[index] ?? run),
  );
  const forecasts = forecastsOf(runs, cosineOf);
  return {
    ...withInterval(gated, seed),
    threshold: Math.min(1, threshold),
    aurocRight: aurocOf(forecasts),
    augrc: augrc(forecasts),
  };
}

/** The figures that a system that never answers would get on these questions. */
export function alwaysRefuse(questions: readonly SetQuestion[]): OutcomeFigures {
  return outcomeFigures(questions.map(refuse));
}
