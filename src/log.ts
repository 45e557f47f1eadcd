/** Structured log lines on standard error. Standard output belongs to the command's own result. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Field names whose values never reach a log line, whatever they hold. */
const secretName = /key|token|secret|password|authorization|cookie/i;
/** Secrets inside values: API keys, bearer headers and the credentials of a connection URL. */
const secretValue = /(ck_[\w-]{8})[\w-]+|(sk-\w{2})[\w-]+|(Bearer\s+)\S+|(:\/\/[^:/\s]+:)[^@/\s]+(?=@)/g;

/** `text` with every secret that can be told by its shape replaced. */
export function redact(text: string): string {
  return text.replace(secretValue, (_match, ...heads: (string | undefined)[]) => `${heads.slice(0, 4).find((head) => head) ?? ''}[redacted]`);
}

function cleanField(name: string, value: unknown): unknown {
  if (name && secretName.test(name) && typeof value === 'string') return '[redacted]';
  if (typeof value === 'string') return redact(value);
  if (value instanceof Error) return redact(value.stack ?? value.message);
  return value;
}

/** A logger that writes one JSON object a line to `write` and drops what is below `level`. */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at = (name: Exclude<LogLevel, 'silent'>) => (message: string, fields: LogFields = {}) => {
    if (order[name] < order[level]) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message: redact(message), ...fields }, cleanField)}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Drops everything: for tests and for library use. */
export const silentLog: Log = createLog('silent');
