import type { App } from '../../app.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { CandorError } from '../../errors.ts';
import type { IngestSummary } from '../../knowledge/document.ts';
import { readPath, type SkippedPath } from '../../knowledge/readPath.ts';
import type { Command, CommandContext, Report } from '../command.ts';
import { formatTable } from '../table.ts';

export const ingest: Command = {
  name: 'ingest',
  summary: 'Take in a file or folder: Markdown, plain text or JSON Lines.',
  usage: 'ingest PATH [flags]   or   ingest --re-embed [PATH]',
  positionals: [0, 1],
  flags: {
    're-embed': { kind: 'switch', summary: 'Embed all stored text again with the configured embedder; PATH is taken in after that.' },
  },
  notes: 'The same path again makes a new version of what has changed and leaves the rest. JSON Lines hold {"id","title","text","metadata"}, one a line.',
  async run(context) {
    const [path] = context.positionals;
    const reEmbed = context.flags.isOn('re-embed');
    if (path === undefined && !reEmbed) throw new CandorError('BAD_INPUT', 'PATH is missing.', { remedy: 'Usage: candor ingest PATH' });
    return context.withApp(async (app, caller) => {
      const windowCount = reEmbed ? await embedAgain(app, caller, context) : null;
      const taken = path === undefined ? null : await takeIn(app, caller, context, path);
      context.print(report(windowCount, taken));
      return taken && taken.summary.failedCount > 0 ? 1 : 0;
    });
  },
};

interface Taken {
  readonly summary: IngestSummary;
  readonly skipped: readonly SkippedPath[];
}

async function embedAgain(app: App, caller: Caller, context: CommandContext): Promise<number> {
  const progress = context.progress('Embedding again', null);
  try {
    const { windowCount } = await app.knowledge.reEmbed(caller, { signal: context.signal, onProgress: ({ done, total, current }) => progress.update(done, current, total) });
    return windowCount;
  } finally {
    progress.finish();
  }
}

async function takeIn(app: App, caller: Caller, context: CommandContext, path: string): Promise<Taken> {
  const source = await readPath(path, { signal: context.signal });
  const progress = context.progress('Ingesting', source.total);
  try {
    const summary = await app.ingest(caller, source.documents, {
      signal: context.signal,
      ...(source.total === null ? {} : { total: source.total }),
      onProgress: ({ done, current }) => progress.update(done, current),
    });
    return { summary, skipped: source.skipped };
  } finally {
    progress.finish();
  }
}

function report(windowCount: number | null, taken: Taken | null): Report {
  const json = {
    ...(windowCount === null ? {} : { reEmbedded: { windowCount } }),
    ...(taken ? { ...taken.summary, skippedCount: taken.skipped.length, skipped: taken.skipped } : {}),
  };
  const text = [
    ...(windowCount === null ? [] : [`Embedded ${windowCount} windows again.`]),
    ...(taken ? [summaryText(taken)] : []),
  ].join('\n\n');
  return { json, text };
}

function summaryText({ summary, skipped }: Taken): string {
  const counts = [
    ['created', summary.createdCount], ['updated', summary.updatedCount], ['unchanged', summary.unchangedCount],
    ['failed', summary.failedCount], ['skipped', skipped.length],
  ] as const;
  const table = formatTable([{ title: 'documents' }, { title: 'count', align: 'right' }], counts.map(([name, count]) => [name, String(count)]));
  const failed = summary.results.flatMap(({ key, error }) => (error ? [`Failed: ${key}: ${error.message} ${error.remedy}`] : []));
  return [table, ...failed, ...skipped.map(({ path, reason }) => `Skipped: ${path}: ${reason}`)].join('\n');
}
