import { createWriteStream, type WriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import { CandorError, messageOf } from '../../errors.ts';
import { allRows } from '../../evaluation/armRows.ts';
import { evaluationFigures, type EvaluationFigures } from '../../evaluation/evaluationJson.ts';
import { readQuestions, type Question } from '../../evaluation/question.ts';
import { isScorable } from '../../evaluation/retrievalFigures.ts';
import { runEvaluation, type EvaluationPlan, type EvaluationResult } from '../../evaluation/runEvaluation.ts';
import { sampleByType } from '../../evaluation/sample.ts';
import type { App } from '../../app.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import { presetNames, toPreset } from '../askFlags.ts';
import type { Command, CommandContext } from '../command.ts';
import { evaluationText } from '../evaluationText.ts';
import type { Progress } from '../progress.ts';

const defaultSeed = 1;
/** The baseline, the common recipe and ours; all seven take more than twice as long. */
const defaultPresets: readonly (typeof presetNames)[number][] = ['naive', 'consensus', 'candor'];

export const evaluate: Command = {
  name: 'eval',
  summary: 'Measure presets on a set of questions, in a throw-away workspace.',
  usage: 'eval DIR [flags]',
  positionals: [1, 1],
  ownWorkspace: true,
  flags: {
    preset: { kind: 'list', value: 'A,B', choices: [...presetNames, 'all', 'none'], summary: `Presets to ask; "none" only with --arms. Default: ${defaultPresets.join(',')}.` },
    arms: { kind: 'switch', summary: 'Measure retrieval alone as well: each arm, their fusions, every preset, and a keyword library.' },
    limit: { kind: 'integer', value: 'N', least: 1, summary: 'Only N questions, each type with its share.' },
    seed: { kind: 'integer', value: 'N', summary: `Draws the questions of --limit. Default: ${defaultSeed}.` },
    json: { kind: 'file', value: 'FILE', summary: 'Write all figures to FILE; without FILE, or with "-", to standard output.' },
    runs: { kind: 'text', value: 'FILE', summary: 'Write one JSON line a question and preset.' },
    corpus: { kind: 'text', value: 'PATH', summary: 'File or folder of documents instead of DIR/corpus.jsonl.' },
    curated: { kind: 'text', value: 'FILE', summary: 'Curated answers to load, as JSON Lines.' },
    model: { kind: 'text', value: 'NAME', summary: 'Answer with this chat model of the server at OPENAI_BASE_URL. Default: no chat model.' },
  },
  notes: 'DIR holds questions.jsonl and corpus.jsonl. A question that brings earlier turns is asked after them.',
  async run(context) {
    const folder = context.positionals[0] ?? '';
    const presets = choosePresets(context.flags);
    const questions = await chooseQuestions(folder, context);
    const runsFile = await openRunsFile(context.flags.text('runs'));
    const result = await measure(context, { ...planOf(folder, questions, context), presets }, runsFile);
    const figures = evaluationFigures(factsOf(folder, context), questions, result);
    await writeFigures(figures, context.flags.text('json'));
    for (const missing of figures.arms?.missing ?? []) context.terminal.err(`WARNING: ${missing}\n`);
    context.print({ json: figures, text: evaluationText(figures) });
    return [...figures.presets, ...figures.arms?.rows ?? []].some(({ faults }) => faults > 0) || figures.failedDocuments.length > 0 ? 1 : 0;
  },
};

async function chooseQuestions(folder: string, { flags, signal }: CommandContext): Promise<Question[]> {
  const questions = await readQuestions(folder, signal);
  const limit = flags.integer('limit');
  return limit === undefined ? questions : sampleByType(questions, limit, seedOf(flags));
}

/** @throws BAD_INPUT for nothing to measure */
function choosePresets(flags: CommandContext['flags']): PresetName[] {
  const named = flags.list('preset') ?? defaultPresets;
  if (named.includes('all')) return presetNames.map(toPreset);
  const chosen = [...new Set(named)].filter((name) => name !== 'none').map(toPreset);
  if (chosen.length > 0 || flags.isOn('arms')) return chosen;
  throw new CandorError('BAD_INPUT', '--preset none leaves nothing to measure.', { remedy: 'Add --arms to measure retrieval alone, or name presets.' });
}

function seedOf(flags: CommandContext['flags']): number {
  return flags.integer('seed') ?? defaultSeed;
}

function planOf(folder: string, questions: readonly Question[], { flags }: CommandContext): Omit<EvaluationPlan, 'presets'> {
  return {
    folder, questions,
    corpusPath: flags.text('corpus'),
    curatedPath: flags.text('curated'),
    rows: flags.isOn('arms') ? allRows : null,
    useModel: flags.text('model') !== undefined,
  };
}

function factsOf(folder: string, { flags, line }: CommandContext) {
  return { folder, command: line, seed: seedOf(flags), limit: flags.integer('limit') ?? null, chatModel: flags.text('model') ?? null, date: new Date() };
}

/** The embedded database is kept in memory: nothing is left behind. On a server a workspace is made and removed. */
function throwAway(config: Config, model: string | undefined): Config {
  return { ...config, dataFolder: 'memory://', models: { ...config.models, chat: model === undefined ? 'none' : 'openai', chatModel: model } };
}

async function measure(context: CommandContext, plan: EvaluationPlan, runsFile: WriteStream | undefined): Promise<EvaluationResult> {
  const config = throwAway(context.config, context.flags.text('model'));
  try {
    return await context.withAppOf(config, (app) => watchedRun(app, context, plan, runsFile));
  } finally {
    if (runsFile) {
      runsFile.end();
      await finished(runsFile);
    }
  }
}

async function watchedRun(app: App, context: CommandContext, plan: EvaluationPlan, runsFile: WriteStream | undefined): Promise<EvaluationResult> {
  const stages = createStages(context);
  // The keyword library is one more.
  const searches = plan.questions.filter(isScorable).length * ((plan.rows?.length ?? 0) + 1);
  let [asked, searched] = [0, 0];
  try {
    return await runEvaluation(app, plan, {
      signal: context.signal,
      onIngest: (done, total, key) => stages.show('Ingesting', total).update(done, key),
      onRecord: (record) => {
        // Written at once: a run that is interrupted leaves what it has measured.
        runsFile?.write(`${JSON.stringify(record)}\n`);
        stages.show('Asking', plan.questions.length * plan.presets.length).update(asked += 1, `${record.preset} ${record.outcome}`);
      },
      onSearch: ({ row }) => stages.show('Searching', searches).update(searched += 1, row),
    });
  } finally {
    stages.finish();
  }
}

/** One progress at a time: a stage's clock starts with it, so that the time left is its own. */
function createStages(context: CommandContext) {
  let stage: { label: string; progress: Progress } | undefined;
  const finish = () => stage?.progress.finish();
  return {
    finish,
    show: (label: string, total: number | null): Progress => {
      if (stage?.label === label) return stage.progress;
      finish();
      stage = { label, progress: context.progress(label, total) };
      return stage.progress;
    },
  };
}

/** Opened before the long work, so that a path that cannot be written is told at once. */
async function openRunsFile(path: string | undefined): Promise<WriteStream | undefined> {
  if (path === undefined) return undefined;
  const stream = createWriteStream(path);
  try {
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return stream;
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

async function writeFigures(figures: EvaluationFigures, path: string | undefined): Promise<void> {
  if (path === undefined || path === '-') return;
  await writeFile(path, `${JSON.stringify(figures, null, 2)}\n`).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}

function cannotWrite(path: string, error: unknown): CandorError {
  return new CandorError('BAD_INPUT', `Cannot write ${path}: ${messageOf(error)}`, { cause: error, details: { path }, remedy: 'Give a path in a folder that exists and that you may write to.' });
}
