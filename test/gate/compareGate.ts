import type { Outcomes } from './drawnQuestions.ts';
import { gateNames, lowerIsBetter, type GateFigures, type GateName } from './gateFigures.ts';

/** A figure that was recorded, with what it may lose. */
export interface Recorded {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
  /** One standard error of the recorded figure: a quarter of its 95 % interval, or nearly (3.92). The questions stay the same, so two runs of one code differ by nothing. */
  readonly tolerance: number;
}

export interface GateRecord {
  readonly date: string;
  readonly questions: number;
  readonly embedder: string | null;
  /** Of the files that decide on the figures, when they were recorded. */
  readonly state: string;
  readonly figures: Readonly<Record<GateName, Recorded>>;
  readonly outcomes: Outcomes;
}

export interface Compared {
  readonly name: GateName;
  readonly recorded: number;
  readonly now: number;
  /** The worst that passes. */
  readonly limit: number;
  readonly passes: boolean;
}

const digits = 4;
/** Widths of a 95 % interval in standard errors. */
const errorsInInterval = 3.92;

const rounded = (value: number) => Number(value.toFixed(digits));

/** The figures as they are written down. */
export function toRecorded(figures: GateFigures): GateRecord['figures'] {
  const one = (name: GateName): Recorded => {
    const { value, interval } = figures[name];
    const [low, high] = interval();
    return {
      value: rounded(value),
      interval: [rounded(low), rounded(high)],
      tolerance: rounded((high - low) / errorsInInterval),
    };
  };
  return Object.fromEntries(gateNames.map((name) => [name, one(name)])) as Record<GateName, Recorded>;
}

/** Each figure against what was recorded; one that is worse by more than its tolerance does not pass. */
export function compareGate(recorded: GateRecord['figures'], now: GateFigures): Compared[] {
  return gateNames.map((name) => {
    const { value, tolerance } = recorded[name];
    const lower = lowerIsBetter.includes(name);
    const limit = rounded(lower ? value + tolerance : value - tolerance);
    const found = rounded(now[name].value);
    return { name, recorded: value, now: found, limit, passes: lower ? found <= limit : found >= limit };
  });
}
