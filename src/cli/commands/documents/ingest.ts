import { stat } from 'node:fs/promises';
import type { App } from '../../../app/app.ts';
import { messageOf, CandorError } from '../../../errors.ts';
import type { DocumentFacts, Trust } from '../../../knowledge/document.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { openTerminals } from '../../bridge/answerTerminals.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import {
  countsOf,
  everySeconds,
  reEmbedWithProgress,
  syncJson,
  syncText,
  type SyncOutcome,
  follow,
  namesSource,
  planText,
  readEvery,
  type RoundListener,
  syncWithProgress,
  type SyncTask,
} from '../../folderSync.ts';

export const ingest: Command = {
  name: 'ingest',
  summary:
    'Ingest a file, folder, drive or site, or what has changed in it: Markdown, HTML, PDF, DOCX, CSV, JSON and text.',
  usage: 'ingest PATH|rclone:REMOTE:PATH|site:URL [flags]   or   ingest --re-embed [PATH]',
  positionals: [0, 1],
  paths: [0],
  flags: {
    watch: {
      kind: 'switch',
      summary: 'Keep watching PATH and ingest changes, until interrupted; with --every, read a drive or site here.',
    },
    're-embed': {
      kind: 'switch',
      summary: 'Embed all stored text again with the configured embedder, then ingest PATH.',
    },
    every: {
      kind: 'text',
      value: 'TIME',
      summary: 'Have "candor serve" read a drive or site again so often: 15m, 6h, 1d; never: no more.',
    },
    'dry-run': { kind: 'switch', summary: 'Only print what would be done.' },
    name: { kind: 'text', value: 'TEXT', summary: 'A name for the source. Default: where it is.' },
    'allow-shrink': { kind: 'switch', summary: 'Delete also if more than a third of a drive or site is gone.' },
    'max-pages': { kind: 'integer', value: 'N', least: 1, most: 50_000, summary: 'Pages of a site. Default: 1000.' },
    rate: { kind: 'integer', value: 'N', least: 1, most: 100, summary: 'Requests to a site a second. Default: 5.' },
    'allow-empty': { kind: 'switch', summary: 'If PATH has no files any more, delete everything that came from it.' },
    draft: { kind: 'switch', summary: 'Store documents as drafts, which are not found.' },
    tags: { kind: 'list', value: 'A,B', summary: 'Labels for each document.' },
    groups: {
      kind: 'list',
      value: 'A,B',
      summary:
        'Access groups that may read the documents. Default: those of the last reading. Front matter takes precedence.',
    },
    type: { kind: 'text', value: 'TEXT', summary: 'Kind of text in your own words: policy, faq.' },
    author: { kind: 'text', value: 'TEXT', summary: 'Author, if the document does not name one.' },
    trust: {
      kind: 'text',
      value: 'LEVEL',
      choices: ['TRUSTED', 'NORMAL', 'UNTRUSTED'],
      summary: 'How far the documents may be relied on. Default: unchanged; NORMAL for new ones.',
    },
    supersedes: {
      kind: 'text',
      value: 'KEY',
      summary: 'The document that this one file replaces: its key, for a file of a folder its path there.',
    },
    'effective-from': { kind: 'instant', value: 'DATE', summary: 'Since when this one file is valid. Default: now.' },
    'effective-until': { kind: 'instant', value: 'DATE', summary: 'Until when this one file is valid.' },
    language: { kind: 'text', value: 'CODE', summary: 'ISO 639-1 code. Default: that of the document, else detected.' },
  },
  examples: [
    'candor ingest docs/',
    'candor ingest docs/ --watch',
    'candor ingest rclone:drive:Handbook --every 15m --groups staff',
    'candor ingest site:https://docs.example/guide/ --every 6h',
    'candor ingest handbook.pdf --tags hr --groups staff',
    'candor ingest prices-2025.csv --supersedes prices-2024.csv --effective-from 2025-04-01',
    'candor ingest --re-embed',
  ],
  notes:
    'The same path again brings in changes, moves and deletions alone. Killed in between, run it again: nothing is lost or doubled. JSON Lines of {"id","title","text","metadata"} are a document a line.',
  async run(context) {
    const [path] = context.positionals;
    const reEmbed = context.flags.isOn('re-embed');
    if (path === undefined && !reEmbed)
      throw new CandorError('BAD_INPUT', 'PATH is missing.', { remedy: 'Usage: candor ingest PATH' });
    const seconds = secondsOf(path, context.flags);
    if (path !== undefined && !namesSource(path)) await refuseFolder(path, context.flags);
    return context.withApp(async (app, caller) => {
      await demandReplaced(app, caller, context.flags.text('supersedes'));
      const windowCount = reEmbed ? await reEmbedWithProgress(app, caller, context) : null;
      const task =
        path === undefined
          ? null
          : {
              app,
              caller,
              path,
              options: optionsOf(context.flags, seconds),
            };
      const taken = task && (await syncWithProgress(task, context));
      context.print(report(windowCount, taken, context.flags.isOn('dry-run')));
      if (task?.options.dryRun) return 0;
      if (task && context.flags.isOn('watch')) await watch(task, context);
      else if (seconds && !context.quiet)
        context.terminal.err('It is read again at its time while "candor serve" runs; "candor sources" says when.\n');
      return taken && (countsOf(taken).failed > 0 || taken.result.job?.state === 'FAILED') ? 1 : 0;
    });
  },
};

