import { basename, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { CandorError } from '../../../errors.ts';
import { allRows } from '../../../evaluation/arms/measureArms.ts';
import { evaluationFigures, type EvaluationFigures } from '../../../evaluation/figures/figures.ts';
import { presetLabel } from '../../../evaluation/run/runRecord.ts';
import type { SetQuestion } from '../../../evaluation/question.ts';
import { reportPage } from '../../../evaluation/report/page.ts';
import { isScorable } from '../../../evaluation/figures/retrievalFigures.ts';
import { openRunsFile, type RunRecord, type RunsFile } from '../../../evaluation/run/runRecord.ts';
import {
  runEvaluation,
  type EvaluationPlan,
  type EvaluationResult,
  setHash,
} from '../../../evaluation/run/runEvaluation.ts';
import type { App } from '../../../app/app.ts';
import type { PresetName } from '../../../retrieval/passage.ts';
import { gateDefault } from '../../../workspaces/settings.ts';
import { cautionFlag, presetNames, readCaution, toPreset } from '../../askFlags.ts';
import { chooseQuestions, writeOutput } from '../../eval/evalFiles.ts';
import type { Command, CommandContext } from '../../command.ts';
import { evaluationText } from '../../eval/evaluationText.ts';
import { createStages } from '../../terminal.ts';

const defaultSeed = 1;
/** The baseline, the common recipe and our own; all seven take more than twice as long. */
const defaultPresets: readonly (typeof presetNames)[number][] = ['naive', 'consensus', 'candor'];

export const evaluate: Command = {
  name: 'eval',
  summary: 'Measure presets on a set of questions, in a throw-away workspace.',
  usage: 'eval DIR [flags]',
  positionals: [1, 1],
  ownWorkspace: true,
  own: true,
  paths: [0],
  flags: {
    preset: {
      kind: 'list',
      value: 'A,B',
      choices: [...presetNames, 'all', 'none'],
      summary: `Presets to ask; "none" only with --arms. Default: ${defaultPresets.join(',')}.`,
    },
    caution: {
      ...cautionFlag,
      summary: 'How sure an answer must be; only the preset candor uses it. Default: balanced.',
    },
    arms: {
      kind: 'switch',
      summary: 'Measure retrieval alone as well: each arm, their fusions, every preset, and a keyword library.',
    },
    limit: { kind: 'integer', value: 'N', least: 1, summary: 'Only N questions, in proportion to their types.' },
    seed: {
      kind: 'integer',
      value: 'N',
      summary: `Draws the questions of --limit and --foreign, and the resamples of the intervals. Default: ${defaultSeed}.`,
    },
    split: { kind: 'text', value: 'NAME', summary: 'Part of the set, if it has several. Default: test, else dev.' },
    foreign: {
      kind: 'list',
      value: 'DIR,DIR',
      path: true,
      summary: 'Other sets, on other topics, whose questions must be refused.',
    },
    'foreign-limit': {
      kind: 'integer',
      value: 'N',
      least: 1,
      summary: 'Number of them. Default: as many as answerable questions.',
    },
    html: {
      kind: 'text',
      value: 'FILE',
      path: true,
      summary: 'Write a report with charts, one page that needs nothing else.',
    },
    json: {
      kind: 'file',
      value: 'FILE',
      summary: 'Write all figures to FILE; without FILE, or with "-", to standard output.',
    },
    runs: { kind: 'text', value: 'FILE', path: true, summary: 'Write one JSON line per question and preset.' },
    resume: { kind: 'switch', summary: 'Ask only what the file of --runs does not contain yet.' },
    corpus: {
      kind: 'text',
      value: 'PATH',
      path: true,
      summary: 'File or folder of documents instead of those of the set.',
    },
    curated: { kind: 'text', value: 'FILE', path: true, summary: 'Curated answers to load, as JSON Lines.' },
    model: {
      kind: 'text',
      value: 'NAME',
      summary: 'Answer with this chat model of the server at CHAT_URL. Default: no chat model.',
    },
  },
  examples: [
    'candor eval questions/ --limit 100',
    'candor eval questions/ --preset candor --html report.html',
    'candor eval questions/ --preset none --arms --json figures.json',
  ],
  notes:
    'DIR is a folder with questions.jsonl and corpus.jsonl, a folder of BEIR, or a JSON file of SQuAD 2.0; docs/evaluation.md explains them. A question that brings earlier turns is asked after them.',
  async run(context) {
    const folder = context.positionals[0] ?? '';
    const presets = choosePresets(context.flags);
    const set = await chooseQuestions(folder, context, seedOf(context.flags));
    const plan = { ...planOf(folder, set.chosen, context), presets };
    const runsFile = await openRuns(plan, set.all, context);
    const result = await measure(context, plan, runsFile);
    const figures = evaluationFigures(factsOf(folder, context), set.chosen, result);
    await writeResult(figures, context);
    for (const missing of figures.arms?.missing ?? []) context.terminal.err(`WARNING: ${missing}\n`);
    context.print({ json: figures, text: evaluationText(figures) });
    return [...figures.presets, ...(figures.arms?.rows ?? [])].some(({ faults }) => faults > 0) ||
      figures.failedDocuments.length > 0
      ? 1
      : 0;
  },
};

/** @throws BAD_INPUT if there is nothing to measure */
function choosePresets(flags: CommandContext['flags']): PresetName[] {
  const named = flags.list('preset') ?? defaultPresets;
  if (named.includes('all')) return presetNames.map(toPreset);
  const chosen = [...new Set(named)].filter((name) => name !== 'none').map(toPreset);
  if (chosen.length > 0 || flags.isOn('arms')) return chosen;
  throw new CandorError('BAD_INPUT', '--preset none leaves nothing to measure.', {
    remedy: 'Add --arms to measure retrieval alone, or name presets.',
  });
}

function seedOf(flags: CommandContext['flags']): number {
  return flags.integer('seed') ?? defaultSeed;
}

function planOf(
  folder: string,
  questions: readonly SetQuestion[],
  { flags }: CommandContext,
): Omit<EvaluationPlan, 'presets'> {
  return {
    folder,
    questions,
    split: flags.text('split'),
    corpusPath: flags.text('corpus'),
    curatedPath: flags.text('curated'),
    rows: flags.isOn('arms') ? allRows : null,
    useModel: flags.text('model') !== undefined,
    caution: readCaution(flags),
  };
}

function factsOf(folder: string, { flags, line }: CommandContext) {
  return {
    folder,
    command: line,
    seed: seedOf(flags),
    limit: flags.integer('limit') ?? null,
    chatModel: flags.text('model') ?? null,
    caution: readCaution(flags),
    date: new Date(),
  };
}

/**
 * The embedded database is in memory, so nothing is left behind. On a database server a workspace is created and
 * removed.
 */
function throwAway(config: Config, model: string | undefined): Config {
  return {
    ...config,
    dataFolder: 'memory://',
    models: { ...config.models, chat: model === undefined ? 'none' : 'openai', chatModel: model },
  };
}

/** @throws BAD_INPUT for --resume without a file; otherwise as `openRunsFile` does */
async function openRuns(
  plan: EvaluationPlan,
  all: readonly SetQuestion[],
  { flags, config, signal }: CommandContext,
): Promise<RunsFile | undefined> {
  const path = flags.text('runs');
  if (path === undefined) {
    if (flags.isOn('resume'))
      throw new CandorError('BAD_INPUT', '--resume needs the file to continue.', { remedy: 'Add --runs FILE.' });
    return undefined;
  }
  const { embedder, embedderModel, reranker, reader, entailment } = config.models;
  return openRunsFile(
    path,
    {
      set: basename(resolve(plan.folder)),
      data: await setHash(plan, all, signal),
      seed: String(seedOf(flags)),
      foreign: (flags.list('foreign') ?? []).map((other) => basename(resolve(other))).join(','),
      curated: basename(plan.curatedPath ?? ''),
      caution: plan.caution ?? gateDefault,
      embedder: [embedder, embedderModel ?? ''].join(' ').trim(),
      models: [
        flags.text('model') ?? 'no chat model',
        `reranker ${reranker.kind}`,
        `reader ${reader.kind}`,
        `entailment ${entailment.kind}`,
      ].join(', '),
    },
    flags.isOn('resume'),
  );
}

async function measure(
  context: CommandContext,
  plan: EvaluationPlan,
  runsFile: RunsFile | undefined,
): Promise<EvaluationResult> {
  const config = throwAway(context.config, context.flags.text('model'));
  try {
    return await context.withAppOf(config, (app) => watchedRun(app, context, plan, runsFile));
  } finally {
    await runsFile?.close();
  }
}

/** Adds the records of an earlier evaluation. Each record appears once, in the order of the questions and presets. */
function withEarlier(
  result: EvaluationResult,
  { questions, presets }: EvaluationPlan,
  earlier: readonly RunRecord[],
): EvaluationResult {
  const byKey = new Map([...earlier, ...result.records].map((record) => [keyOf(record), record]));
  const records = questions.flatMap(({ id }) =>
    presets.flatMap((preset) => byKey.get(keyOf({ questionId: id, preset: presetLabel(preset) })) ?? []),
  );
  return { ...result, records };
}

const keyOf = ({ questionId, preset }: Pick<RunRecord, 'questionId' | 'preset'>) => `${preset} ${questionId}`;

async function watchedRun(
  app: App,
  context: CommandContext,
  plan: EvaluationPlan,
  runsFile: RunsFile | undefined,
): Promise<EvaluationResult> {
  const stages = createStages(context);
  const earlier = runsFile?.records ?? [];
  const known = new Set(earlier.map(keyOf));
  const skip = (questionId: string, preset: PresetName) =>
    known.has(keyOf({ questionId, preset: presetLabel(preset) }));
  const toAsk = plan.questions.reduce(
    (sum, { id }) => sum + plan.presets.filter((preset) => !skip(id, preset)).length,
    0,
  );
  // The keyword library is one row more.
  const searches = plan.questions.filter(isScorable).length * ((plan.rows?.length ?? 0) + 1);
  let [asked, searched] = [0, 0];
  try {
    const result = await runEvaluation(
      app,
      { ...plan, skip },
      {
        signal: context.signal,
        onIngest: (done, total, key) => stages.show('Ingesting', total).update(done, key),
        onRecord: (record) => {
          // Written at once, so that an interrupted run keeps what it has measured.
          runsFile?.write(record);
          stages.show('Asking', toAsk).update((asked += 1), `${record.preset} ${record.outcome}`);
        },
        onSearch: ({ row }) => stages.show('Searching', searches).update((searched += 1), row),
      },
    );
    return withEarlier(result, plan, earlier);
  } finally {
    stages.finish();
  }
}

async function writeResult(figures: EvaluationFigures, { flags }: CommandContext): Promise<void> {
  const [json, html] = [flags.text('json'), flags.text('html')];
  if (json !== undefined && json !== '-') await writeOutput(json, `${JSON.stringify(figures, null, 2)}\n`);
  if (html !== undefined) await writeOutput(html, reportPage(figures));
}
