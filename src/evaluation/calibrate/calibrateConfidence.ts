import { finalOutcome } from '../../agent/ask.ts';
import { isUnmetCondition } from '../../agent/state/reflection.ts';
import type { Outcome } from '../../agent/state/outcome.ts';
import type { App } from '../../app/app.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { StoredCalibration } from '../../learning/calibrations/calibration.ts';
import { type FitScaleOptions, refuseTooFew } from '../../learning/calibrations/calibrations.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { judge } from '../judge.ts';
import { languageOf, type SetQuestion } from '../question.ts';
import { requestOf, toRecord } from '../run/askQuestion.ts';
import { documentIdsByKey, type EvaluationContext } from '../run/evaluationContext.ts';
import { overCorpora } from '../run/runEvaluation.ts';
import type { CalibrationPlan, CalibrationWatch } from './calibrateFusion.ts';

export interface ConfidenceCalibration {
  readonly labels: readonly SetLabel[];
  readonly refused: readonly SetLabel[];
  readonly leftOut: LabelledSet['leftOut'];
  /** One for all languages, then one for each language with enough labels. None is in use yet. */
  readonly calibrations: readonly StoredCalibration[];
  readonly failedDocuments: readonly string[];
}

/**
 * Asks every question of a set with the gate open, judges what would have been answered, and fits the confidence of the
 * caller's workspace on it. Needs ADMIN.
 * @throws BAD_INPUT for too few questions of either kind, or a corpus that cannot be read; FORBIDDEN,
 * MODEL_UNAVAILABLE, DATABASE_FAILED, CANCELLED
 */
export async function calibrateConfidence(
  app: App,
  caller: Caller,
  plan: CalibrationPlan,
  options: FitScaleOptions,
  watch: CalibrationWatch,
): Promise<ConfidenceCalibration> {
  refuseTooFew(plan.questions.length, options.guarantee);
  const set = await labelSet(app, caller, plan, watch);
  return { ...set, calibrations: await app.calibrations.fit(caller, set.labels, options) };
}

/** Only the labels, in the caller's workspace or over the set's own corpus. */
export async function labelSet(
  app: App,
  caller: Caller,
  { folder, questions, ownCorpus }: CalibrationPlan,
  watch: CalibrationWatch,
): Promise<LabelledSet & Pick<ConfidenceCalibration, 'failedDocuments'>> {
  let done = 0;
  const onLabel = () => watch.onSearch((done += 1), questions.length);
  const label = async (searcher: Caller, members: readonly SetQuestion[]) =>
    labelQuestions(await contextOf(app, searcher, watch.signal), members, onLabel);
  if (!ownCorpus) return { ...(await label(caller, questions)), failedDocuments: [] };
  const { results, failedDocuments } = await overCorpora(app, folder, questions, watch, label);
  const sum = (field: keyof LabelledSet['leftOut']) =>
    results.reduce((total, { leftOut }) => total + leftOut[field], 0);
  return {
    labels: results.flatMap(({ labels }) => labels),
    refused: results.flatMap(({ refused }) => refused),
    failedDocuments,
    leftOut: { notJudged: sum('notJudged'), withoutDocuments: sum('withoutDocuments') },
  };
}

async function contextOf(app: App, caller: Caller, signal: AbortSignal): Promise<EvaluationContext> {
  return {
    app,
    caller,
    documentIds: await documentIdsByKey(app, caller),
    curatedNames: new Map(),
    versionTexts: new Map(),
    useModel: true,
    signal,
  };
}

/** A label with the question of its set. */
export interface SetLabel extends LabelledQuestion {
  readonly questionId: string;
  readonly type: string;
  readonly answerable: boolean;
}

/** The labels of a set, and how many questions gave none. */
interface LabelledSet {
  readonly labels: readonly SetLabel[];
  /**
   * Questions that ended in a clarifying question, or were refused for a reason other than the gate: no threshold would
   * change that. Never `right`.
   */
  readonly refused: readonly SetLabel[];
  readonly leftOut: {
    /** The set does not say what a right answer is. */
    readonly notJudged: number;
    /** Their documents are missing. */
    readonly withoutDocuments: number;
  };
}

/**
 * Asks every question with the gate open and nothing recorded, and judges what would have been answered.
 * @throws the fault that ended a question: a calibration on half of a set would look like one on the whole set
 */
export async function labelQuestions(
  context: EvaluationContext,
  questions: readonly SetQuestion[],
  onLabel: () => void,
): Promise<LabelledSet> {
  const known = questions.filter(
    ({ answerable, relevantDocIds }) =>
      !answerable || relevantDocIds.length === 0 || relevantDocIds.some((key) => context.documentIds.has(key)),
  );
  const [labels, refused]: [SetLabel[], SetLabel[]] = [[], []];
  for (const question of known) {
    const judged = await labelQuestion(context, question);
    if (judged) (judged.answered ? labels : refused).push(judged.label);
    onLabel();
  }
  return {
    labels,
    refused,
    leftOut: {
      notJudged: known.length - labels.length - refused.length,
      withoutDocuments: questions.length - known.length,
    },
  };
}

/** Undefined if the set does not say what is right. */
async function labelQuestion(
  context: EvaluationContext,
  question: SetQuestion,
): Promise<{ readonly answered: boolean; readonly label: SetLabel } | undefined> {
  const { outcome, vetoed } = await askUnrecorded(context, question);
  const citations = outcome.citations.map(({ documentKey, quote, sourceSpan: { start, end }, status }) => ({
    documentId: documentKey,
    quote,
    start,
    end,
    status,
    valid: true,
  }));
  const verdict = judge(
    question,
    toRecord(question.id, 'CANDOR', outcome, { millis: 0, retrieved: [], held: vetoed, citations }),
  );
  if (verdict === 'NOT_JUDGED') return undefined;
  const answered = outcome.type === 'Answer' && outcome.mode !== 'CURATED';
  const label: SetLabel = {
    questionId: question.id,
    type: question.type,
    answerable: question.answerable,
    family: question.relevantDocIds[0] ?? question.id,
    language: languageOf(question),
    signals: outcome.confidence.signals,
    vetoed,
    right: answered && verdict === 'RIGHT_ANSWER',
  };
  return { answered, label };
}

async function askUnrecorded(
  context: EvaluationContext,
  question: SetQuestion,
): Promise<{ readonly outcome: Outcome; readonly vetoed: boolean }> {
  let vetoed = false;
  const request = { ...requestOf(context, question, 'CANDOR'), dryRun: true };
  const events = context.app.ask(context.caller, request, { signal: context.signal });
  const outcome = await finalOutcome(events, (event) => {
    if (event.type === 'Reflected') vetoed = isUnmetCondition(event.reflection.gap);
  }).catch((error: unknown) => {
    throw new CandorError(
      isCandorError(error, 'CANCELLED') ? 'CANCELLED' : 'INTERNAL',
      `Question ${question.id} ended: ${messageOf(error)}`,
      { details: { questionId: question.id }, ...(isCandorError(error) && { remedy: error.remedy }) },
    );
  });
  const lost = outcome.degraded.find(({ part }) => part === 'VECTOR_ARM' || part === 'KEYWORD_ARM');
  // A calibration fitted without one of the arms would stay in use when the arm is back.
  if (lost)
    throw new CandorError(
      lost.part === 'VECTOR_ARM' ? 'MODEL_UNAVAILABLE' : 'DATABASE_FAILED',
      `An arm failed while question ${question.id} was asked: ${lost.message}`,
      { details: { questionId: question.id, part: lost.part } },
    );
  return { outcome, vetoed };
}
