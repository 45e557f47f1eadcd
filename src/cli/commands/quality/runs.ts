import type { App } from '../../../app/app.ts';
import type { Run } from '../../../agent/state/run.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { isUuid } from '../../../db/statement.ts';
import { CandorError } from '../../../errors.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import { appliedFilters } from '../../../retrieval/filter.ts';
import { cautionFlag, presetNames, readCaution, toPreset } from '../../askFlags.ts';
import { passageJson, retrievalText, traceTable } from '../../output/passages.ts';
import { clip, formatTable, wrap } from '../../output/table.ts';
import { deepCandidates, type MissedArm, type MissExplanation } from '../../../agent/miss/missExplanation.ts';
import type { RunReplay } from '../../../agent/replay.ts';

const outcomes = { answer: 'ANSWER', clarification: 'CLARIFICATION', abstention: 'ABSTENTION' } as const;
const tiers = ['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED'] as const;
const defaultCount = 20;

export const runs: Command = {
  name: 'runs',
  summary: 'List recorded questions, or show one run in full.',
  usage: 'runs [ID] [flags]',
  positionals: [0, 1],
  flags: {
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `How many to list. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'Continue after a page: its endCursor.' },
    outcome: { kind: 'text', value: 'KIND', choices: Object.keys(outcomes), summary: 'Only runs with this outcome.' },
    tier: { kind: 'text', value: 'TIER', choices: tiers, summary: 'Only runs with this tier.' },
    miss: {
      kind: 'text',
      value: 'DOCUMENT',
      summary: 'With ID: why this document, by key or id, was not used in the run.',
    },
    replay: { kind: 'switch', summary: 'With ID: ask its question again, and show what differs.' },
    today: { kind: 'switch', summary: 'With --replay: read the versions valid now instead of those valid then.' },
    preset: { kind: 'text', value: 'NAME', choices: presetNames, summary: 'With --replay: another configuration.' },
    caution: { ...cautionFlag, summary: 'With --replay: how sure an answer must be.' },
    conversation: { kind: 'text', value: 'ID', summary: 'Only runs of this conversation.' },
  },
  examples: [
    'candor runs --outcome abstention',
    'candor runs 01900000-0000-7000-8000-000000000001',
    'candor runs 01900000-0000-7000-8000-000000000001 --miss policies/refunds.md',
    'candor runs 01900000-0000-7000-8000-000000000001 --replay --today',
  ],
  async run(context) {
    const [id] = context.positionals;
    return context.withApp(async (app, caller) => {
      context.print(await report(app, caller, context, id));
      return 0;
    });
  },
};

async function report(app: App, caller: Caller, context: CommandContext, id: string | undefined): Promise<Report> {
  const document = context.flags.text('miss');
  if (id === undefined && document !== undefined)
    throw new CandorError('BAD_INPUT', '--miss needs the id of a run.', {
      remedy: '"candor runs" lists the runs; "candor runs ID --miss DOCUMENT" explains one.',
    });
  const replayed = context.flags.isOn('replay');
  if (id === undefined && replayed)
    throw new CandorError('BAD_INPUT', '--replay needs the id of a run.', {
      remedy: '"candor runs" lists the runs; "candor runs ID --replay" repeats one.',
    });
  if (
    !replayed &&
    (context.flags.isOn('today') || ['preset', 'caution'].some((name) => context.flags.text(name) !== undefined))
  )
    throw new CandorError('BAD_INPUT', '--today, --preset and --caution need --replay.', {
      remedy: '"candor runs ID --replay --today" repeats a run over what is valid now.',
    });
  if (id !== undefined && replayed) return repeated(app, caller, context, id);
  if (id === undefined) return list(app, caller, context);
  return document === undefined
    ? one(app, caller, id, context.terminal.columns)
    : missed(app, caller, context, { id, document });
}

/** Looks up the document by key first, then takes the name as an id: a key may look like an id. */
async function missed(
  app: App,
  caller: Caller,
  { terminal, signal }: CommandContext,
  { id, document }: { readonly id: string; readonly document: string },
): Promise<Report> {
  const [byKey] = await app.knowledge.documentsByKey(caller, [document]);
  const explanation = await app.runs.explainMiss(caller, id, byKey?.id ?? document, { signal });
  if (!explanation)
    throw new CandorError('NOT_FOUND', `There is no run ${id} or no document ${document} in this workspace.`, {
      details: { id, document },
      remedy: '"candor runs" lists the runs; "candor search" shows the keys of documents.',
    });
  return { json: missJson(explanation), text: missText(explanation, byKey?.key ?? document, terminal.columns) };
}

async function repeated(
  app: App,
  caller: Caller,
  { flags, terminal, signal }: CommandContext,
  id: string,
): Promise<Report> {
  const preset = flags.text('preset');
  const replay = await app.runs.replay(
    caller,
    id,
    {
      versions: flags.isOn('today') ? 'TODAY' : 'SAME',
      caution: readCaution(flags),
      ...(preset === undefined ? {} : { preset: toPreset(preset) }),
    },
    { signal },
  );
  return { json: replayJson(replay), text: replayText(replay, terminal.columns) };
}

async function list(app: App, caller: Caller, { flags, terminal }: CommandContext): Promise<Report> {
  const kind = flags.text('outcome') as keyof typeof outcomes | undefined;
  const page = await app.runs.list(
    caller,
    { first: flags.integer('first') ?? defaultCount, after: flags.text('after') },
    {
      outcome: kind && outcomes[kind],
      tier: flags.text('tier') as (typeof tiers)[number] | undefined,
      conversationId: flags.text('conversation'),
    },
  );
  const json = {
    nodes: page.nodes.map(summaryJson),
    pageInfo: { hasNextPage: page.hasNextPage, endCursor: page.endCursor },
  };
  const more = page.hasNextPage && page.endCursor ? `\n\nMore: --after ${page.endCursor}` : '';
  return { json, text: page.nodes.length > 0 ? runTable(page.nodes, terminal.columns) + more : 'No runs.' };
}

function summaryJson({
  steps: _steps,
  searches: _searches,
  reflections: _reflections,
  passages: _passages,
  result: _result,
  ...summary
}: Run) {
  return summary;
}

function runTable(nodes: readonly Run[], columns: number): string {
  const rows = nodes.map((run) => [
    run.id,
    run.createdAt.toISOString().slice(0, 19).replace('T', ' '),
    run.outcome ?? 'FAULT',
    run.tier ?? '–',
    run.confidenceValue === null ? '–' : run.confidenceValue.toFixed(2),
    String(Math.round(run.usage.millis)),
    clip(run.question, Math.max(24, columns - 105)),
  ]);
  return formatTable(
    [
      { title: 'run' },
      { title: 'asked (UTC)' },
      { title: 'outcome' },
      { title: 'tier' },
      { title: 'conf.', align: 'right' },
      { title: 'ms', align: 'right' },
      { title: 'question' },
    ],
    rows,
  );
}

async function one(app: App, caller: Caller, id: string, columns: number): Promise<Report> {
  const run = isUuid(id) ? await app.runs.find(caller, id) : undefined;
  if (!run)
    throw new CandorError('NOT_FOUND', `There is no run ${id} in this workspace.`, {
      details: { id },
      remedy: '"candor runs" lists the runs.',
    });
  return {
    json: { ...run, appliedFilters: appliedFilters(run), passages: run.passages.map(passageJson) },
    text: runText(run, columns),
  };
}

function runText(run: Run, columns: number): string {
  const steps = run.steps.map(({ node, startedMillis, millis, detail }) => [
    node,
    startedMillis.toFixed(0),
    millis.toFixed(1),
    clip(JSON.stringify(detail), Math.max(30, columns - 40)),
  ]);
  return [
    wrap(run.question, columns),
    [
      run.outcome ?? 'FAULT',
      run.tier,
      run.stopReason,
      run.preset,
      run.confidenceValue?.toFixed(3),
      run.createdAt.toISOString(),
    ]
      .filter(Boolean)
      .join(' · '),
    `${run.usage.rounds} rounds · ${Math.round(run.usage.millis)} ms · embedder ${run.embedder} · chat model ${run.chatModel ?? 'none'}`,
    ...(run.plan
      ? [`Plan: ${run.plan.kind}, ${run.plan.strategy}, ${run.plan.language}: ${run.plan.queries.join(' | ')}`]
      : []),
    '',
    formatTable(
      [{ title: 'step' }, { title: 'at ms', align: 'right' }, { title: 'ms', align: 'right' }, { title: 'detail' }],
      steps,
    ),
    '',
    run.passages.length > 0 ? traceTable(run.passages, columns) : 'No passages.',
    '',
    retrievalText(run.settings, appliedFilters(run)),
  ].join('\n');
}

/** The explanation for a screen: the reason in words, then the figures of its stage. */
function missText(explanation: MissExplanation, documentKey: string, columns: number): string {
  const { reason, message, query, vector, keyword, distance, standsFor, degraded } = explanation;
  const figures = [
    ...(query === null ? [] : [`Searched: ${query}`]),
    ...armLine('Vector arm', vector, distance === null ? '' : `, cosine distance ${distance.toFixed(3)}`),
    ...armLine('Keyword arm', keyword, ''),
    ...(standsFor ? [`Stands for it: ${standsFor.documentKey}`] : []),
    ...degraded.map((part) => `Did not work: ${part.part}: ${part.message}`),
  ];
  return [`${documentKey}: ${reason}`, wrap(message, columns), ...(figures.length > 0 ? ['', ...figures] : [])].join(
    '\n',
  );
}

function armLine(name: string, arm: MissedArm | null, more: string): string[] {
  if (!arm) return [];
  const { rank, rawScore, candidates } = arm;
  const beyond = rawScore === null ? 'not found' : `beyond rank ${deepCandidates.toLocaleString('en')}`;
  const place = rank === null ? beyond : `rank ${rank}`;
  return [`${name}: ${place}${rawScore === null ? '' : `, score ${rawScore.toFixed(3)}`}${more}; ${candidates} taken`];
}

/** The explanation with the names of schema/run.graphql. */
function missJson({ documentId, versionId, ...explanation }: MissExplanation) {
  return { ...explanation, document: { id: documentId }, version: versionId === null ? null : { id: versionId } };
}

/** Gives only the ids of both runs: `candor runs ID --json` shows either in full. */
function replayJson({ original, run, same, changes, changedDocuments }: RunReplay) {
  return { original: original.id, run: run.id, same, changes, changedDocuments };
}

function replayText({ original, run, same, changes, changedDocuments }: RunReplay, columns: number): string {
  const width = Math.max(20, Math.floor((columns - 40) / 2));
  const rows = changes.map(({ path, before, after }) => [path, clip(before ?? '–', width), clip(after ?? '–', width)]);
  return [
    same ? 'Outcome, text, citations and passages are the same.' : 'Not the same.',
    outcomeLine('original', original),
    outcomeLine('repeated', run),
    ...(changedDocuments.length > 0 ? [wrap(`Changed since: ${changedDocuments.join(', ')}`, columns)] : []),
    '',
    rows.length > 0
      ? formatTable([{ title: 'field' }, { title: 'before' }, { title: 'after' }], rows)
      : 'Nothing differs.',
  ].join('\n');
}

function outcomeLine(label: string, { id, outcome, tier, stopReason, preset, confidenceValue }: Run): string {
  return `${label}: ${[outcome ?? 'FAULT', tier, stopReason, preset, confidenceValue?.toFixed(3), id].filter(Boolean).join(' · ')}`;
}
