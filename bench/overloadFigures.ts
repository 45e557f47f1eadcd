import { groupBy, percentile } from '../src/stats.ts';
import type { AskedOnce } from './askedOverHttp.ts';

/** The number of answers whose p95 shows that the server has recovered. */
const recoveryWindow = 20;
/** The factor relative to the earlier p95 that still counts as recovered. */
const recoveredTimes = 1.5;

/** The results of a flood. Goodput counts outcomes only: neither refusals nor faults. */
export interface OverloadFigures {
  /** Outcomes per second, counting those that arrived before the flood ended. */
  readonly goodput: number;
  /** Outcomes by workspace. */
  readonly byWorkspace: readonly number[];
  /** The shortfall of the workspace with the fewest outcomes against the one with the most, 0 to 1. */
  readonly unfairness: number;
  /** Milliseconds of the answered questions, waiting included; null if none was answered. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly degradedShare: number;
  /** Counts by kind of refusal or fault, for example `429 with Retry-After, typed`. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Faults, and refusals that do not say when to retry. */
  readonly badEnds: number;
}

const millisOf = ({ from, until }: AskedOnce) => until - from;
const isOutcome = ({ end }: AskedOnce) => end.kind === 'outcome';

/** Returns the milliseconds at percentile `share` of the questions with an outcome; null if there are none. */
export function outcomeMillis(asked: readonly AskedOnce[], share: number): number | null {
  return percentile(asked.filter(isOutcome).map(millisOf), share);
}

/** Returns the outcomes per second within `seconds` after `began` (performance.now()). */
export function outcomesPerSecond(asked: readonly AskedOnce[], began: number, seconds: number): number {
  return asked.filter((one) => isOutcome(one) && one.until <= began + seconds * 1_000).length / seconds;
}

/** @param began when the flood began, by performance.now() */
export function overloadFigures(
  asked: readonly AskedOnce[],
  { began, seconds, workspaces }: { readonly began: number; readonly seconds: number; readonly workspaces: number },
): OverloadFigures {
  const inTime = asked.filter((one) => isOutcome(one) && one.until <= began + seconds * 1_000);
  const byWorkspace = Array.from(
    { length: workspaces },
    (_, index) => inTime.filter(({ workspace }) => workspace === index).length,
  );
  const most = Math.max(...byWorkspace);
  const refused = asked.filter((one) => !isOutcome(one));
  const told = groupBy(refused, toldAs);
  return {
    goodput: inTime.length / seconds,
    byWorkspace,
    unfairness: most === 0 ? 1 : 1 - Math.min(...byWorkspace) / most,
    p50: outcomeMillis(asked, 0.5),
    p95: outcomeMillis(asked, 0.95),
    degradedShare: inTime.filter(({ end }) => end.kind === 'outcome' && end.isDegraded).length / (inTime.length || 1),
    refusals: new Map([...told].map(([what, those]) => [what, those.length])),
    badEnds: refused.filter(({ end }) => end.kind !== 'refusal' || !end.hasRetryAfter || !end.hasDetails).length,
  };
}

function toldAs({ end }: AskedOnce): string {
  if (end.kind === 'outcome') return end.type;
  if (end.kind === 'fault') return `fault: ${end.what}`;
  return `${end.status} OVERLOADED, ${end.hasRetryAfter ? 'with' : 'WITHOUT'} Retry-After, ${end.hasDetails ? 'typed' : 'UNTYPED'}`;
}

/**
 * Returns the seconds from `ended` until the first question whose response takes at most 1.5 times `p95Before`, if the
 * p95 of it and the nineteen questions asked next does too. Null if there is none. A question without an outcome counts
 * as infinitely slow.
 */
export function recoverySeconds(asked: readonly AskedOnce[], ended: number, p95Before: number): number | null {
  const after = asked.filter(({ from }) => from >= ended).toSorted((left, right) => left.from - right.from);
  const millis = after.map((one) => (isOutcome(one) ? millisOf(one) : Infinity));
  const limit = recoveredTimes * p95Before;
  const first = after.findIndex((_, index) => {
    const window = millis.slice(index, index + recoveryWindow);
    const [own = Infinity] = window;
    return window.length === recoveryWindow && own <= limit && (percentile(window, 0.95) ?? Infinity) <= limit;
  });
  const recovered = after[first];
  return recovered === undefined ? null : (recovered.from - ended) / 1_000;
}
