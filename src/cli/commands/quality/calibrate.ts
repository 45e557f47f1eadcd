import type { App } from '../../../app/app.ts';
import type { CalibrationMethod } from '../../../confidence/calibration/calibrator.ts';
import { calibrationMethods, leastLabels } from '../../../confidence/calibration/fitCalibrator.ts';
import { CandorError, isCandorError, messageOf } from '../../../errors.ts';
import { calibrateConfidence } from '../../../evaluation/calibrate/calibrateConfidence.ts';
import {
  calibrateFusion,
  type Calibration,
  type CalibrationPlan,
  type CalibrationWatch,
} from '../../../evaluation/calibrate/calibrateFusion.ts';
import type { StoredCalibration } from '../../../learning/calibrations/calibration.ts';
import type { FitScaleOptions } from '../../../learning/calibrations/calibrations.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import {
  calibrationText,
  storedText,
  confidenceListText,
  confidenceText,
  leftOutText,
} from '../../eval/calibrationText.ts';
import { chooseQuestions, writeOutput } from '../../eval/evalFiles.ts';
import type { Command, CommandContext, ExitCode } from '../../command.ts';
import { createStages } from '../../terminal.ts';
import { leastGain, leastQuestions, otherLanguages } from '../../../evaluation/calibrate/fitFusion.ts';

