import type { App, OpenOptions } from '../app.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../workspaces/caller.ts';
import type { ExitCode } from './exitCode.ts';
import type { FlagReader, FlagTable } from './flags.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** The result of a command in both forms: one of them is printed, once. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  /** `text` has styles of ours, and nothing of a document that was not made printable. */
  readonly painted?: boolean;
}

/** What `serve` starts. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The parts that commands open, given by `main` so that tests can stand in for them and `--help` loads none of them.
 */
export interface Doors {
  loadConfig(): Config;
  openApp(config: Config, options: OpenOptions): Promise<App>;
  startServer(app: App, config: Config): Promise<RunningServer>;
}

/** A command line of another process, to be run here. */
export interface SentLine {
  readonly args: readonly string[];
  /** Where its relative paths begin. */
  readonly cwd: string;
  readonly workspaceId: string;
  readonly terminal: Terminal;
  /** Aborts when the person interrupts, the terminal goes away or this process stops. */
  readonly signal: AbortSignal;
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
  /** True when the line was typed in another process, and the app is one that is open here anyway. */
  readonly sent: boolean;
  /** The command line as it was typed, for reports. */
  readonly line: string;
  progress(label: string, total: number | null): Progress;
  /** Prints the command's one result on standard output. */
  print(report: Report): void;
  /** Opens the app, makes the workspace when it is not there, and closes the app however `use` ends. */
  withApp(use: (app: App, caller: Caller) => Promise<ExitCode>): Promise<ExitCode>;
  /** The same with a configuration of the command's own and no workspace. */
  withAppOf<Result>(config: Config, use: (app: App) => Promise<Result>): Promise<Result>;
  /** Runs a command line of another process over an app that is open here: what `serve` does for other terminals. */
  runOver(app: App, line: SentLine): Promise<ExitCode>;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands after `candor`, e.g. `ingest PATH [flags]`. */
  readonly usage: string;
  readonly flags: FlagTable;
  /** How many positional arguments are allowed. */
  readonly positionals: readonly [least: number, most: number];
  /** True for a command that makes its own workspace: it takes no `--workspace`. */
  readonly ownWorkspace?: boolean;
  /** Positional arguments that are paths, counted from 0. */
  readonly paths?: readonly number[];
  /** What the first positional argument may be, for completion. */
  readonly verbs?: readonly string[];
  /** True for a command that never runs in another process, even where one has the data folder open. */
  readonly own?: boolean;
  /** Command lines worth copying. */
  readonly examples?: readonly string[];
  /** More help. */
  readonly notes?: string;
  run(context: CommandContext): Promise<ExitCode>;
}

/** What a command does once the app is open, with what it has to say. */
export type Action = (app: App, caller: Caller) => Promise<Report>;

/** Opens the app for an action and prints its report. */
export function printed(context: CommandContext, action: Action): Promise<ExitCode> {
  return context.withApp(async (app, caller) => {
    context.print(await action(app, caller));
    return 0;
  });
}
