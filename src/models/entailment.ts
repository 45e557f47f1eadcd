import type { ModelUsage } from './chat.ts';

export interface EntailmentPair {
  /** Taken as true: the cited words. */
  readonly premise: string;
  /** The claim to check. */
  readonly hypothesis: string;
}

/** How the hypothesis relates to its premise: three shares in 0..1 that add up to 1. */
export interface EntailmentVerdict {
  readonly entailed: number;
  readonly neutral: number;
  readonly contradicted: number;
}

interface EntailmentOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
  /** Called once with what a chat model took, also before a throw; never called by models of its own. */
  readonly onUsage?: ((usage: ModelUsage) => void) | undefined;
}

/**
 * A model that decides whether one text follows from another. Every implementation passes test/contracts/entailment.ts.
 */
export interface Entailment {
  /** Recorded with each run, e.g. `transformers:nli-deberta-v3-small`. */
  readonly id: string;
  /** The chat model that judges; left out: a model made for entailment does. */
  readonly chat?: string;
  /** What the run records of its calls; left out: no prompt is given. */
  readonly prompt?: { readonly version: string; readonly model: string };
  /** The chat model's tokens that these pairs take at most; left out: none. */
  tokensFor?(pairs: readonly EntailmentPair[]): number;
  /**
   * Returns one verdict per pair, in the order of `pairs`. Without pairs, no call is made.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the verdict of the other checks is then
   * kept.
   */
  judge(pairs: readonly EntailmentPair[], options?: EntailmentOptions): Promise<EntailmentVerdict[]>;
  /** Frees the model's resources. Safe to call twice. */
  close(): Promise<void>;
}

const meanings: Readonly<Record<string, keyof EntailmentVerdict>> = {
  entailment: 'entailed',
  neutral: 'neutral',
  contradiction: 'contradicted',
};

/** The meaning of a label, regardless of case; undefined if it is none of the three. */
export function meaningOf(label: string): keyof EntailmentVerdict | undefined {
  const name = label.toLowerCase();
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}

interface LabelShare {
  readonly label: string;
  readonly score: number;
}

/** Servers round their probabilities. */
const tolerance = 0.02;

/**
 * The verdict of one pair. Undefined unless the labels are the three, each once, and their scores are probabilities
 * that add up to 1.
 */
export function verdictOf(shares: readonly LabelShare[]): EntailmentVerdict | undefined {
  const found = new Map(shares.map(({ label, score }) => [meaningOf(label), score]));
  const [entailed, neutral, contradicted] = [found.get('entailed'), found.get('neutral'), found.get('contradicted')];
  if (entailed === undefined || neutral === undefined || contradicted === undefined || shares.length !== 3)
    return undefined;
  const sum = entailed + neutral + contradicted;
  const areShares =
    [entailed, neutral, contradicted].every((share) => share >= 0 && share <= 1) && Math.abs(sum - 1) <= tolerance;
  return areShares ? { entailed: entailed / sum, neutral: neutral / sum, contradicted: contradicted / sum } : undefined;
}