export const calibrate: Command = {
  name: 'calibrate',
  summary: 'Fit confidence, gate and weights on your own questions.',
  usage: 'calibrate DIR [flags]   or   calibrate --feedback   or   calibrate --list | --activate ID | --reset',
  positionals: [0, 1],
  paths: [0],
  flags: {
    alpha: {
      kind: 'text',
      value: 'SHARE',
      summary:
        'Guarantee at most this share of wrong answers, e.g. 0.05, and set the gate where the guarantee holds. Default: no guarantee.',
    },
    delta: { kind: 'text', value: 'SHARE', summary: 'Probability that the guarantee may be broken. Default: 0.05.' },
    method: {
      kind: 'text',
      value: 'NAME',
      choices: calibrationMethods.map((method) => method.toLowerCase()),
      summary: 'How the confidence is fitted. Default: chosen by cross-validation.',
    },
    draft: { kind: 'switch', summary: 'Store the fit without using it; --activate does that later.' },
    fusion: {
      kind: 'switch',
      summary: 'Fit the weights of words and meaning alone, and leave the confidence as it is.',
    },
    feedback: { kind: 'switch', summary: 'Fit on judged runs instead of a set.' },
    corpus: {
      kind: 'switch',
      summary:
        "Ask over DIR's own documents in a throw-away workspace; the fit is stored for this one. Only when those questions resemble your own.",
    },
    limit: { kind: 'integer', value: 'N', least: 1, summary: 'Only N questions of DIR, in proportion to their types.' },
    foreign: { kind: 'list', value: 'DIR,DIR', path: true, summary: 'Other sets, whose questions must be refused.' },
    'foreign-limit': {
      kind: 'integer',
      value: 'N',
      least: 1,
      summary: 'Number of them. Default: as many as answerable questions.',
    },
    split: { kind: 'text', value: 'NAME', summary: 'Part of the set, if it has several.' },
    labels: {
      kind: 'text',
      value: 'FILE',
      path: true,
      summary: 'Write the labels, one JSON line per question, for npm run bench guarantee.',
    },
    seed: { kind: 'integer', value: 'N', summary: 'Draws samples, splits and folds. Default: 1.' },
    list: { kind: 'switch', summary: 'Show the calibrations and weights of this workspace.' },
    activate: { kind: 'uuid', value: 'ID', summary: 'Judge questions by this calibration.' },
    reset: {
      kind: 'switch',
      summary: 'Return to the shipped confidence and weights. Calibrations are kept, weights deleted.',
    },
  },
  examples: [
    'candor calibrate questions/ --alpha 0.05',
    'candor calibrate --feedback --draft',
    'candor calibrate --list',
    'candor calibrate --activate 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    `DIR is a set as "candor eval" reads it; its relevantDocIds are keys of documents of this workspace. The confidence takes ${leastLabels} questions, with and without an answer; a guarantee takes several hundred. ` +
    `Weights take ${leastQuestions} questions a language; languages with fewer are fitted together as "${otherLanguages}", and they are stored where they are at least ${leastGain} of nDCG@10 better on questions that were held out. ` +
    'Both belong to the embedder: another one starts with what ships.',
  async run(context) {
    const work = readWork(context);
    return context.withApp((app, caller) => work(app, caller, context));
  },
};

type Work = (app: App, caller: Caller, context: CommandContext) => Promise<ExitCode>;

/** Checks the arguments before anything is opened. */
function readWork(context: CommandContext): Work {
  const {
    positionals: [folder],
    flags,
  } = context;
  optionsOf(context);
  const activated = flags.text('activate');
  const chosen = [
    ...['feedback', 'list', 'reset'].filter((name) => flags.isOn(name)),
    ...(activated === undefined ? [] : ['activate']),
    ...(folder === undefined ? [] : ['DIR']),
  ];
  if (chosen.length === 0 && flags.isOn('fusion'))
    throw new CandorError('BAD_INPUT', '--fusion needs DIR.', {
      remedy: 'Write candor calibrate DIR --fusion, where DIR holds questions.jsonl.',
    });
  if (chosen.length !== 1)
    throw new CandorError(
      'BAD_INPUT',
      chosen.length === 0 ? 'There is nothing to calibrate on.' : `${chosen.join(' and ')} are different things to do.`,
      { remedy: `Usage: candor ${calibrate.usage}` },
    );
  if (folder === undefined && flags.isOn('fusion'))
    throw new CandorError('BAD_INPUT', `--fusion and ${chosen.join('')} are different things to do.`, {
      remedy: `Usage: candor ${calibrate.usage}`,
    });
  if (flags.isOn('list')) return listAll;
  if (flags.isOn('reset')) return resetAll;
  if (activated !== undefined) return (app, caller, context) => activateOne(app, caller, context, activated);
  return folder === undefined ? fitFeedback : (app, caller, context) => fitSet(app, caller, context, folder);
}

const defaultSeed = 1;
/** The largest page that the app returns. */
const shownCalibrations = 100;

/** Lists the calibrations and weights of the workspace. */
async function listAll(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
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

/** Returns to the shipped defaults. */
async function resetAll(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const deactivated = (await app.calibrations.deactivate(caller)).length;
  const removed = await app.weights.remove(caller);
  context.print({
    json: { workspaceId: caller.workspaceId, deactivated, removed },
    text: `${deactivated} calibrations are no longer in use; ${removed} stored weights are forgotten. Questions are judged and searched as it ships.`,
  });
  return 0;
}

/** Activates one calibration. */
async function activateOne(app: App, caller: Caller, context: CommandContext, id: string): Promise<ExitCode> {
  const [calibration] = await app.calibrations.activate(caller, [id]);
  context.print({
    json: { workspaceId: caller.workspaceId, calibration },
    text: `Questions are judged by calibration ${id} from the next one on.`,
  });
  return 0;
}

/** Fits the confidence to the feedback on runs. */
async function fitFeedback(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const calibrations = await app.calibrations.fitFeedback(caller, optionsOf(context), context.signal);
  const used = await useUnlessDraft(app, caller, context, calibrations);
  context.print({ json: { workspaceId: caller.workspaceId, calibrations: used }, text: confidenceText(used) });
  return 0;
}

/** Fits weights, then the confidence of what is found with them. */
async function fitSet(app: App, caller: Caller, context: CommandContext, folder: string): Promise<ExitCode> {
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

/**
 * Fits weights, which needs questions that name documents; a set with too few of them may still be enough for the
 * confidence.
 */
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
function optionsOf({ flags }: CommandContext): FitScaleOptions {
  const name = flags.text('method')?.toUpperCase();
  const method = calibrationMethods.find((each): each is CalibrationMethod => each === name);
  const alpha = share('alpha', flags.text('alpha'));
  const delta = share('delta', flags.text('delta')) ?? 0.05;
  return {
    seed: flags.integer('seed') ?? defaultSeed,
    guarantee: alpha === undefined ? null : { alpha, delta },
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
