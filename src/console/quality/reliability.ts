import type { SweepPoint } from './Sweep.tsx';

export interface ReliabilityPoint {
  /** The middle of its confidences, 0 to 1. */
  readonly confidence: number;
  /** Which share of its questions was answered rightly, 0 to 1. */
  readonly right: number;
  readonly questions: number;
}

/**
 * How often an answer of each confidence was right: what separates two thresholds of the sweep, in steps of ten of a
 * hundred. Steps without a question are left out.
 */
export function reliability(sweep: readonly SweepPoint[]): ReliabilityPoint[] {
  const steps = Array.from({ length: 10 }, (_, at) => at / 10);
  const above = (threshold: number) =>
    sweep.find((point) => point.threshold >= threshold - 1e-9) ?? { right: 0, wrong: 0 };
  return steps.flatMap((from) => {
    const low = above(from);
    // A confidence of exactly 1 belongs to the last step.
    const high = from > 0.85 ? { right: 0, wrong: 0 } : above(from + 0.1);
    const [right, wrong] = [low.right - high.right, low.wrong - high.wrong];
    const questions = right + wrong;
    return questions > 0 ? [{ confidence: from + 0.05, right: right / questions, questions }] : [];
  });
}
