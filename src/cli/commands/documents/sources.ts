import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { WhatStays } from '../../../knowledge/sync/removeSource.ts';
import type { Source } from '../../../knowledge/sync/sources.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { type Action, type Command, type CommandContext, printed, type Report } from '../../command.ts';
import { verbOf } from '../../flags.ts';
import { countsOf, everySeconds, planText, syncJson, syncText, syncWithProgress } from '../../folderSync.ts';
import { clip, formatTable } from '../../output/table.ts';

const verbs = ['list', 'read', 'schedule', 'remove'] as const;
const defaultCount = 50;

export const sources: Command = {
  name: 'sources',
  summary: 'List where documents come from; read a source now or at its times, or remove it.',
  usage: 'sources [list] [flags]   or   sources read|schedule|remove SOURCE [flags]',
  positionals: [0, 2],
  verbs,
  flags: {
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `list: how many. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'list: continue after a page: its endCursor.' },
    'allow-shrink': { kind: 'switch', summary: 'read: delete also if more than a third is gone.' },
    'dry-run': { kind: 'switch', summary: 'read: only print what would be done.' },
    every: {
      kind: 'text',
      value: 'TIME',
      summary: 'schedule: have "candor serve" read it so often: 15m, 6h, 1d; never: no more.',
    },
    documents: {
      kind: 'text',
      value: 'WHAT',
      choices: ['keep', 'delete'],
      summary: 'remove: what becomes of its documents; deleted ones can be restored for a while.',
    },
  },
  examples: [
    'candor sources',
    'candor sources read handbook --allow-shrink',
    'candor sources schedule handbook --every 6h',
    'candor sources remove handbook --documents keep',
  ],
  notes:
    'SOURCE is a name, an id, or where it is. "read" reads a drive or site as it was last read, with the same groups and labels; "candor ingest" adds a source, or says something else of it.',
  async run(context) {
    const [verb, name] = verbOf(context.positionals, verbs, sources.usage);
    if (verb === 'read') return context.withApp((app, caller) => read(app, caller, context, name));
    return printed(context, actionOf(verb, name, context));
  },
};

/** Checks the flags before anything is opened. */
function actionOf(verb: Exclude<(typeof verbs)[number], 'read'>, name: string, context: CommandContext): Action {
  if (verb === 'list') return (app, caller) => list(app, caller, context);
  if (verb === 'remove') {
    const stays = staysOf(context);
    return (app, caller) => remove(app, caller, name, stays);
  }
  const text = context.flags.text('every');
  if (text === undefined)
    throw new CandorError('BAD_INPUT', '--every is missing.', { remedy: 'Give a time: --every 6h, or never.' });
  const seconds = everySeconds(text);
  return (app, caller) => schedule(app, caller, name, seconds);
}

async function schedule(app: App, caller: Caller, which: string, seconds: number | null): Promise<Report> {
  const source = await app.sources.setSchedule(caller, which, seconds);
  const when = source.nextReadAt ? `Next read at ${minute(source.nextReadAt)}` : 'Read when somebody asks for it';
  return { json: source, text: `${when}: ${source.name}.` };
}

/** Whoever removes a source has to say it: neither is what everybody expects. @throws BAD_INPUT */
function staysOf({ flags }: CommandContext): WhatStays {
  const said = flags.text('documents');
  if (said === 'keep') return 'KEEP';
  if (said === 'delete') return 'DELETE';
  throw new CandorError('BAD_INPUT', '--documents is missing.', {
    remedy: 'Give --documents keep or --documents delete: what becomes of the documents of the source.',
  });
}

async function list(app: App, caller: Caller, { flags, terminal }: CommandContext): Promise<Report> {
  const page = { first: flags.integer('first') ?? defaultCount, after: flags.text('after') };
  const { nodes, hasNextPage, endCursor } = await app.sources.list(caller, page);
  const totalCount = await app.sources.count(caller);
  const more = hasNextPage && endCursor ? [`More: --after ${endCursor}`] : [];
  const text =
    nodes.length === 0
      ? 'No sources. "candor ingest" with a folder, rclone: or site: adds one.'
      : [`${totalCount} sources.`, tableOf(nodes, terminal.columns), ...faultsOf(nodes), ...more].join('\n\n');
  return { json: { nodes, totalCount, pageInfo: { hasNextPage, endCursor } }, text };
}

const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '–';

function tableOf(nodes: readonly Source[], columns: number): string {
  const wide = Math.max(20, Math.floor((columns - 70) / 2));
  const rows = nodes.map(({ name, kind, where, lastReadAt, nextReadAt, lastResult }) => [
    clip(name, wide),
    kind,
    clip(where, wide),
    minute(lastReadAt),
    wordsOf(lastResult),
    minute(nextReadAt),
  ]);
  const titles = ['name', 'kind', 'where', 'last read', 'what came of it', 'next'];
  return formatTable(
    titles.map((title) => ({ title })),
    rows,
  );
}

const counted = ['new', 'changed', 'moved', 'deleted', 'rights', 'held', 'failed'] as const;

/** E.g. `2 changed, 1 deleted`. */
function wordsOf(result: Source['lastResult']): string {
  if (result === null) return '–';
  const { reading, error } = result as { readonly reading?: { readonly done: number; readonly total: number } } & {
    readonly error?: unknown;
  };
  if (reading) return `being read: ${reading.done} of ${reading.total}`;
  if (error) return 'not read to the end';
  const parts = counted.flatMap((name) => (Number(result[name]) > 0 ? [`${String(result[name])} ${name}`] : []));
  return parts.length > 0 ? parts.join(', ') : 'nothing new';
}

/** What a person can do about readings that failed, and about deletions that are held. */
function faultsOf(nodes: readonly Source[]): string[] {
  return nodes.flatMap(({ name, lastResult }) => {
    const error = lastResult?.['error'] as { readonly message: string; readonly remedy: string } | null | undefined;
    if (error) return [`${name}: ${error.message} ${error.remedy}`];
    return Number(lastResult?.['held']) > 0
      ? [`${name}: more than a third is gone. If that is right: candor sources read "${name}" --allow-shrink`]
      : [];
  });
}

async function read(app: App, caller: Caller, context: CommandContext, named: string): Promise<0 | 1> {
  const { where } = await app.sources.named(caller, named);
  const [allowShrink, dryRun] = [context.flags.isOn('allow-shrink'), context.flags.isOn('dry-run')];
  const taken = await syncWithProgress({ app, caller, path: where, named, options: { allowShrink, dryRun } }, context);
  context.print({ json: syncJson(taken), text: dryRun ? planText(taken) : syncText(taken) });
  return !dryRun && (countsOf(taken).failed > 0 || taken.result.job?.state === 'FAILED') ? 1 : 0;
}

async function remove(app: App, caller: Caller, which: string, stays: WhatStays): Promise<Report> {
  const { source, documentCount } = await app.sources.remove(caller, which, stays);
  const what =
    stays === 'KEEP'
      ? `${documentCount} documents stay, as if they had been sent by hand.`
      : `${documentCount} documents were deleted; "candor documents --deleted" lists what can be restored.`;
  return { json: { removed: source, documents: stays, documentCount }, text: `Removed: ${source.name}. ${what}` };
}
