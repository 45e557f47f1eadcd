import { clip } from './output/table.ts';
import { printable, type Terminal } from './terminal.ts';

/** The state of one long piece of work on standard error. */
export interface Progress {
  /** `done` units are finished; `detail` names what is at work. A changed total replaces the first one. */
  update(done: number, detail?: string, total?: number | null): void;
  /** Clears the line, or leaves the last count where lines are not rewritten. */
  finish(): void;
}

interface ProgressOptions {
  readonly terminal: Terminal;
  readonly label: string;
  /** Null when it is not known. */
  readonly total: number | null;
  readonly quiet: boolean;
  readonly now?: () => number;
}

/** A person cannot read faster; a rewritten line costs a system call. */
const rewriteMillis = 100;
/** Often enough to show life in a log, seldom enough not to fill it. */
const plainLineMillis = 5_000;

/** Does nothing: for `--quiet`. */
export const silentProgress: Progress = { update: () => undefined, finish: () => undefined };

/** One rewritten line on a screen; a plain line every few seconds in a log; nothing when quiet. */
export function createProgress(options: ProgressOptions): Progress {
  if (options.quiet) return silentProgress;
  const { terminal, label, now = Date.now } = options;
  const started = now();
  let total = options.total;
  let shown = terminal.live ? Number.NEGATIVE_INFINITY : started;
  let last: { done: number; detail: string } | undefined;
  let current = true;
  const show = () => {
    if (!last) return;
    current = true;
    shown = now();
    const line = progressLine({ label, total, ...last, millis: shown - started });
    terminal.err(terminal.live ? `\r\u001b[2K${clip(line, terminal.columns - 1)}` : `${line}\n`);
  };
  return {
    update(done, detail = '', newTotal) {
      if (newTotal !== undefined) total = newTotal;
      last = { done, detail };
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
  readonly millis: number;
}

/** E.g. `Ingesting 120 of 493 · 24 % · 8.1/s · 46 s left · docs/a.md`. */
export function progressLine(state: ProgressState): string {
  const { label, done, total, detail, millis } = state;
  const rate = millis > 0 ? (done * 1_000) / millis : 0;
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
  /** The progress of a stage; another one before it ends. @param total null: nobody knows */
  show(label: string, total: number | null): Progress;
  finish(): void;
}

/** One progress at a time: a stage's clock starts with it, so that the time left is its own. */
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
