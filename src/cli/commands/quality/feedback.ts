import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import { feedbackVerdicts, type Feedback, type FeedbackInput } from '../../../learning/feedback/feedback.ts';
import type { QueuedRun } from '../../../learning/feedback/labellingQueue.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { type Action, type Command, type CommandContext, printed, type Report } from '../../command.ts';
import { clip, formatTable } from '../../output/table.ts';
import type { FeedbackSet } from '../../../learning/feedback/exportSet.ts';

const defaultCount = 20;
const modes = ['queue', 'list', 'export'] as const;
const ofJudging = ['document', 'answer', 'comment'] as const;

export const feedback: Command = {
  name: 'feedback',
  summary: 'Judge whether runs ended right, and use the judgements.',
  usage:
    'feedback record RUN_ID VERDICT [flags]   or   feedback choose RUN_ID [N]   or   feedback --queue | --list | --export DIR',
  positionals: [0, 3],
  verbs: ['record', 'choose'],
  flags: {
    document: {
      kind: 'list',
      value: 'KEY,KEY',
      summary: 'record: documents that contain the right answer, by key or id; repeatable.',
    },
    answer: { kind: 'text', value: 'TEXT', summary: 'record: the right answer in your words.' },
    comment: { kind: 'text', value: 'TEXT', summary: 'record: anything else.' },
    queue: { kind: 'switch', summary: 'List the unjudged runs whose judgement would teach most.' },
    list: { kind: 'switch', summary: 'List judgements, newest first.' },
    export: {
      kind: 'text',
      value: 'DIR',
      path: true,
      summary: 'Write the judged runs and the documents into a new folder, as a set that "candor eval" reads.',
    },
    first: {
      kind: 'integer',
      value: 'N',
      least: 1,
      most: 100,
      summary: `--queue, --list: how many. Default: ${defaultCount}.`,
    },
    after: { kind: 'text', value: 'CURSOR', summary: '--list: continue after a page: its endCursor.' },
  },
  examples: [
    'candor feedback --queue',
    'candor feedback record 01900000-0000-7000-8000-000000000001 WRONG --document policies/refunds.md',
    'candor feedback choose 01900000-0000-7000-8000-000000000001 2',
    'candor feedback --export judged/',
  ],
  notes: `choose says what answers the question: alternative N of the run, or, without N, its answer. VERDICT is one of ${feedbackVerdicts.join(', ')}. Of an answer say CORRECT, WRONG, INCOMPLETE or SHOULD_HAVE_REFUSED; of a run without one CORRECT or SHOULD_HAVE_ANSWERED. Judging a run again replaces what was said.`,
  run: async (context) => printed(context, readAction(context)),
};

/** Checks the arguments before anything is opened. */
function readAction(context: CommandContext): Action {
  const { flags, positionals } = context;
  const chosen = modes.filter((mode) => (mode === 'export' ? flags.text(mode) !== undefined : flags.isOn(mode)));
  if (positionals.length + chosen.length === 0 || (positionals.length > 0 && chosen.length > 0) || chosen.length > 1)
    throw usage(
      'Say what to do: record RUN_ID VERDICT, choose RUN_ID [N], --queue, --list or --export DIR, one of them.',
    );
  const stray = ofJudging.find((name) => (name === 'document' ? flags.list(name) : flags.text(name)));
  if (chosen.length > 0 && stray) throw usage(`--${stray} goes with "record".`);
  if (chosen[0] === 'queue') return (app, caller) => queued(app, caller, context);
  if (chosen[0] === 'list') return (app, caller) => listed(app, caller, context);
  const folder = flags.text('export');
  if (positionals[0] === 'choose') return choosing(context);
  return folder === undefined ? recording(context) : (app, caller) => exported(app, caller, context, folder);
}

