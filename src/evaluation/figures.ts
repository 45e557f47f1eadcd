import { groupBy } from './groupBy.ts';
import { holdsWrongAnswer, judge, refusedRightly, wouldBeRight, yardstickOf, type Verdict, type Yardstick } from './judge.ts';
import { auroc, brier, calibrationError, mean, percentile, shareOf, wilson, type Forecast } from './metrics.ts';
import type { Question } from './question.ts';
import { retrievalFigures, type Ranking, type RetrievalFigures } from './retrievalFigures.ts';
import type { RunRecord } from './runRecord.ts';

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

/** How well the confidence tells cases apart, and how far it is a probability. */
export interface ConfidenceFigures {
  /** Answerable against not. */
  readonly aurocAnswerable: number | null;
  /** Right, or would have been right, against the rest. */
  readonly aurocRight: number | null;
  readonly calibrationError: number | null;
  readonly brier: number | null;
}

/** How the loop went, over all runs that did not break. */
export interface LoopFigures {
  /** Mean. */
  readonly rounds: number | null;
  /** Runs by stop reason, most frequent first. */
  readonly stopReasons: Readonly<Record<string, number>>;
  /** Milliseconds of a whole question. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null };
}

export interface PresetFigures extends OutcomeFigures, LoopFigures {
  readonly preset: string;
  readonly questions: number;
  readonly faults: number;
  readonly retrieval: RetrievalFigures;
  readonly confidence: ConfidenceFigures;
  readonly citations: { readonly count: number; readonly valid: number; readonly validShare: number | null };
  /** Questions that name a false answer, and how often it came out. */
  readonly misled: { readonly questions: number; readonly count: number };
  /** How right answers were told, by count of judged questions. */
  readonly yardsticks: Readonly<Record<Yardstick, number>>;
  /** Worst utility first. */
  readonly byType: readonly TypeFigures[];
}

export interface TypeFigures extends OutcomeFigures, LoopFigures {
  readonly type: string;
  readonly questions: number;
  readonly recallAt10: number | null;
  readonly allAt10: number | null;
}

interface Judged {
  readonly question: Question;
  readonly record: RunRecord;
  readonly verdict: Verdict;
}

/** The figures of each preset, in the order in which presets appear. Records of unknown questions are left out. */
export function figuresOf(questions: readonly Question[], records: readonly RunRecord[]): PresetFigures[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const judged = records.flatMap((record) => {
    const question = byId.get(record.questionId);
    return question ? [{ question, record, verdict: judge(question, record) }] : [];
  });
  return [...groupBy(judged, ({ record }) => record.preset)].map(([preset, runs]) => presetFigures(preset, runs));
}

function presetFigures(preset: string, all: readonly Judged[]): PresetFigures {
  const runs = all.filter(({ record }) => record.outcome !== 'Fault');
  const citations = runs.flatMap(({ record }) => record.citations);
  const valid = citations.filter((citation) => citation.valid).length;
  const baited = runs.filter(({ question }) => question.wrongAnswers.length > 0);
  return {
    preset,
    questions: all.length,
    faults: all.length - runs.length,
    ...outcomeFigures(runs),
    ...loopFigures(runs),
    retrieval: retrievalFigures(rankingsOf(runs)),
    confidence: confidenceFigures(runs),
    citations: { count: citations.length, valid, validShare: shareOf(valid, citations.length) },
    misled: { questions: baited.length, count: baited.filter(({ question, record }) => holdsWrongAnswer(question, record)).length },
    yardsticks: countYardsticks(runs),
    byType: typeFigures(runs),
  };
}

