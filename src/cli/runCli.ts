import { namesSource } from './folderSync.ts';
import { resolve } from 'node:path';
import { createLog, redact, type Log, type LogLevel } from '../log.ts';
import { CandorError, diagnosisOf, errorRemedies, isCandorError, messageOf } from '../errors.ts';
import { secretsOf, type Config } from '../config/config.ts';
import { candorVersion } from '../config/version.ts';
import type { App } from '../app/app.ts';
import { runWhereOpen } from './bridge/runWhereOpen.ts';
import {
  allFlags,
  type Command,
  type CommandContext,
  commandHelp,
  type Doors,
  type ExitCode,
  overview,
  type Report,
  type SentLine,
  unlessLost,
} from './command.ts';
import { parseFlags, type FindPath, type ParsedArguments } from './flags.ts';
import { nearest } from '../knowledge/language/nearest.ts';
import { announced, createProgress, printable, type Terminal } from './terminal.ts';

export interface CliOptions {
  readonly doors: Doors;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** The folder that relative paths start from, if it is not the current one: the line was typed in another process. */
  readonly cwd?: string;
  /** How long to wait for a data folder that another process has open. Default: not at all. */
  readonly lockWaitMillis?: number;
}

/**
 * Runs one command line and returns the exit code: as `ExitCode` says, and 2 for wrong usage. Never throws.
 * @param args what follows the program's name
 */
export async function runCli(args: readonly string[], options: CliOptions): Promise<ExitCode> {
  try {
    const [first, ...rest] = args;
    if (first === '--version' || first === '-v') return show(options, `${candorVersion()}\n`);
    if (first === undefined || first === '--help' || first === '-h')
      return show(options, overview(await allCommands()));
    if (first === 'help' && rest.length === 0) return show(options, overview(await allCommands()));
    // The scripts of `candor completion` call this, with words that need not parse.
    if (first === 'complete') return show(options, await completions(rest));
    const command = await findCommand(first === 'help' ? (rest[0] ?? '') : first);
    if (first === 'help' || asksForHelp(rest)) return show(options, commandHelp(command));
    return await runCommand(command, parseFlags(rest, allFlags(command), pathFinder(options)), args, options);
  } catch (error) {
    report(error, args, options.terminal);
    return isCandorError(error, 'BAD_INPUT') ? 2 : 1;
  }
}

function show(options: CliOptions, text: string): 0 {
  options.terminal.out(text);
  return 0;
}

