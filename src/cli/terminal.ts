/** The two streams of a command: results go to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True when `err` is a screen whose line can be rewritten. */
  readonly live: boolean;
  /** Width of the screen in columns. */
  readonly columns: number;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    live: process.stderr.isTTY,
    columns: process.stdout.columns || process.stderr.columns || 100,
  };
}

/** C0 and C1 controls but tab and line feed: a document must not be able to steer the terminal that shows it. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** `text` without control characters. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, '');
}