function recording({ positionals, flags }: CommandContext): Action {
  const [verb, runId, word] = positionals;
  const verdict = feedbackVerdicts.find((name) => name === word?.toUpperCase().replaceAll('-', '_'));
  if (verb !== 'record' || runId === undefined || verdict === undefined)
    throw usage(
      `"feedback ${positionals.join(' ')}" is not "feedback record RUN_ID VERDICT"; VERDICT is one of ${feedbackVerdicts.join(', ')}.`,
    );
  const input = { runId, verdict, answer: flags.text('answer'), comment: flags.text('comment') };
  const documents = flags.list('document') ?? [];
  return (app, caller) => recorded(app, caller, input, documents);
}

function choosing({ positionals: [, runId, position] }: CommandContext): Action {
  const number = Number(position ?? 0);
  if (runId === undefined || !Number.isInteger(number) || number < 0 || (position !== undefined && number === 0))
    throw usage('Say "feedback choose RUN_ID", or "feedback choose RUN_ID N" for alternative N of that run.');
  return (app, caller) => chosen(app, caller, runId, number);
}

/** @param position of the alternative as "ask" lists it; 0: the answer */
async function chosen(app: App, caller: Caller, runId: string, position: number): Promise<Report> {
  const alternatives = position === 0 ? [] : ((await app.runs.find(caller, runId))?.result?.alternatives ?? []);
  const passageId = alternatives[position - 1]?.passage.chunkId;
  if (position > 0 && passageId === undefined)
    throw new CandorError('NOT_FOUND', `The run ${runId} has ${alternatives.length} alternatives.`, {
      details: { run: runId, alternatives: alternatives.length },
    });
  const given = await app.feedback.choose(caller, { runId, passageId });
  return {
    json: feedbackJson(given),
    text: `Kept: ${given.verdict} of "${clip(given.question, 60)}" (${given.outcome}).`,
  };
}

/** Looks up each document by key first, then takes the name as an id: a key may look like an id. */
async function recorded(app: App, caller: Caller, input: FeedbackInput, documents: readonly string[]): Promise<Report> {
  const byKey = documents.length === 0 ? [] : await app.knowledge.documentsByKey(caller, documents);
  const given = await app.feedback.record(caller, {
    ...input,
    documentIds: documents.map((name, position) => byKey[position]?.id ?? name),
  });
  return {
    json: feedbackJson(given),
    text: `Kept: ${given.verdict} of "${clip(given.question, 60)}" (${given.outcome}).`,
  };
}

async function queued(app: App, caller: Caller, { flags, terminal, signal }: CommandContext): Promise<Report> {
  const queue = await app.feedback.queue(caller, flags.integer('first') ?? defaultCount, { signal });
  const text =
    queue.nodes.length === 0
      ? 'Nothing to judge: no unjudged run would teach anything.'
      : `${queueTable(queue.nodes, terminal.columns)}\n\n${queue.unjudgedCount} unjudged. "candor runs ID" shows one, "candor feedback record ID VERDICT" judges it.`;
  return { json: { nodes: queue.nodes.map(queueJson), unjudgedCount: queue.unjudgedCount }, text };
}

function queueTable(nodes: readonly QueuedRun[], columns: number): string {
  const rows = nodes.map(({ run, similarCount }) => [
    run.id,
    run.outcome,
    run.stopReason,
    run.confidence.toFixed(2),
    similarCount === 0 ? '' : `+${similarCount}`,
    clip(run.question, Math.max(24, columns - 86)),
  ]);
  return formatTable(
    [
      { title: 'run' },
      { title: 'outcome' },
      { title: 'stopped by' },
      { title: 'conf.', align: 'right' },
      { title: 'alike', align: 'right' },
      { title: 'question' },
    ],
    rows,
  );
}