const ofOneFile = ['supersedes', 'effective-from', 'effective-until'] as const;

/** @throws BAD_INPUT for a folder with a flag that can only be true of one file */
async function refuseFolder(path: string, flags: CommandContext['flags']): Promise<void> {
  const given = ofOneFile.filter(
    (name) => (name === 'supersedes' ? flags.text(name) : flags.instant(name)) !== undefined,
  );
  if (given.length === 0 || !(await stat(path).catch(() => null))?.isDirectory()) return;
  throw new CandorError('BAD_INPUT', `--${given[0]} is said of one file, and ${path} is a folder.`, {
    details: { flag: `--${given[0]}` },
    remedy: 'Name the file, or write it into the front matter of each: supersedes, effective, expires.',
  });
}

/** @throws NOT_FOUND for a document that is not there */
async function demandReplaced(app: App, caller: Caller, key: string | undefined): Promise<void> {
  const [found] = key === undefined ? [] : await app.knowledge.documentsByKey(caller, [key]);
  if (key === undefined || found) return;
  throw new CandorError('NOT_FOUND', `This workspace has no document with the key "${key}".`, {
    details: { key },
    remedy: '"candor documents" lists the keys.',
  });
}

/** Lets other commands run here meanwhile, because watching may go on for days. */
async function watch(task: SyncTask, context: CommandContext): Promise<void> {
  const terminals = await openTerminals(task.app, context);
  if (!context.quiet) context.terminal.err(`Watching ${task.path}. Stop it with Ctrl+C.\n`);
  try {
    const { everySeconds: seconds } = task.options;
    const listener: RoundListener = {
      onRound: (round) => {
        context.print(report(null, round));
      },
      onFault: (error) => {
        context.terminal.err(`${messageOf(error)} It is tried again in a while.\n`);
      },
    };
    if (typeof seconds !== 'number') await follow(task, context, listener);
    else await readEvery(task, seconds, context, listener);
  } finally {
    await terminals?.close();
  }
}

function optionsOf(flags: CommandContext['flags'], seconds: number | null | undefined): SyncTask['options'] {
  return {
    facts: factsOf(flags),
    allowEmpty: flags.isOn('allow-empty'),
    allowShrink: flags.isOn('allow-shrink'),
    dryRun: flags.isOn('dry-run'),
    name: flags.text('name'),
    maxPages: flags.integer('max-pages'),
    perSecond: flags.integer('rate'),
    everySeconds: seconds,
  };
}

/**
 * How often a source is read; null: no more by itself.
 * @throws BAD_INPUT for a time that is none, and for a flag that the source has no use for
 */
function secondsOf(path: string | undefined, flags: CommandContext['flags']): number | null | undefined {
  const text = flags.text('every');
  const isElsewhere = path !== undefined && namesSource(path);
  const seconds = text === undefined ? undefined : everySeconds(text);
  if (isElsewhere && flags.isOn('watch') && !seconds)
    throw new CandorError('BAD_INPUT', '--watch is for local folders.', { remedy: 'Give --every 15m with it.' });
  if (seconds !== undefined && !isElsewhere)
    throw new CandorError('BAD_INPUT', '--every is for rclone: and site:.', { remedy: 'Give --watch for a folder.' });
  return seconds;
}

function factsOf(flags: CommandContext['flags']): DocumentFacts {
  const facts: DocumentFacts = {
    tags: flags.list('tags'),
    accessGroups: flags.list('groups'),
    semanticType: flags.text('type'),
    author: flags.text('author'),
    language: flags.text('language'),
    supersedes: flags.text('supersedes'),
    effectiveFrom: flags.instant('effective-from'),
    effectiveUntil: flags.instant('effective-until'),
    trust: trustOf(flags.text('trust')),
    ...(flags.isOn('draft') ? { state: 'DRAFT' as const } : {}),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** The flag's choices are already checked. */
function trustOf(level: string | undefined): Trust | undefined {
  return level === 'TRUSTED' || level === 'NORMAL' || level === 'UNTRUSTED' ? level : undefined;
}

function report(windowCount: number | null, taken: SyncOutcome | null, isPlan = false): Report {
  const json = { ...(windowCount === null ? {} : { reEmbedded: { windowCount } }), ...(taken ? syncJson(taken) : {}) };
  const text = [
    ...(windowCount === null ? [] : [`Embedded ${windowCount} windows again.`]),
    ...(taken ? [isPlan ? planText(taken) : syncText(taken)] : []),
  ].join('\n\n');
  return { json, text };
}
