import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '../../../app/app.ts';
import type { Config } from '../../../config/config.ts';
import { CandorError, isCandorError, messageOf } from '../../../errors.ts';
import { type TerminalDoor, openTerminals } from '../../bridge/answerTerminals.ts';
import { readEndpoint } from '../../bridge/endpoint.ts';
import { statPath } from '../../../knowledge/ingest/readPath.ts';
import { type Command, type CommandContext, type ExitCode, type Report, unlessLost } from '../../command.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { syncUntilDone, reEmbedWithProgress, follow, type RoundListener } from '../../folderSync.ts';
import { announced } from '../../terminal.ts';
import { loadCurated } from '../../../evaluation/run/evaluationContext.ts';
import { readPath } from '../../../knowledge/ingest/readPath.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve GraphQL, GraphiQL and the console until interrupted.',
  usage: 'serve [flags]',
  positionals: [0, 0],
  own: true,
  flags: {
    watch: {
      kind: 'text',
      value: 'PATH',
      path: true,
      summary: 'Watch a folder and ingest its changes while serving.',
    },
  },
  examples: ['serve', 'serve --watch docs/', 'PORT=4100 candor serve'],
  notes:
    'PORT, HOST, CANDOR_AUTH and CANDOR_SAMPLE steer it. Other commands on the same data folder run in this process while it serves. A second interrupt ends it at once.',
  async run(context) {
    // Checked before anything is opened: a server whose watched folder does not exist would look like one that keeps it
    // in sync.
    const watched = context.flags.text('watch');
    if (watched !== undefined) await statPath(watched);
    try {
      return await context.withApp((app, caller) => serveApp(app, caller, context), { withoutWorkspace: true });
    } catch (error) {
      throw isCandorError(error, 'DATABASE_LOCKED') ? await whoServes(error, context.config) : error;
    }
  },
};

async function serveApp(app: App, caller: Caller, context: CommandContext): Promise<ExitCode> {
  const sample = unlessLost(app, prepare(app, caller, context));
  // Before the sample is loaded: no other terminal finds the folder locked, and only questions wait.
  const terminals = await openTerminals(app, context, sample);
  try {
    await serveUntilStopped(app, caller, context, { terminals, sample });
  } finally {
    await terminals?.close();
  }
  return 0;
}

async function prepare(app: App, caller: Caller, context: CommandContext): Promise<LoadedSample | undefined> {
  await said(context, 'Loading the models…', () => renewVectors(app, caller, context));
  return context.config.loadSample ? loadSample(app, caller, context) : undefined;
}

/**
 * Embeds the knowledge again if a new version of Candor brought other weights of the built-in embedder: until then
 * every question is refused. Between models that somebody configured, nothing is done automatically, because it may
 * cost money or the change may be a mistake: EMBEDDER_MISMATCH names the command.
 */
export async function renewVectors(
  app: App,
  caller: Caller,
  context: Pick<CommandContext, 'progress' | 'signal'>,
): Promise<void> {
  try {
    await searchOnce(app, caller, context);
  } catch (error) {
    if (!isCandorError(error, 'EMBEDDER_MISMATCH')) return;
    const { stored, configured } = error.details;
    if (!isBuiltin(stored) || !isBuiltin(configured)) return;
    const windowCount = await reEmbedWithProgress(app, caller, context);
    app.log.info('knowledge embedded again', { stored, configured, windowCount });
  }
}

/** Any question will do: it is asked for its side effects, not for its answer. */
async function searchOnce(app: App, caller: Caller, { signal }: Pick<CommandContext, 'signal'>): Promise<void> {
  await app.search(caller, { query: 'What is this about?' }, { signal });
}

function isBuiltin(fingerprint: unknown): boolean {
  return typeof fingerprint === 'string' && fingerprint.startsWith('builtin:');
}

/** By EMBEDDER, or by the languages of the documents, the vectors may have to be those of the other built-in embedder. */
async function renewInBackground(app: App, caller: Caller): Promise<void> {
  try {
    await app.jobs.renewVectors(caller);
  } catch (error) {
    app.log.warn('vectors were not made again', { error: messageOf(error) });
  }
}

interface Begun {
  readonly terminals: TerminalDoor | undefined;
  readonly sample: Promise<LoadedSample | undefined>;
}

async function serveUntilStopped(
  app: App,
  caller: Caller,
  context: CommandContext,
  { terminals, sample }: Begun,
): Promise<void> {
  // Loaded before listening, so that a server that answers is ready.
  const loaded = await sample;
  const server = await said(context, 'Starting the server…', () => context.doors.startServer(app, context.config));
  // Whatever happens next, close the server: a listening server would keep a failed process alive.
  try {
    await terminals?.publishUrl(server.url);
    await app.jobs.start(caller);
    await renewInBackground(app, caller);
    context.print(banner(server.url, context.config, loaded));
    await warmUp(app, caller, context);
    await app.sources.start(caller);
    await keepInStep(app, caller, context);
    await stopped(context.signal);
    leave(context);
  } finally {
    await Promise.all([terminals?.close(), server.close()]);
  }
}

