import { readFileSync } from 'node:fs';
import { createLog, redact, type Log, type LogLevel } from '../log.ts';
import { CandorError, diagnosisOf, isCandorError, messageOf } from '../errors.ts';
import { secretsOf, type Config } from '../config.ts';
import type { App } from '../app.ts';
import type { Command, CommandContext, Doors } from './command.ts';
import { commandTable } from './commandTable.ts';
import { parseFlags, type ParsedArguments } from './flags.ts';
import { allFlags, commandHelp, overview } from './help.ts';
import { nearest } from './nearest.ts';
import { createProgress } from './progress.ts';
import { printable, type Terminal } from './terminal.ts';

export interface CliOptions {
  readonly doors: Doors;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** For tests. */
  readonly commands?: readonly Command[];
}

/**
 * Runs one command line and gives the exit code: 0 done, 1 fault, 2 wrong usage. Never throws.
 * @param args what stands after the program's name
 */
export async function runCli(args: readonly string[], options: CliOptions): Promise<0 | 1 | 2> {
  const commands = options.commands ?? commandTable;
  try {
    const [first, ...rest] = args;
    if (first === '--version' || first === '-v') return show(options, `${readVersion()}\n`);
    if (first === undefined || first === '--help' || first === '-h') return show(options, overview(commands));
    if (first === 'help' && rest.length === 0) return show(options, overview(commands));
    const command = findCommand(first === 'help' ? rest[0] ?? '' : first, commands);
    if (first === 'help' || asksForHelp(rest)) return show(options, commandHelp(command));
    return await runCommand(command, parseFlags(rest, allFlags(command)), args, options);
  } catch (error) {
    report(error, wantsJson(args), options.terminal);
    return isCandorError(error, 'BAD_INPUT') ? 2 : 1;
  }
}

function show(options: CliOptions, text: string): 0 {
  options.terminal.out(text);
  return 0;
}

/** Help is given even when the rest of the line is wrong. */
function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  return (end === -1 ? rest : rest.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

/** Looked up without parsing, so that a line that cannot be parsed is reported in the form that was asked for. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const words = end === -1 ? args : args.slice(0, end);
  const index = words.findIndex((word) => word === '--json' || word === '--json=-');
  if (index === -1) return false;
  const next = words[index + 1];
  return words[0] !== 'eval' || words[index] === '--json=-' || next === undefined || next.startsWith('-');
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name);
  const suggestion = nearest(name, names);
  throw new CandorError('BAD_INPUT', `Unknown command "${name}".`, {
    remedy: suggestion ? `Did you mean "candor ${suggestion}"?` : `Known commands: ${names.join(', ')}.`, details: { command: name },
  });
}

async function runCommand(command: Command, parsed: ParsedArguments, args: readonly string[], options: CliOptions): Promise<0 | 1> {
  checkCount(command, parsed.positionals);
  const context = createContext(command, parsed, args, options);
  return command.run(context);
}

function checkCount(command: Command, positionals: readonly string[]): void {
  const [least, most] = command.positionals;
  if (positionals.length >= least && positionals.length <= most) return;
  const problem = positionals.length < least ? 'Something is missing.' : `Too much: "${positionals.slice(most).join(' ')}".`;
  throw new CandorError('BAD_INPUT', `${problem} Usage: candor ${command.usage}`, { remedy: `Quote arguments with spaces. "candor ${command.name} --help" explains the command.` });
}

function createContext(command: Command, parsed: ParsedArguments, args: readonly string[], options: CliOptions): CommandContext {
  const { flags, positionals } = parsed;
  const { terminal, doors, signal } = options;
  const config = withWorkspace(doors.loadConfig(), command.ownWorkspace ? undefined : flags.text('workspace'));
  const quiet = flags.isOn('quiet');
  const json = command.flags['json']?.kind === 'file' ? flags.text('json') === '-' : flags.isOn('json');
  const withApp = async <Result>(own: Config, use: (app: App) => Promise<Result>): Promise<Result> => {
    const open = () => doors.openApp(own, { log: commandLog(command, own, quiet, terminal) });
    const app = await announced('Opening the database and the models…', terminal, quiet, open);
    try {
      return await use(app);
    } finally {
      await app.close();
    }
  };
  return {
    positionals, flags, terminal, doors, config, signal, quiet,
    line: ['candor', ...args].join(' '),
    progress: (label, total) => createProgress({ terminal, label, total, quiet }),
    print: (result) => terminal.out(json ? `${JSON.stringify(result.json, null, 2)}\n` : printable(result.text.endsWith('\n') ? result.text : `${result.text}\n`)),
    withAppOf: (own, use) => withApp(own, use),
    withApp: (use) => withApp(config, async (app) => {
      await app.workspaces.ensure(config.workspaceId, 'Default');
      return use(app, { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null });
    }),
  };
}

/** Shows `text` on a screen while `work` runs: the first start of the embedded database takes up to 12 s. */
async function announced<Result>(text: string, terminal: Terminal, quiet: boolean, work: () => Promise<Result>): Promise<Result> {
  if (!terminal.live || quiet) return work();
  terminal.err(text);
  try {
    return await work();
  } finally {
    terminal.err('\r\u001b[2K');
  }
}

function withWorkspace(config: Config, workspaceId: string | undefined): Config {
  return workspaceId === undefined ? config : { ...config, workspaceId };
}

/** Only a server reports its normal work; a command that a person waits for shows warnings. */
function commandLog(command: Command, config: Config, quiet: boolean, terminal: Terminal): Log {
  const level: LogLevel = command.name === 'serve' || config.logLevel !== 'info' ? config.logLevel : 'warn';
  return createLog(quiet && level === 'warn' ? 'error' : level, (line) => terminal.err(line), secretsOf(config));
}

function report(error: unknown, json: boolean, terminal: Terminal): void {
  const fault = isCandorError(error) ? error : new CandorError('INTERNAL', messageOf(error), { cause: error });
  // Whoever has the command line is the operator: addresses and other servers' words help.
  const message = redact(/^(?:DATABASE|MODEL)_/.test(fault.code) ? diagnosisOf(fault) : fault.message);
  if (json) {
    terminal.out(`${JSON.stringify({ error: { code: fault.code, message, remedy: fault.remedy, details: fault.details } }, null, 2)}\n`);
    return;
  }
  terminal.err(printable(`Error ${fault.code}: ${message}\n${fault.remedy}\n`));
  if (fault.code === 'INTERNAL' && error instanceof Error && error.stack) terminal.err(printable(`${redact(error.stack)}\n`));
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
