import type { App } from '../../app.ts';
import { calibrationMethods, leastLabels } from '../../confidence/calibration/fitCalibrator.ts';
import { CandorError } from '../../errors.ts';
import { leastGain, leastQuestions, otherLanguages } from '../../evaluation/calibrate/fitFusion.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { activateOne, fitFeedback, fitSet, listAll, optionsOf, resetAll } from '../eval/calibrations.ts';
import type { Command, CommandContext } from '../command.ts';
import type { ExitCode } from '../exitCode.ts';

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
        'Promise at most this share of wrong answers, e.g. 0.05, and put the gate where the promise holds. Default: no promise.',
    },
    delta: { kind: 'text', value: 'SHARE', summary: 'How likely the promise may be broken. Default: 0.05.' },
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
    feedback: { kind: 'switch', summary: 'Fit on what people said of runs, instead of on a set.' },
    corpus: {
      kind: 'switch',
      summary:
        "Ask over DIR's own documents in a throw-away workspace; the fit is stored for this one. Only when those questions resemble your own.",
    },
    limit: { kind: 'integer', value: 'N', least: 1, summary: 'Only N questions of DIR, each type with its share.' },
    foreign: { kind: 'list', value: 'DIR,DIR', path: true, summary: 'Other sets, whose questions are to be refused.' },
    'foreign-limit': {
      kind: 'integer',
      value: 'N',
      least: 1,
      summary: 'How many of them. Default: as many as questions that can be answered.',
    },
    split: { kind: 'text', value: 'NAME', summary: 'Part of the set, where it has several.' },
    labels: {
      kind: 'text',
      value: 'FILE',
      path: true,
      summary: 'Write the labels, one JSON line a question: what npm run bench:guarantee reads.',
    },
    seed: { kind: 'integer', value: 'N', summary: 'Draws samples, splits and folds. Default: 1.' },
    list: { kind: 'switch', summary: 'Show the calibrations and weights of this workspace.' },
    activate: { kind: 'uuid', value: 'ID', summary: 'Judge questions by this calibration.' },
    reset: { kind: 'switch', summary: 'Go back to what ships; calibrations are kept, weights are forgotten.' },
  },
  examples: [
    'candor calibrate questions/ --alpha 0.05',
    'candor calibrate --feedback --draft',
    'candor calibrate --list',
    'candor calibrate --activate 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    `DIR is a set as "candor eval" reads it; its relevantDocIds are keys of documents of this workspace. The confidence takes ${leastLabels} questions, with and without an answer; a promise some hundreds. ` +
    `Weights take ${leastQuestions} questions a language; languages with fewer are fitted together as "${otherLanguages}", and they are stored where they are at least ${leastGain} of nDCG@10 better on questions that were held out. ` +
    'Both belong to the embedder: another one starts with what ships.',
  async run(context) {
    const work = readWork(context);
    return context.withApp((app, caller) => work(app, caller, context));
  },
};

type Work = (app: App, caller: Caller, context: CommandContext) => Promise<ExitCode>;

/** Checks the words before anything is opened. */
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
