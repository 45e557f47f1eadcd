import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { createRate } from '../stats.ts';
import { clip } from './output/table.ts';

/** A command's access to the person's screen: results go to `out`, everything else to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard input; nothing is read before it is called. */
  input(): Readable;
  /** Releases standard input: an open one would keep the process alive. */
  doneReading?(): void;
  /** True if `err` is a screen whose line can be rewritten. */
  readonly live: boolean;
  /** True if `out` is a screen that shows colours, and NO_COLOR does not forbid them. */
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
    // Node checks NO_COLOR, FORCE_COLOR and TERM itself.
    colour: isatty(1) && process.stdout.hasColors(),
    columns: process.stdout.columns || process.stderr.columns || 100,
  };
}

/** C0 and C1 controls except tab and line feed: a document must not control the terminal that shows it. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Returns `text` without control characters. */
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

/** Applies a style to text if the screen shows styles. */
export type Paint = (style: Style, text: string) => string;

/**
 * Does not use Node's `styleText`: newer versions check this process's own screen, but a command may write to
 * another's.
 */
export function paintFor({ colour }: { readonly colour: boolean }): Paint {
  return (style, text) => {
    const [on, off] = codes[style];
    return colour && text ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

export const noPaint: Paint = (_style, text) => text;

/** Returns a copy whose texts contain no control characters: what is coloured afterwards is printed as it is. */
export function printableCopy<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => printableCopy(item)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printableCopy<unknown>(part)])) as Value;
}

/** The progress of one long task on standard error. */
export interface Progress {
  /** `done` units are finished; `detail` names the current one. A changed total replaces the first one. */
  update(done: number, detail?: string, total?: number | null): void;
  /** Clears the line, or leaves the last count where lines are not rewritten. */
  finish(): void;
}

interface ProgressOptions {
  readonly terminal: Terminal;
  readonly label: string;
  /** Null if not known. */
  readonly total: number | null;
  readonly quiet: boolean;
  readonly now?: () => number;
}

/** A person cannot read faster, and rewriting a line costs a system call. */
const rewriteMillis = 100;
/** Often enough to show activity in a log, rarely enough not to fill it. */
const plainLineMillis = 5_000;

/** Does nothing, for `--quiet`. */
export const silentProgress: Progress = { update: () => undefined, finish: () => undefined };

/** One rewritten line on a screen; a plain line every few seconds in a log; nothing when quiet. */
export function createProgress(options: ProgressOptions): Progress {
  if (options.quiet) return silentProgress;
  const { terminal, label, now = Date.now } = options;
  const started = now();
  let total = options.total;
  let shown = terminal.live ? Number.NEGATIVE_INFINITY : started;
  const rate = createRate();
  let last: { done: number; detail: string } | undefined;
  let current = true;
  const show = () => {
    if (!last) return;
    current = true;
    shown = now();
    const line = progressLine({ label, total, ...last, perSecond: rate.perSecond() });
    terminal.err(terminal.live ? `\r\u001b[2K${clip(line, terminal.columns - 1)}` : `${line}\n`);
  };
  return {
    update(done, detail = '', newTotal) {
      if (newTotal !== undefined) total = newTotal;
      last = { done, detail };
      rate.note(done, now());
      current = false;
      if (now() - shown >= (terminal.live ? rewriteMillis : plainLineMillis)) show();
    },
    finish() {
      if (terminal.live) terminal.err('\r\u001b[2K');
      else if (shown > started && !current) show();
    },
  };
}

interface ProgressState {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
  readonly detail: string;
  /** Lately; 0: not known yet. */
  readonly perSecond: number;
}

/** E.g. `Ingesting 120 of 493 · 24 % · 8.1/s · 46 s left · docs/a.md`. */
export function progressLine(state: ProgressState): string {
  const { label, done, total, detail, perSecond: rate } = state;
  const parts = [total === null ? `${label} ${done}` : `${label} ${done} of ${total}`];
  if (total) parts.push(`${Math.floor((100 * done) / total)} %`);
  if (rate > 0) parts.push(`${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)}/s`);
  if (total && rate > 0 && done < total) parts.push(`${formatSeconds((total - done) / rate)} left`);
  if (detail) parts.push(printable(detail));
  return parts.join(' · ');
}

/** E.g. `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

interface Stages {
  /** Returns the progress of a stage, and ends that of another one. @param total null: not known */
  show(label: string, total: number | null): Progress;
  finish(): void;
}

/** One progress at a time: the clock of a stage starts with it, so that the time left is its own. */
export function createStages(context: { progress(label: string, total: number | null): Progress }): Stages {
  let stage: { label: string; progress: Progress } | undefined;
  const finish = () => stage?.progress.finish();
  return {
    finish,
    show: (label: string, total: number | null): Progress => {
      if (stage?.label === label) return stage.progress;
      finish();
      stage = { label, progress: context.progress(label, total) };
      return stage.progress;
    },
  };
}

/**
 * Shows `text` on a screen while `work` runs: the first start of the embedded database takes up to 12 s, and a minute on
 * a busy machine. @param logs whether it also stays as a line where lines are not rewritten
 */
export async function announced<Result>(
  text: string,
  { terminal, quiet, logs }: { readonly terminal: Terminal; readonly quiet: boolean; readonly logs: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  if (quiet || (!terminal.live && !logs)) return work();
  terminal.err(terminal.live ? text : `${text}\n`);
  if (!terminal.live) return work();
  try {
    return await work();
  } finally {
    terminal.err('\r\u001b[2K');
  }
}