/** Returns the fault of a second server, with the address of the first. */
async function whoServes(fault: CandorError, { dataFolder }: Config): Promise<CandorError> {
  const first = await readEndpoint(dataFolder);
  if (!first || first.processId !== fault.details['processId']) return fault;
  const { processId, url } = first;
  const [message, remedy] = url
    ? [
        `Candor already serves this data folder at ${url} (process ${processId}).`,
        'Use that one: every other command runs in it by itself. For a second server set CANDOR_DATA and PORT.',
      ]
    : [`Process ${processId} keeps this data folder open.`, 'Stop it first; while this one serves, it runs here.'];
  return new CandorError('DATABASE_LOCKED', message, { details: { ...fault.details, url }, remedy });
}

/**
 * Searches once, so that nobody waits for the one-time work of the first question: the model's first run, tables that
 * are not in memory yet, functions without a plan (.7 of 1.1 s at 10,000 chunks).
 */
async function warmUp(app: App, caller: Caller, context: CommandContext): Promise<void> {
  try {
    await searchOnce(app, caller, context);
  } catch (error) {
    app.log.debug('nothing was searched at the start', { error: messageOf(error) });
  }
}

/** Syncs the folder of `--watch` now and whenever it changes. A fault is logged and never ends the server. */
async function keepInStep(app: App, caller: Caller, context: CommandContext): Promise<void> {
  const path = context.flags.text('watch');
  if (path === undefined) return;
  const task = { app, caller, path, options: {} };
  const listener: RoundListener = {
    onRound: ({ result }) => {
      app.log.info('folder synchronised', { path, ...result.job?.counts });
    },
    onFault: (error) => {
      app.log.warn('folder not synchronised; it is tried again', { path, error: messageOf(error) });
    },
  };
  try {
    await syncUntilDone(task, context, listener);
    await follow(task, context, listener);
  } catch (error) {
    if (!context.signal.aborted) app.log.error('folder no longer watched', { path, error: messageOf(error) });
  }
}

/** Resolves when the signal aborts. */
function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A server that starts without a word for a minute looks like one that hangs. */
function said<Result>(
  { terminal, quiet }: Pick<CommandContext, 'terminal' | 'quiet'>,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return announced(text, { terminal, quiet, logs: true }, work);
}

function leave({ terminal, quiet, config: { connections } }: CommandContext): void {
  if (quiet) return;
  const requests =
    connections.drainMillis > 0
      ? `new requests are answered for ${connections.drainMillis / 1_000} s more`
      : 'no new requests';
  terminal.err(`Stopping: ${requests}, those in flight may finish. Interrupt again to end at once.\n`);
}

function banner(url: string, config: Config, sample: LoadedSample | undefined): Report {
  const addresses = {
    graphql: `${url}/graphql`,
    graphiql: `${url}/graphiql`,
    console: `${url}/`,
    health: `${url}/healthz`,
    ready: `${url}/readyz`,
  };
  const auth =
    config.auth === 'local'
      ? 'local: no API key is needed, and the server listens on this machine only'
      : 'keys: every request needs an API key ("candor keys create" makes one)';
  const database = config.databaseUrl ? 'the server at DATABASE_URL' : `embedded, in ${config.dataFolder}`;
  const rows = [
    ['Console', addresses.console],
    ['GraphQL', addresses.graphql],
    ['GraphiQL', addresses.graphiql],
    ...(config.mcp ? [['MCP', `${url}/mcp`]] : []),
    ['Health', `${addresses.health}  ${addresses.ready}`],
    ['Access', auth],
    ['Database', database],
    ...(sample
      ? [
          [
            'Sample',
            `${sample.documentCount} documents and ${sample.curatedAnswerCount} curated answers loaded; CANDOR_SAMPLE=off leaves them out`,
          ],
        ]
      : []),
  ];
  const text = [
    'Candor is ready.',
    '',
    ...rows.map(([name, value]) => `  ${(name ?? '').padEnd(9)} ${value}`),
    '',
    'Stop it with Ctrl+C.',
  ].join('\n');
  return { json: { url, ...addresses, auth: config.auth, sample: sample ?? null }, text };
}

const sampleFolder = fileURLToPath(new URL('../../../../sample/', import.meta.url));

interface LoadedSample {
  readonly documentCount: number;
  readonly curatedAnswerCount: number;
}

/**
 * Loads the sample knowledge into an empty workspace.
 * @returns undefined if the workspace already contains something, or this installation has no sample
 */
export async function loadSample(
  app: App,
  caller: Caller,
  context: Pick<CommandContext, 'progress' | 'signal'>,
  folder = sampleFolder,
): Promise<LoadedSample | undefined> {
  const workspace = await app.workspaces.find(caller.workspaceId);
  const empty = workspace?.documentCount === 0 && workspace.curatedAnswerCount === 0;
  if (!empty || !(await isThere(`${folder}knowledge`))) return undefined;
  const { createdCount } = await loadDocuments(app, caller, context, `${folder}knowledge`);
  const curated = `${folder}curated.jsonl`;
  const curatedAnswerCount = (await isThere(curated))
    ? (await loadCurated(app, caller, curated, context.signal)).size
    : 0;
  return { documentCount: createdCount, curatedAnswerCount };
}

async function loadDocuments(
  app: App,
  caller: Caller,
  { progress, signal }: Pick<CommandContext, 'progress' | 'signal'>,
  path: string,
) {
  const source = await readPath(path, { signal });
  const shown = progress('Loading the sample', source.total);
  shown.update(0);
  try {
    return await app.ingest(caller, source.documents, {
      signal,
      ...(source.total === null ? {} : { total: source.total }),
      onProgress: ({ done, current }) => shown.update(done, current),
    });
  } finally {
    shown.finish();
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
