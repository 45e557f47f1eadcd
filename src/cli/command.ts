import type { App, OpenOptions } from '../app/app.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Caller } from '../workspaces/caller.ts';
import { type FlagReader, type FlagSpec, type FlagTable, sharedFlags } from './flags.ts';
import type { Progress, Terminal } from './terminal.ts';

/** The result of a command in both forms: one of them is printed, once. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  /** `text` contains our own styles, and document text only in printable form. */
  readonly painted?: boolean;
}

interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The parts that commands open. `main` provides them, so that tests can replace them and `--help` loads none of them.
 */
export interface Doors {
  loadConfig(): Config;
  openApp(config: Config, options: OpenOptions): Promise<App>;
  startServer(app: App, config: Config): Promise<RunningServer>;
}

/** A command line of another process to run here. */
export interface SentLine {
  readonly args: readonly string[];
  /** The folder that its relative paths start from. */
  readonly cwd: string;
  readonly workspaceId: string;
  readonly terminal: Terminal;
  /** Aborts if the person interrupts, the terminal goes away or this process stops. */
  readonly signal: AbortSignal;
}

export interface WithAppOptions {
  /** Goes on if the node of a distributed database that has the workspace is lost: others are served all the same. */
  readonly withoutWorkspace?: boolean;
}

export interface CommandContext {
  readonly positionals: readonly string[];
  readonly flags: FlagReader;
  readonly terminal: Terminal;
  readonly doors: Doors;
  readonly config: Config;
  /** Aborts on the first interrupt. */
  readonly signal: AbortSignal;
  readonly quiet: boolean;
  /** True if the line was typed in another process, and the app is one that is open here anyway. */
  readonly sent: boolean;
  /** The command line as it was typed, for reports. */
  readonly line: string;
  progress(label: string, total: number | null): Progress;
  /** Prints the command's one result on standard output. */
  print(report: Report): void;
  /** Opens the app, creates the workspace if it does not exist, and closes the app however `use` ends. */
  withApp(use: (app: App, caller: Caller) => Promise<ExitCode>, options?: WithAppOptions): Promise<ExitCode>;
  /** The same with the command's own configuration and no workspace. */
  withAppOf<Result>(config: Config, use: (app: App) => Promise<Result>): Promise<Result>;
  /** Runs a command line of another process on an app that is open here, as `serve` does for other terminals. */
  runOver(app: App, line: SentLine): Promise<ExitCode>;
}

export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** What follows `candor`, e.g. `ingest PATH [flags]`. */
  readonly usage: string;
  readonly flags: FlagTable;
  /** The least and the most positional arguments allowed. */
  readonly positionals: readonly [least: number, most: number];
  /** True for a command that creates its own workspace: it takes no `--workspace`. */
  readonly ownWorkspace?: boolean;
  /** Positional arguments that are paths, counted from 0. */
  readonly paths?: readonly number[];
  /** The possible first positional arguments, for completion. */
  readonly verbs?: readonly string[];
  /** True for a command that never runs in another process, even if one has the data folder open. */
  readonly own?: boolean;
  /** Command lines worth copying. */
  readonly examples?: readonly string[];
  /** More help. */
  readonly notes?: string;
  run(context: CommandContext): Promise<ExitCode>;
}

/** What a command does once the app is open. Returns the report to print. */
export type Action = (app: App, caller: Caller) => Promise<Report>;

/** Opens the app for an action and prints its report. */
export function printed(context: CommandContext, action: Action): Promise<ExitCode> {
  return context.withApp(async (app, caller) => {
    context.print(await action(app, caller));
    return 0;
  });
}

/**
 * How a command ended, for scripts. 0: done, or answered. 1: a fault, or a result that is one, such as a failed check.
 * 2: wrong usage; only `runCli` returns it. 3: the question was not answered. 4: a clarifying question was asked.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Help for `candor --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Candor answers questions over your own documents, and says when it does not know.',
    '',
    'Usage: candor COMMAND [flags]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'candor COMMAND --help explains one command. --version prints the version.',
    'Exit codes: 0 done or answered, 1 fault, 2 wrong usage, 3 no answer, 4 a clarifying question.',
    'Settings come from the environment; .env.example lists them.',
    '',
  ].join('\n');
}

/** Help for `candor COMMAND --help`. */
export function commandHelp(command: Command): string {
  const own = Object.entries(command.flags);
  const shared = Object.entries(allFlags(command)).filter(([name]) => !(name in command.flags));
  return [
    command.summary,
    '',
    `Usage: candor ${command.usage}`,
    '',
    ...(own.length > 0 ? ['Flags:', ...flagLines(own), ''] : []),
    'Flags of every command:',
    ...flagLines(shared),
    ...(command.examples ? ['', 'Examples:', ...command.examples.map((line) => `  ${line}`)] : []),
    ...(command.notes ? ['', command.notes] : []),
    '',
  ].join('\n');
}

function flagLines(flags: readonly (readonly [string, FlagSpec])[]): string[] {
  const heads = flags.map(
    ([name, spec]) =>
      `${spec.short ? `-${spec.short}, ` : ''}--${name}${spec.kind === 'switch' ? '' : ` ${spec.value ?? 'VALUE'}`}`,
  );
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map(
    ([, spec], index) =>
      `  ${(heads[index] ?? '').padEnd(width)}  ${spec.summary}${spec.choices ? ` One of ${spec.choices.join(', ')}.` : ''}`,
  );
}

/** Returns the flags of a command with the shared ones; the command's own take precedence. */
export function allFlags(command: Command): FlagTable {
  const { workspace, ...others } = sharedFlags;
  return { ...others, ...(workspace && !command.ownWorkspace ? { workspace } : {}), ...command.flags };
}

/**
 * Resolves with the work, or undefined if it failed because a node of a distributed database is lost. @throws whatever
 * the work throws otherwise
 */
export async function unlessLost<Result>(app: App, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    const nodes = await app.databaseNodes().catch(() => []);
    const lost = nodes.filter(({ answers }) => !answers).map(({ name }) => name);
    if (lost.length === 0) throw error;
    app.log.warn('a node of the database is lost, and its workspaces with it', { lost, error: messageOf(error) });
    return undefined;
  }
}
