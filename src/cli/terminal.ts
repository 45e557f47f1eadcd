import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';

/** What a command has of the person's screen: results go to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard input; nothing is read before it is called. */
  input(): Readable;
  /** Lets go of standard input: one that is open would keep the process. */
  doneReading?(): void;
  /** True when `err` is a screen whose line can be rewritten. */
  readonly live: boolean;
  /** True when `out` is a screen that shows colours, and NO_COLOR does not forbid them. */
  readonly colour: boolean;
  /** Width of the screen in columns. */
  readonly columns: number;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  let reading = false;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: () => {
      reading = true;
      return process.stdin;
    },
    doneReading: () => {
      if (reading) process.stdin.destroy();
    },
    live: isatty(2),
    // Node looks at NO_COLOR, FORCE_COLOR and TERM itself.
    colour: isatty(1) && process.stdout.hasColors(),
    columns: process.stdout.columns || process.stderr.columns || 100,
  };
}

/** C0 and C1 controls but tab and line feed: a document must not be able to steer the terminal that shows it. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** `text` without control characters. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, '');
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;

/** Sets text in a style, where the screen shows styles. */
export type Paint = (style: Style, text: string) => string;

/** Not `styleText` of Node: newer ones ask this process's own screen, and a command may write to that of another. */
export function paintFor({ colour }: { readonly colour: boolean }): Paint {
  return (style, text) => {
    const [on, off] = codes[style];
    return colour && text ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

export const noPaint: Paint = (_style, text) => text;

/** A copy whose texts hold no control characters: what is painted afterwards is printed as it is. */
export function printableCopy<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => printableCopy(item)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printableCopy<unknown>(part)])) as Value;
}
