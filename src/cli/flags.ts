import { parseArgs } from 'node:util';
import { isUuid } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import { nearest } from '../knowledge/language/nearest.ts';

/** `file`: a path, or `-` or no value for standard output. `list`: texts separated by commas. */
type FlagKind = 'switch' | 'text' | 'integer' | 'instant' | 'uuid' | 'list' | 'file';

export interface FlagSpec {
  readonly kind: FlagKind;
  readonly summary: string;
  /** The name of the value in the help, e.g. `N`. */
  readonly value?: string;
  readonly short?: string;
  /** The only values allowed, for `text` and `list`. Case is ignored. */
  readonly choices?: readonly string[];
  /**
   * The value, or each item of a list, is a path. It is relative to the person's working directory, which is not that
   * of a server that runs the command.
   */
  readonly path?: true;
  /** For `integer`. */
  readonly least?: number;
  readonly most?: number;
}

export type FlagTable = Readonly<Record<string, FlagSpec>>;
type FlagValue = true | string | number | Date | readonly string[];

/**
 * Parsed flags. A method returns undefined for a flag that was not given, and throws for a flag that the command does
 * not declare.
 */
export interface FlagReader {
  isOn(name: string): boolean;
  text(name: string): string | undefined;
  integer(name: string): number | undefined;
  instant(name: string): Date | undefined;
  list(name: string): readonly string[] | undefined;
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly flags: FlagReader;
}

/** Flags that every command accepts. `json` is a file in `eval` and a switch elsewhere. */
export const sharedFlags: FlagTable = {
  json: { kind: 'switch', summary: 'Print one JSON document on standard output and nothing else.' },
  quiet: { kind: 'switch', short: 'q', summary: 'No progress on standard error.' },
  workspace: { kind: 'uuid', value: 'UUID', summary: 'Act in this workspace instead of CANDOR_WORKSPACE.' },
  help: { kind: 'switch', short: 'h', summary: 'Show this help.' },
};

function usageError(message: string, remedy: string, details: Readonly<Record<string, unknown>> = {}): CandorError {
  return new CandorError('BAD_INPUT', message, { remedy, details });
}

/** Returns `path` as a command must open it. */
export type FindPath = (path: string) => string;

/**
 * Parses what follows the command's name.
 * @throws BAD_INPUT for an unknown flag (with the nearest known one), or a missing or bad value.
 */
export function parseFlags(
  args: readonly string[],
  table: FlagTable,
  findPath: FindPath = (path) => path,
): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [
      name,
      {
        type: spec.kind === 'switch' ? ('boolean' as const) : ('string' as const),
        ...(spec.short ? { short: spec.short } : {}),
      },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: withFileDefaults(args, table),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, FlagValue>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const value = parseValue(token, table, findPath);
    const before = values.get(token.name);
    values.set(
      token.name,
      Array.isArray(before) && Array.isArray(value) ? [...(before as string[]), ...(value as string[])] : value,
    );
  }
  return { positionals, flags: createReader(values, table) };
}

/**
 * `--json` without a file means standard output, which parseArgs cannot express: it takes the next word, or returns
 * nothing.
 */
function withFileDefaults(args: readonly string[], table: FlagTable): string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const optional = (end === -1 || index < end) && arg.startsWith('--') && table[arg.slice(2)]?.kind === 'file';
    const next = args[index + 1];
    return optional && (next === undefined || (next.startsWith('-') && next !== '-')) ? `${arg}=-` : arg;
  });
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function parseValue(token: OptionToken, table: FlagTable, findPath: FindPath): FlagValue {
  const spec = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
  if (!spec) throw unknownFlag(token.rawName, table);
  if (spec.kind === 'switch') {
    if (token.value !== undefined)
      throw usageError(`${token.rawName} takes no value.`, `Write ${token.rawName} alone.`, { flag: token.rawName });
    return true;
  }
  // parseArgs takes the next word as the value even if it is itself a flag.
  const swallowed = token.inlineValue === false && /^-[^\d]/.test(token.value ?? '') && token.value !== '-';
  if (!token.value || swallowed)
    throw usageError(`${token.rawName} needs a value.`, `Write ${token.rawName} ${spec.value ?? 'VALUE'}.`, {
      flag: token.rawName,
    });
  const value = convert(token.value, spec, token.rawName);
  if (!spec.path && spec.kind !== 'file') return value;
  return Array.isArray(value) ? (value as string[]).map(findPath) : typeof value === 'string' ? findPath(value) : value;
}

