import { AsyncLocalStorage } from 'node:async_hooks';

/** Structured log lines on standard error. Standard output is reserved for the command's own result. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

const hidden = '[redacted]';
/** Fields nested more deeply are not worth the length that they add to a line. */
const maxDepth = 5;
/** A shorter "secret" would blank out ordinary words. */
const minSecretLength = 6;

/** Field names whose text never reaches a log line. Counts do (`tokens: 35`), and so do `keyId` and `keyword`. */
const secretName = /key(?!word|_?ids?$)|token(?!iz)|secret|password|passphrase|authorization|cookie|credential/i;

/** Secrets that are recognizable by their shape. The content of the first group is kept. */
const secretShapes: readonly RegExp[] = [
  /\b(ck_[\w-]{8})[\w-]+/g,
  /\b(sk-\w{2})[\w-]+/g,
  /(\bbearer\s+)[^\s"',]+/gi,
  /(\b(?:authorization|cookie|x-api-key)["']?\s*:\s*["']?)[^"'\r\n]+/gi,
  // Matches up to the last @, because a password may contain one.
  /(:\/\/[^:/\s@]*:)\S{1,500}(?=@)/g,
  /((?:key|token|secret|password)["']?=["']?)[^\s"'&;,]+/gi,
  /(\\?"[\w-]*(?:key|token|secret|password)\\?"\s*:\s*\\?")[^"\\]*/gi,
];

/** `text` without apparent secrets, and without `secrets`, in whatever form a vendor quotes them. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter((secret) => secret.length >= minSecretLength)
    .reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  return secretShapes.reduce((rest, shape) => rest.replace(shape, `$1${hidden}`), known);
}

/**
 * A logger that writes one JSON object per line to `write` and drops lines below `level`. Never throws, whatever the
 * fields contain. `secrets` are this process's own: they are redacted in every line, even inside a vendor's error
 * message.
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
  secrets: readonly string[] = [],
): Log {
  const cleanText = (text: string) => redact(text, secrets);
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      if (order[name] < order[level]) return;
      const head = { time: new Date().toISOString(), level: name, message: cleanText(message) };
      write(
        `${JSON.stringify({ ...head, ...cleanEntries({ ...scope.getStore(), ...fields }, { cleanText, secret: false, depth: 0 }), ...head })}\n`,
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The fields that all log lines of some work share, such as its run. */
const scope = new AsyncLocalStorage<LogFields>();

/**
 * Runs `work` so that each line logged inside it, at any depth, includes `fields`. A line's own fields take precedence.
 */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return scope.run({ ...scope.getStore(), ...fields }, work);
}

/** Drops everything: for tests and for library use. */
export const silentLog: Log = createLog('silent');

interface Cleaning {
  readonly cleanText: (text: string) => string;
  /** Whether the value is inside a field with the name of a secret, at any depth. */
  readonly secret: boolean;
  readonly depth: number;
}

function cleanEntries(fields: object, cleaning: Cleaning): Record<string, unknown> {
  const entries = Object.entries(fields).map(
    ([name, value]: [string, unknown]) =>
      [name, clean(value, { ...cleaning, secret: cleaning.secret || secretName.test(name) })] as const,
  );
  return Object.fromEntries(entries);
}

function clean(value: unknown, cleaning: Cleaning): unknown {
  if (typeof value === 'string') return cleaning.secret ? hidden : cleaning.cleanText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (cleaning.depth >= maxDepth) return '[deeper]';
  const inner = { ...cleaning, depth: cleaning.depth + 1 };
  if (value instanceof Error) return clean(withCauses(value), inner);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return clean((value.toJSON as () => unknown)(), inner);
  return Array.isArray(value) ? value.map((item) => clean(item, inner)) : cleanEntries(value, inner);
}

/** The stack, then the message of each cause: the original fault is seldom the one that was thrown. */
function withCauses(error: Error, depth = 0): string {
  const text = depth === 0 ? (error.stack ?? error.message) : `${error.name}: ${error.message}`;
  return error.cause instanceof Error && depth < maxDepth
    ? `${text}\ncaused by ${withCauses(error.cause, depth + 1)}`
    : text;
}
