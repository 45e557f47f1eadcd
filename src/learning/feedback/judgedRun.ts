import type { RunDigest } from '../runDigest.ts';
import type { Feedback } from './feedback.ts';

/** A run with what was said of it, newest first; never empty. */
export interface JudgedRun {
  readonly run: RunDigest;
  readonly feedback: readonly Feedback[];
}

/** What most say: whether the outcome was right to be as it is. Undefined where as many say the one as the other. */
export function majority(feedback: readonly Feedback[]): 'RIGHT' | 'NOT_RIGHT' | undefined {
  const right = feedback.filter(({ verdict }) => verdict === 'CORRECT').length;
  const others = feedback.length - right;
  if (right === others) return undefined;
  return right > others ? 'RIGHT' : 'NOT_RIGHT';
}

/** The judgements of the majority, newest first; empty where there is none. */
export function ofMajority(feedback: readonly Feedback[]): readonly Feedback[] {
  const side = majority(feedback);
  return side === undefined ? [] : feedback.filter(({ verdict }) => (verdict === 'CORRECT') === (side === 'RIGHT'));
}
