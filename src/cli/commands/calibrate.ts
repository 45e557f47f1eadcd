import type { App } from '../../app.ts';
import { CandorError } from '../../errors.ts';
import { calibrateFusion, type Calibration } from '../../evaluation/calibrateFusion.ts';
import { leastGain, leastQuestions, otherLanguages } from '../../evaluation/fitFusion.ts';
import { readQuestions } from '../../evaluation/question.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { calibrationText, storedText } from '../calibrationText.ts';
import type { Command, CommandContext, ExitCode } from '../command.ts';
import type { Progress } from '../progress.ts';

const defaultSeed = 1;

export const calibrate: Command = {
  name: 'calibrate',
  summary: 'Fit the weights of words and meaning on your own questions.',
  usage: 'calibrate DIR --fusion [flags]   or   calibrate --list   or   calibrate --reset',
  positionals: [0, 1],
  flags: {
    fusion: { kind: 'switch', summary: 'Fit the weights of the vector and the keyword arm, for each language.' },
    corpus: { kind: 'switch', summary: "Search DIR's own corpus.jsonl in a throw-away workspace; the weights are stored for this workspace. Only when those questions resemble your own." },
    seed: { kind: 'integer', value: 'N', summary: `Draws the folds of the cross-validation. Default: ${defaultSeed}.` },
    list: { kind: 'switch', summary: 'Show the weights that are stored for this workspace.' },
    reset: { kind: 'switch', summary: 'Forget them.' },
  },
  notes: `DIR holds questions.jsonl, whose relevantDocIds are keys of documents of this workspace. It takes ${leastQuestions} questions a language; languages with fewer are fitted together as "${otherLanguages}". `
    + `Weights are stored where they are at least ${leastGain} of nDCG@10 better on questions that were held out. They belong to the embedder: another one starts with the weights that ship.`,
  async run(context) {
    const work = readWork(context);
    return context.withApp((app, caller) => work(app, caller, context));
  },
};

type Work = (app: App, caller: Caller, context: CommandContext) => Promise<ExitCode>;

/** Checks the words before anything is opened. */
function readWork({ positionals: [folder], flags }: CommandContext): Work {
  const chosen = ['fusion', 'list', 'reset'].filter((name) => flags.isOn(name));
  const alone = folder === undefined && !flags.isOn('corpus') && flags.integer('seed') === undefined;
  if (chosen.length > 1 || (!flags.isOn('fusion') && chosen.length === 1 && !alone)) {
    throw new CandorError('BAD_INPUT', '--fusion, --list and --reset are three things to do.', { remedy: `Usage: candor ${calibrate.usage}` });
  }
  if (flags.isOn('list')) return list;
  if (flags.isOn('reset')) return reset;
  if (!flags.isOn('fusion')) throw new CandorError('BAD_INPUT', 'The confidence cannot be calibrated yet; the weights of the fusion can.', { remedy: 'Write candor calibrate DIR --fusion.' });
  if (folder === undefined) throw new CandorError('BAD_INPUT', '--fusion needs DIR.', { remedy: 'Write candor calibrate DIR --fusion, where DIR holds questions.jsonl.' });
  return (app, caller, context) => fit(app, caller, folder, context);
}

const list: Work = async (app, caller, context) => {
  const weights = await app.weights.list(caller);
  context.print({ json: { workspaceId: caller.workspaceId, weights }, text: storedText(weights) });
  return 0;
};

const reset: Work = async (app, caller, context) => {
  const removed = await app.weights.remove(caller);
  context.print({ json: { workspaceId: caller.workspaceId, removed }, text: `Forgot ${removed} stored weights. Searches use the weights that ship.` });
  return 0;
};

async function fit(app: App, caller: Caller, folder: string, context: CommandContext): Promise<ExitCode> {
  const calibration = await watched(app, caller, folder, context);
  context.print({ json: { workspaceId: caller.workspaceId, ...calibration }, text: calibrationText(calibration) });
  return calibration.failedDocuments.length > 0 ? 1 : 0;
}

async function watched(app: App, caller: Caller, folder: string, { flags, signal, progress }: CommandContext): Promise<Calibration> {
  const questions = await readQuestions(folder, signal);
  const ingesting = progress('Ingesting', null);
  // Its clock starts with the first search, so that the time left is its own.
  let searching: Progress | undefined;
  try {
    return await calibrateFusion(app, caller, { folder, questions, ownCorpus: flags.isOn('corpus'), seed: flags.integer('seed') ?? defaultSeed }, {
      signal,
      onIngest: (done, total, key) => ingesting.update(done, key, total),
      onSearch: (done, total) => (searching ??= progress('Searching', total)).update(done),
    });
  } finally {
    ingesting.finish();
    searching?.finish();
  }
}