function outcomeFigures(runs: readonly Judged[]): OutcomeFigures {
  const judged = runs.filter(({ verdict }) => verdict !== 'NOT_JUDGED');
  const count = (verdict: Verdict) => judged.filter((run) => run.verdict === verdict).length;
  const [right, wrong] = [count('RIGHT_ANSWER'), count('WRONG_ANSWER')];
  const refused = (as: 'Abstention' | 'Clarification') => judged.filter(({ verdict, record }) => refusedRightly(verdict, record, as)).length;
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
    utility: shareOf(right - 2 * wrong, judged.length),
    selectiveRisk: shareOf(wrong, right + wrong),
    coverage: shareOf(right + wrong, judged.length),
    confidentWrong: shareOf(judged.filter((run) => run.verdict === 'WRONG_ANSWER' && confident(run)).length, judged.length),
    unanswerableConfident: shareOf(unanswerable.filter(confident).length, unanswerable.length),
    rightInterval: wilson(right, judged.length),
    wrongInterval: wilson(wrong, judged.length),
  };
}

function loopFigures(runs: readonly Judged[]): LoopFigures {
  const millis = runs.map(({ record }) => record.millis);
  const stopped = groupBy(runs.flatMap(({ record }) => record.stopReason ?? []), (reason) => reason);
  const counts = [...stopped].map(([reason, { length }]) => [reason, length] as const).sort(([, left], [, right]) => right - left);
  return {
    rounds: mean(runs.map(({ record }) => record.rounds)),
    stopReasons: Object.fromEntries(counts),
    latency: { p50: percentile(millis, 0.5), p95: percentile(millis, 0.95) },
  };
}

function rankingsOf(runs: readonly Judged[]): Ranking[] {
  return runs.map(({ question, record }) => ({ question, retrieved: record.retrieved }));
}

function confidenceFigures(runs: readonly Judged[]): ConfidenceFigures {
  const scores = (keep: (run: Judged) => boolean) => runs.filter(keep).flatMap(({ record }) => record.confidence ?? []);
  const forecasts = runs.flatMap(({ question, record }): Forecast[] => {
    const happened = wouldBeRight(question, record);
    return happened === null || record.confidence === null ? [] : [{ probability: record.confidence, happened }];
  });
  const probabilities = (happened: boolean) => forecasts.filter((forecast) => forecast.happened === happened).map(({ probability }) => probability);
  return {
    aurocAnswerable: auroc(scores(({ question }) => question.answerable), scores(({ question }) => !question.answerable)),
    aurocRight: auroc(probabilities(true), probabilities(false)),
    calibrationError: calibrationError(forecasts),
    brier: brier(forecasts),
  };
}

function countYardsticks(runs: readonly Judged[]): Record<Yardstick, number> {
  const counts: Record<Yardstick, number> = { CONTAINMENT: 0, EVIDENCE: 0, CITATION: 0 };
  for (const { question, verdict } of runs) {
    if (verdict !== 'NOT_JUDGED' && question.answerable) counts[yardstickOf(question)] += 1;
  }
  return counts;
}

function typeFigures(runs: readonly Judged[]): TypeFigures[] {
  return [...groupBy(runs, ({ question }) => question.type)]
    .map(([type, members]) => {
      const { recallAt10, allAt10 } = retrievalFigures(rankingsOf(members));
      return { type, questions: members.length, ...outcomeFigures(members), ...loopFigures(members), recallAt10, allAt10 };
    })
    .sort((left, right) => (left.utility ?? left.recallAt10 ?? 0) - (right.utility ?? right.recallAt10 ?? 0));
}

/** What a system that never answers would get on the same questions. */
export function alwaysRefuse(questions: readonly Question[]): OutcomeFigures {
  const runs = questions.map((question) => ({ question, record: refusalOf(question.id) }));
  return outcomeFigures(runs.map(({ question, record }) => ({ question, record, verdict: judge(question, record) })));
}

function refusalOf(questionId: string): RunRecord {
  return {
    questionId, preset: 'always-refuse', outcome: 'Abstention', tier: 'NO_MATCH', confidence: null, signals: null, stopReason: null, reason: null, text: '',
    citations: [], retrieved: [], rounds: 0, millis: 0, mode: null, conflictCount: 0, error: null,
  };
}