/** Help is shown even if the rest of the line is wrong. */
function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  return (end === -1 ? rest : rest.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

/** Determined without parsing, so that a line that cannot be parsed is reported in the requested form. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const words = end === -1 ? args : args.slice(0, end);
  const index = words.findIndex((word) => word === '--json' || word === '--json=-');
  if (index === -1) return false;
  const next = words[index + 1];
  return words[0] !== 'eval' || words[index] === '--json=-' || next === undefined || next.startsWith('-');
}

async function completions(words: readonly string[]): Promise<string> {
  const { completionsOf } = await import('./commands/operation/completion.ts');
  return completionsOf(words, await allCommands());
}

async function findCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
  if (load) return load();
  const names = Object.keys(commandTable);
  const suggestion = nearest(name, names);
  throw new CandorError('BAD_INPUT', `Unknown command "${name}".`, {
    remedy: suggestion ? `Did you mean "candor ${suggestion}"?` : `Known commands: ${names.join(', ')}.`,
    details: { command: name },
  });
}

async function runCommand(
  command: Command,
  parsed: ParsedArguments,
  args: readonly string[],
  options: CliOptions,
): Promise<ExitCode> {
  checkCount(command, parsed.positionals);
  const context = createContext(command, parsed, args, options);
  // A line from another process already runs where the database is open.
  if (options.cwd !== undefined || context.config.databaseUrl) return command.run(context);
  const line = { args, workspaceId: context.config.workspaceId, terminal: options.terminal, signal: options.signal };
  return runWhereOpen(context.config.dataFolder, line, {
    here: () => command.run(context),
    elsewhere: !command.own,
    waitMillis: options.lockWaitMillis ?? 0,
    quiet: context.quiet,
  });
}

function pathFinder({ cwd }: CliOptions): FindPath {
  return (path) => (cwd === undefined || path === '-' ? path : resolve(cwd, path));
}

function checkCount(command: Command, positionals: readonly string[]): void {
  const [least, most] = command.positionals;
  if (positionals.length >= least && positionals.length <= most) return;
  const problem =
    positionals.length < least ? 'Something is missing.' : `Too much: "${positionals.slice(most).join(' ')}".`;
  throw new CandorError('BAD_INPUT', `${problem} Usage: candor ${command.usage}`, {
    remedy: `Quote arguments with spaces. "candor ${command.name} --help" explains the command.`,
  });
}

function createContext(
  command: Command,
  parsed: ParsedArguments,
  args: readonly string[],
  options: CliOptions,
): CommandContext {
  const { flags } = parsed;
  const findPath = pathFinder(options);
  const positionals = parsed.positionals.map((word, index) =>
    command.paths?.includes(index) && !namesSource(word) ? findPath(word) : word,
  );
  const { terminal, doors, signal } = options;
  const config = withWorkspace(doors.loadConfig(), command.ownWorkspace ? undefined : flags.text('workspace'));
  const quiet = flags.isOn('quiet');
  const json = command.flags['json']?.kind === 'file' ? flags.text('json') === '-' : flags.isOn('json');
  const withApp = async <Result>(own: Config, use: (app: App) => Promise<Result>): Promise<Result> => {
    const open = () => doors.openApp(own, { log: commandLog(command, own, quiet, terminal) });
    const app = await announced(
      'Opening the database and the models…',
      // A server that starts without a word for a minute looks like one that hangs.
      { terminal, quiet: quiet || options.cwd !== undefined, logs: command.name === 'serve' && !json },
      open,
    );
    try {
      return await use(app);
    } finally {
      await app.close();
    }
  };
  return {
    positionals,
    flags,
    terminal,
    doors,
    config,
    signal,
    quiet,
    sent: options.cwd !== undefined,
    line: ['candor', ...args].join(' '),
    progress: (label, total) => createProgress({ terminal, label, total, quiet }),
    print: (result) => terminal.out(json ? `${JSON.stringify(result.json, null, 2)}\n` : reportText(result)),
    withAppOf: (own, use) => withApp(own, use),
    runOver: (app, line) => runCli(line.args, { ...options, ...shared(app, line) }),
    withApp: (use, { withoutWorkspace = false } = {}) =>
      withApp(config, async (app) => {
        const made = app.workspaces.ensure(config.workspaceId, 'Default');
        await (withoutWorkspace ? unlessLost(app, made) : made);
        return use(app, {
          workspaceId: config.workspaceId,
          role: 'ADMIN',
          accessGroups: null,
          keyId: null,
          kind: 'COMMAND_LINE',
        });
      }),
  };
}

function reportText({ text, painted }: Report): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  return painted ? whole : printable(whole);
}

/** What a line from another process runs with: its own terminal, and the app that is open here, which stays open. */
function shared(
  app: App,
  { cwd, workspaceId, terminal, signal }: SentLine,
): Pick<CliOptions, 'cwd' | 'terminal' | 'signal' | 'doors'> {
  const doors: Doors = {
    loadConfig: () => ({ ...app.config, workspaceId }),
    openApp: () => Promise.resolve({ ...app, close: () => Promise.resolve() }),
    startServer: () => Promise.reject(new CandorError('INTERNAL', 'A line of another process starts a server.')),
  };
  return { cwd, terminal, signal, doors };
}

function withWorkspace(config: Config, workspaceId: string | undefined): Config {
  return workspaceId === undefined ? config : { ...config, workspaceId };
}

/** Only a server logs its normal work; a command that a person waits for shows warnings. */
function commandLog(command: Command, config: Config, quiet: boolean, terminal: Terminal): Log {
  const level: LogLevel = command.name === 'serve' || config.logLevel !== 'info' ? config.logLevel : 'warn';
  return createLog(quiet && level === 'warn' ? 'error' : level, (line) => terminal.err(line), secretsOf(config));
}

function report(error: unknown, args: readonly string[], terminal: Terminal): void {
  const fault = isCandorError(error) ? error : new CandorError('INTERNAL', messageOf(error), { cause: error });
  // The default remedy of the code mentions fields and requests, which a command line does not have.
  const remedy =
    fault.remedy === errorRemedies.BAD_INPUT
      ? `Correct what is named and run the command again; "candor ${args[0] ?? ''} --help" explains it.`
      : fault.remedy;
  // A person at the command line is the operator, so addresses and the words of other servers help.
  const message = redact(/^(?:DATABASE|MODEL)_/.test(fault.code) ? diagnosisOf(fault) : fault.message);
  if (wantsJson(args)) {
    terminal.out(
      `${JSON.stringify({ error: { code: fault.code, message, remedy, details: fault.details } }, null, 2)}\n`,
    );
    return;
  }
  terminal.err(printable(`Error ${fault.code}: ${message}\n${remedy}\n`));
  if (fault.code === 'INTERNAL' && error instanceof Error && error.stack)
    terminal.err(printable(`${redact(error.stack)}\n`));
}

/**
 * All commands, in the order of the help. Each is loaded when it is named: loading all of them takes most of a second.
 */
export const commandTable: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/operation/serve.ts')).serve,
  ingest: async () => (await import('./commands/documents/ingest.ts')).ingest,
  ask: async () => (await import('./commands/asking/ask.ts')).ask,
  search: async () => (await import('./commands/asking/search.ts')).search,
  documents: async () => (await import('./commands/documents/documents.ts')).documents,
  sources: async () => (await import('./commands/documents/sources.ts')).sources,
  show: async () => (await import('./commands/documents/show.ts')).show,
  curated: async () => (await import('./commands/documents/curated.ts')).curated,
  check: async () => (await import('./commands/asking/check.ts')).check,
  verify: async () => (await import('./commands/asking/check.ts')).verify,
  runs: async () => (await import('./commands/quality/runs.ts')).runs,
  feedback: async () => (await import('./commands/quality/feedback.ts')).feedback,
  gaps: async () => (await import('./commands/quality/gaps.ts')).gaps,
  recalls: async () => (await import('./commands/quality/recalls.ts')).recalls,
  mcp: async () => (await import('./commands/operation/mcp.ts')).mcp,
  eval: async () => (await import('./commands/quality/eval.ts')).evaluate,
  calibrate: async () => (await import('./commands/quality/calibrate.ts')).calibrate,
  doctor: async () => (await import('./commands/operation/doctor.ts')).doctor,
  migrate: async () => (await import('./commands/operation/database.ts')).migrate,
  db: async () => (await import('./commands/operation/database.ts')).db,
  backup: async () => (await import('./commands/operation/backup.ts')).backup,
  restore: async () => (await import('./commands/operation/backup.ts')).restore,
  keys: async () => (await import('./commands/access/keys.ts')).keys,
  allowances: async () => (await import('./commands/access/allowances.ts')).allowances,
  audit: async () => (await import('./commands/access/audit.ts')).audit,
  erase: async () => (await import('./commands/access/erase.ts')).erase,
  workspace: async () => (await import('./commands/access/workspace.ts')).workspace,
  aliases: async () => (await import('./commands/documents/aliases.ts')).aliases,
  completion: async () => (await import('./commands/operation/completion.ts')).completion,
};

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commandTable).map((load) => load()));
}