function unknownFlag(rawName: string, table: FlagTable): CandorError {
  const known = Object.keys(table);
  const suggestion = nearest(rawName.replace(/^-+/, ''), known);
  const remedy = suggestion
    ? `Did you mean --${suggestion}?`
    : `Known flags: ${known.map((name) => `--${name}`).join(', ')}.`;
  return usageError(`Unknown flag ${rawName}.`, remedy, {
    flag: rawName,
    ...(suggestion ? { nearest: `--${suggestion}` } : {}),
  });
}

function convert(value: string, spec: FlagSpec, flag: string): FlagValue {
  switch (spec.kind) {
    case 'integer':
      return toInteger(value, spec, flag);
    case 'instant':
      return toInstant(value, flag);
    case 'uuid':
      return toUuid(value, flag);
    case 'list':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
        .map((item) => toChoice(item, spec, flag));
    default:
      return toChoice(value, spec, flag);
  }
}

function toInteger(value: string, spec: FlagSpec, flag: string): number {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = spec;
  const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range =
    most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`;
  throw usageError(`${flag} must be ${range}, and is "${value}".`, `Give ${range}.`, { flag, least, most });
}

function toInstant(value: string, flag: string): Date {
  const date = new Date(value);
  // Date accepts nearly anything that contains a number; only ISO 8601 is unambiguous.
  if (/^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(date.getTime())) return date;
  throw usageError(
    `${flag} must be a date, and is "${value}".`,
    'Give a date such as 2026-03-31 or 2026-03-31T12:00:00Z.',
    { flag },
  );
}

function toUuid(value: string, flag: string): string {
  if (isUuid(value)) return value.toLowerCase();
  throw usageError(
    `${flag} must be a UUID, and is "${value}".`,
    'Give an id such as 01900000-0000-7000-8000-000000000001.',
    { flag },
  );
}

function toChoice(value: string, spec: FlagSpec, flag: string): string {
  if (!spec.choices) return value;
  const choice = spec.choices.find((candidate) => candidate.toLowerCase() === value.toLowerCase());
  if (choice) return choice;
  const suggestion = nearest(
    value.toLowerCase(),
    spec.choices.map((candidate) => candidate.toLowerCase()),
  );
  const remedy = suggestion ? `Did you mean ${suggestion}? ` : '';
  throw usageError(`${flag} cannot be "${value}".`, `${remedy}Choose one of ${spec.choices.join(', ')}.`, {
    flag,
    choices: spec.choices,
  });
}

function createReader(values: ReadonlyMap<string, FlagValue>, table: FlagTable): FlagReader {
  const read = (name: string): FlagValue | undefined => {
    if (!Object.hasOwn(table, name))
      throw new CandorError('INTERNAL', `The command reads the flag "${name}" and does not declare it.`);
    return values.get(name);
  };
  const when = <Kind extends FlagValue>(name: string, is: (value: FlagValue) => value is Kind): Kind | undefined => {
    const value = read(name);
    return value !== undefined && is(value) ? value : undefined;
  };
  return {
    isOn: (name) => read(name) !== undefined,
    text: (name) => when(name, (value) => typeof value === 'string'),
    integer: (name) => when(name, (value) => typeof value === 'number'),
    instant: (name) => when(name, (value) => value instanceof Date),
    list: (name) => when(name, (value) => Array.isArray(value)),
  };
}

/**
 * Returns the verb of a command with several verbs, and the name that it acts on. The default is `list`, which takes no
 * name; every other verb takes one.
 * @throws BAD_INPUT
 */
export function verbOf<Verb extends string>(
  [given = 'list', name]: readonly string[],
  verbs: readonly ('list' | Verb)[],
  usage: string,
): readonly ['list' | Verb, string] {
  const verb = verbs.find((each) => each === given);
  const suggestion = verb === undefined ? nearest(given, verbs) : undefined;
  if (verb === undefined)
    throw new CandorError('BAD_INPUT', `"${given}" is nothing to do here.`, {
      details: { verb: given },
      remedy: suggestion === undefined ? `Usage: candor ${usage}` : `Did you mean ${suggestion}?`,
    });
  if ((verb === 'list') === (name === undefined)) return [verb, name ?? ''];
  throw new CandorError('BAD_INPUT', verb === 'list' ? `Unexpected argument "${name ?? ''}".` : `Missing argument.`, {
    remedy: `Usage: candor ${usage}`,
  });
}
