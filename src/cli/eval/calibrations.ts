import type { App } from '../../app.ts';
import type { CalibrationMethod } from '../../confidence/calibration/calibrator.ts';
import { calibrationMethods } from '../../confidence/calibration/fitCalibrator.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import { calibrateConfidence } from '../../evaluation/calibrate/calibrateConfidence.ts';
import {
  calibrateFusion,
  type Calibration,
  type CalibrationPlan,
  type CalibrationWatch,
} from '../../evaluation/calibrate/calibrateFusion.ts';
import type { StoredCalibration } from '../../learning/calibrations/calibration.ts';
import type { FitScaleOptions } from '../../learning/calibrations/calibrations.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { calibrationText, storedText } from './calibrationText.ts';
import { chooseQuestions } from './chosenSet.ts';
import type { CommandContext } from '../command.ts';
import type { ExitCode } from '../exitCode.ts';
import { confidenceListText, confidenceText, leftOutText } from './confidenceText.ts';
import { createStages } from './stages.ts';
import { writeOutput } from './writeOutput.ts';

const defaultSeed = 1;
/** The largest page that the app gives. */
const shownCalibrations = 100;

/** Calibrations and weights that the workspace has. */
export async function listAll(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const [weights, { nodes }] = await Promise.all([
    app.weights.list(caller),
    app.calibrations.list(caller, { first: shownCalibrations }),
  ]);
  context.print({
    json: { workspaceId: caller.workspaceId, calibrations: nodes, weights },
    text: `${confidenceListText(nodes)}\n\n${storedText(weights)}`,
  });
  return 0;
}

/** Back to what ships. */
export async function resetAll(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const deactivated = await app.calibrations.deactivate(caller);
  const removed = await app.weights.remove(caller);
  context.print({
    json: { workspaceId: caller.workspaceId, deactivated, removed },
    text: `${deactivated} calibrations are no longer in use; ${removed} stored weights are forgotten. Questions are judged and searched as it ships.`,
  });
  return 0;
}

/** Judges questions by one calibration. */
export async function activateOne(app: App, caller: Caller, context: CommandContext, id: string): Promise<ExitCode> {
  const [calibration] = await app.calibrations.activate(caller, [id]);
  context.print({
    json: { workspaceId: caller.workspaceId, calibration },
    text: `Questions are judged by calibration ${id} from the next one on.`,
  });
  return 0;
}

/** Fits the confidence on what people said of runs. */
export async function fitFeedback(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const calibrations = await app.calibrations.fitFeedback(caller, optionsOf(context), context.signal);
  const used = await useUnlessDraft(app, caller, context, calibrations);
  context.print({ json: { workspaceId: caller.workspaceId, calibrations: used }, text: confidenceText(used) });
  return 0;
}

/** Fits weights, then the confidence of what is found with them. */
export async function fitSet(app: App, caller: Caller, context: CommandContext, folder: string): Promise<ExitCode> {
  const { flags, signal } = context;
  const labelFile = flags.text('labels');
  const options = optionsOf(context);
  const { chosen: questions } = await chooseQuestions(folder, context, options.seed);
  const plan: CalibrationPlan = { folder, questions, ownCorpus: flags.isOn('corpus'), seed: options.seed };
  const fusion = await weights(app, caller, context, plan);
  if (flags.isOn('fusion')) {
    context.print({ json: { workspaceId: caller.workspaceId, ...fusion.fitted }, text: fusion.text });
    return fusion.fitted && fusion.fitted.failedDocuments.length > 0 ? 1 : 0;
  }
  const fitted = await watched(context, 'Asking', (watch) =>
    calibrateConfidence(app, caller, plan, options, { signal, ...watch }),
  );
  if (labelFile !== undefined)
    await writeOutput(labelFile, fitted.labels.map((label) => `${JSON.stringify(label)}\n`).join(''));
  const used = await useUnlessDraft(app, caller, context, fitted.calibrations);
  context.print({
    json: {
      workspaceId: caller.workspaceId,
      weights: fusion.fitted ?? null,
      calibrations: used,
      labels: fitted.labels.length,
      leftOut: fitted.leftOut,
      failedDocuments: fitted.failedDocuments,
    },
    text: [fusion.text, '', confidenceText(used), leftOutText(fitted)].join('\n').trim(),
  });
  return fitted.failedDocuments.length > 0 ? 1 : 0;
}

interface FusionPart {
  readonly fitted: Calibration | undefined;
  readonly text: string;
}

/** Weights take questions that name documents; a set that has too few of them may still do for the confidence. */
async function weights(app: App, caller: Caller, context: CommandContext, plan: CalibrationPlan): Promise<FusionPart> {
  try {
    const fitted = await watched(context, 'Searching', (watch) =>
      calibrateFusion(app, caller, plan, { signal: context.signal, ...watch }),
    );
    return { fitted, text: calibrationText(fitted) };
  } catch (error) {
    if (context.flags.isOn('fusion') || !isCandorError(error, 'BAD_INPUT')) throw error;
    return { fitted: undefined, text: `Weights were not fitted: ${messageOf(error)}` };
  }
}

async function useUnlessDraft(
  app: App,
  caller: Caller,
  { flags }: CommandContext,
  calibrations: readonly StoredCalibration[],
): Promise<readonly StoredCalibration[]> {
  return flags.isOn('draft')
    ? calibrations
    : app.calibrations.activate(
        caller,
        calibrations.map(({ id }) => id),
      );
}

/** @throws BAD_INPUT */
export function optionsOf({ flags }: CommandContext): FitScaleOptions {
  const name = flags.text('method')?.toUpperCase();
  const method = calibrationMethods.find((each): each is CalibrationMethod => each === name);
  const alpha = share('alpha', flags.text('alpha'));
  const delta = share('delta', flags.text('delta')) ?? 0.05;
  return {
    seed: flags.integer('seed') ?? defaultSeed,
    promise: alpha === undefined ? null : { alpha, delta },
    ...(method ? { method } : {}),
  };
}

function share(flag: string, text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : Number(text);
  if (value === undefined || (value > 0 && value < 1)) return value;
  throw new CandorError('BAD_INPUT', `--${flag} takes a share between 0 and 1.`, {
    remedy: `Write --${flag} 0.05 for 5 in 100.`,
    details: { flag },
  });
}

async function watched<Result>(
  context: CommandContext,
  label: string,
  work: (watch: Omit<CalibrationWatch, 'signal'>) => Promise<Result>,
): Promise<Result> {
  const stages = createStages(context);
  try {
    return await work({
      onIngest: (done, total, key) => {
        stages.show('Ingesting', total).update(done, key);
      },
      onSearch: (done, total) => {
        stages.show(label, total).update(done);
      },
    });
  } finally {
    stages.finish();
  }
}
