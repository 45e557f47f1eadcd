import type { App } from '../../app.ts';
import type { StoredCalibration } from '../../learning/calibrations/calibration.ts';
import { refuseTooFew, type FitScaleOptions } from '../../learning/calibrations/fitScale.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { CalibrationPlan, CalibrationWatch } from './calibrateFusion.ts';
import type { Desk } from '../run/desk.ts';
import { labelQuestions, type LabelledSet, type SetLabel } from './labelQuestions.ts';
import type { Question } from '../question.ts';
import { documentIdsByKey } from '../run/storedDocuments.ts';
import { overCorpora } from '../run/throwAway.ts';

export interface ConfidenceCalibration {
  readonly labels: readonly SetLabel[];
  readonly refused: readonly SetLabel[];
  readonly leftOut: LabelledSet['leftOut'];
  /** One for all languages, then one for each with labels enough. None is in use yet. */
  readonly calibrations: readonly StoredCalibration[];
  readonly failedDocuments: readonly string[];
}

/**
 * Asks every question of a set with the gate open, judges what would have been said, and fits the confidence of the caller's workspace on it. Needs ADMIN.
 * @throws BAD_INPUT with too few questions of either kind, or a corpus that cannot be read; FORBIDDEN, MODEL_UNAVAILABLE, DATABASE_FAILED, CANCELLED
 */
export async function calibrateConfidence(
  app: App,
  caller: Caller,
  plan: CalibrationPlan,
  options: FitScaleOptions,
  watch: CalibrationWatch,
): Promise<ConfidenceCalibration> {
  refuseTooFew(plan.questions.length, options.promise);
  const set = await labelSet(app, caller, plan, watch);
  return { ...set, calibrations: await app.calibrations.fit(caller, set.labels, options) };
}

/** The labels alone, in the caller's workspace or over the set's own corpus. */
export async function labelSet(
  app: App,
  caller: Caller,
  { folder, questions, ownCorpus }: CalibrationPlan,
  watch: CalibrationWatch,
): Promise<LabelledSet & Pick<ConfidenceCalibration, 'failedDocuments'>> {
  let done = 0;
  const onLabel = () => watch.onSearch((done += 1), questions.length);
  const label = async (searcher: Caller, members: readonly Question[]) =>
    labelQuestions(await deskOf(app, searcher, watch.signal), members, onLabel);
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

async function deskOf(app: App, caller: Caller, signal: AbortSignal): Promise<Desk> {
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
