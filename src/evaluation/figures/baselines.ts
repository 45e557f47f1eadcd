import { augrc, aurocOf } from '../../confidence/calibration/forecasts.ts';
import { forecastsOf, meanInterval, type Interval } from './confidenceFigures.ts';
import { judge, type Judged, type Verdict, wouldBeRight } from '../judge.ts';
import { outcomeFigures, worthOf, type OutcomeFigures } from './outcomeFigures.ts';
import type { Question } from '../question.ts';
import { emptyRecord, type RunRecord } from '../run/runRecord.ts';

/** What a system without a judgement of its own would get on the same questions. */
export interface BaselineFigures extends OutcomeFigures {
  readonly utilityInterval: Interval;
}

export interface Baselines {
  /**
   * `borrowed`: questions that the preset refused and `naive` answered; `estimated`: nobody did, so the rank of the
   * document decides.
   */
  readonly alwaysAnswer: BaselineFigures & { readonly borrowed: number; readonly estimated: number };
  readonly alwaysRefuse: BaselineFigures;
  /**
   * The same answers, given where the best passage's cosine reaches `threshold`. That is the best threshold for these
   * very questions, so the figures are more than cosine can do on others. Null: no run has a cosine.
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

/** A run that refused, as it would have gone. What is to be refused is wrong whatever is answered. */
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

function refuse(question: Question): Judged {
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
  const distance = record.signals?.vectorDistance ?? null;
  return distance === null ? null : 1 - distance;
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
    // Equal cosines are answered together.
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

/** What a system that never answers would get on these questions. */
export function alwaysRefuse(questions: readonly Question[]): OutcomeFigures {
  return outcomeFigures(questions.map(refuse));
}