async function listed(app: App, caller: Caller, { flags, terminal }: CommandContext): Promise<Report> {
  const { nodes, hasNextPage, endCursor } = await app.feedback.list(caller, {
    first: flags.integer('first') ?? defaultCount,
    after: flags.text('after'),
  });
  const more = hasNextPage && endCursor ? `\n\nMore: --after ${endCursor}` : '';
  const text =
    nodes.length > 0
      ? feedbackTable(nodes, terminal.columns) + more
      : 'Nobody has judged a run yet. "candor feedback --queue" says where to begin.';
  return { json: { nodes: nodes.map(feedbackJson), pageInfo: { hasNextPage, endCursor } }, text };
}

function feedbackTable(nodes: readonly Feedback[], columns: number): string {
  const rows = nodes.map(({ runId, createdAt, outcome, verdict, question }) => [
    runId,
    createdAt.toISOString().slice(0, 10),
    outcome,
    verdict,
    clip(question, Math.max(24, columns - 92)),
  ]);
  return formatTable(
    [{ title: 'run' }, { title: 'judged' }, { title: 'outcome' }, { title: 'verdict' }, { title: 'question' }],
    rows,
  );
}

async function exported(app: App, caller: Caller, context: CommandContext, folder: string): Promise<Report> {
  const set = await app.feedback.exportSet(caller, { signal: context.signal });
  const { tied, unknown, repeated } = set.leftOut;
  if (set.questions.length === 0)
    throw new CandorError('BAD_INPUT', 'No judged run can be exported.', {
      details: set.leftOut,
      remedy: 'Judge some: "candor feedback --queue" says which. One that was wrong also needs --answer or --document.',
    });
  await openSetFolder(folder);
  const documentCount = await writeSet(folder, set, context.signal);
  const text = `${set.questions.length} questions and ${documentCount} documents in ${folder}. Left out: ${unknown} whose right answer nobody named, ${repeated} judged again later, ${tied} ties.\n"candor eval ${folder}" runs them.`;
  return { json: { folder, questionCount: set.questions.length, documentCount, leftOut: set.leftOut }, text };
}

function usage(message: string): CandorError {
  return new CandorError('BAD_INPUT', message, { remedy: '"candor feedback --help" shows how.' });
}

/** Leaves out the key: "candor keys" shows whose it is. */
function feedbackJson({ givenBy: _givenBy, ...feedback }: Feedback) {
  return feedback;
}

function queueJson({ run, distance, similarCount }: QueuedRun) {
  const { id, question, outcome, tier, stopReason, confidence, createdAt } = run;
  return {
    runId: id,
    question,
    outcome,
    tier,
    stopReason,
    confidenceValue: confidence,
    distance,
    similarCount,
    createdAt,
  };
}

/**
 * Creates the folder.
 * @throws BAD_INPUT for a folder that is not empty: an older set must not be mixed with a new one
 */
export async function openSetFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length === 0) return;
  } catch (cause) {
    throw new CandorError('BAD_INPUT', `${folder} cannot be written to.`, {
      details: { path: folder },
      cause,
      remedy: 'Name a folder that can be made here.',
    });
  }
  throw new CandorError('BAD_INPUT', `${folder} is not empty.`, {
    details: { path: folder },
    remedy: 'Name a new folder.',
  });
}

/**
 * Writes questions.jsonl and corpus.jsonl. Returns the number of documents. They are written one at a time, so that the
 * corpus need not fit in memory.
 * @throws CANCELLED
 */
export async function writeSet(
  folder: string,
  { questions, documents }: Pick<FeedbackSet, 'questions' | 'documents'>,
  signal: AbortSignal,
): Promise<number> {
  await writeFile(
    join(folder, 'questions.jsonl'),
    questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
  );
  const corpus = await open(join(folder, 'corpus.jsonl'), 'wx');
  let count = 0;
  try {
    for await (const document of documents) {
      if (signal.aborted) throw new CandorError('CANCELLED', 'The export was cancelled.');
      await corpus.write(`${JSON.stringify(document)}\n`);
      count += 1;
    }
  } finally {
    await corpus.close();
  }
  return count;
}
