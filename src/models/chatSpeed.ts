import { charactersPerToken } from './modelUsage.ts';

/** Tokens a second, about four characters each, the way to the server included. */
export interface ChatSpeed {
  /** Until the first word of the reply; null: not known. */
  readonly prompt: number | null;
  /** From then on; null: not known. */
  readonly output: number | null;
}

/** One call as its clock saw it. Lengths in characters. */
export interface TimedCall {
  readonly promptCharacters: number;
  readonly outputCharacters: number;
  /** Until the first word; null: none came. */
  readonly firstMillis: number | null;
  readonly millis: number;
  /** Whether the reply came to its end; else the call was given up. */
  readonly whole: boolean;
}

export interface SpeedMeter {
  add(call: TimedCall): void;
  speed(): ChatSpeed | null;
}

/** What a new call weighs: three of four calls ago count half. */
const newest = 0.3;
/** Shorter texts take the time of the way there, and tell nothing of the model. */
const leastPromptTokens = 100;
const leastOutputTokens = 10;
/**
 * How long a measurement counts; one of a call that was given up for less, so that a model that hung once is tried
 * again.
 */
const keptMillis = 10 * 60_000;
const keptOfGivenUpMillis = 60_000;

/**
 * Measures a client's calls as an exponential average. A call that was given up tells at least how slow the model is.
 * @param now milliseconds, as `performance.now`
 */
export function createSpeedMeter(now: () => number): SpeedMeter {
  let known: ChatSpeed = { prompt: null, output: null };
  let until = -Infinity;
  const current = () => (now() < until ? known : { prompt: null, output: null });
  return {
    add({ promptCharacters, outputCharacters, firstMillis, millis, whole }) {
      const [asked, written] = [promptCharacters / charactersPerToken, outputCharacters / charactersPerToken];
      const { prompt, output } = current();
      const set = (changes: Partial<ChatSpeed>) => {
        known = { ...current(), ...changes };
        until = now() + (whole ? keptMillis : keptOfGivenUpMillis);
      };
      if (asked >= leastPromptTokens) {
        const seen = perSecond(asked, firstMillis ?? millis);
        if (firstMillis !== null) set({ prompt: averaged(prompt, seen) });
        else if (!whole) set({ prompt: prompt === null ? seen : Math.min(prompt, seen) });
      }
      if (firstMillis !== null && written >= leastOutputTokens)
        set({ output: averaged(output, perSecond(written, millis - firstMillis)) });
      // Silence after the first word is slowness too.
      else if (firstMillis !== null && !whole) set({ output: perSecond(Math.max(1, written), millis - firstMillis) });
    },
    speed: () => {
      const { prompt, output } = current();
      return prompt === null && output === null ? null : { prompt, output };
    },
  };
}

/** Milliseconds that a call will take; what is not known of the speed counts nothing. */
export function millisFor(speed: ChatSpeed | null, promptTokens: number, outputTokens: number): number {
  const take = (tokens: number, each: number | null | undefined) => (each ? (1000 * tokens) / each : 0);
  return take(promptTokens, speed?.prompt) + take(outputTokens, speed?.output);
}

/** A server that sends all at once is as fast as its clock can tell. */
function perSecond(tokens: number, millis: number): number {
  return (1000 * tokens) / Math.max(1, millis);
}

function averaged(before: number | null, seen: number): number {
  return before === null ? seen : before + newest * (seen - before);
}
