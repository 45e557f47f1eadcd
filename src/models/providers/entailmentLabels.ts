import type { EntailmentVerdict } from '../entailment.ts';

const meanings: Readonly<Record<string, keyof EntailmentVerdict>> = {
  entailment: 'entailed',
  neutral: 'neutral',
  contradiction: 'contradicted',
};

/** What a label means, upper and lower case alike; undefined where it is none of the three. */
export function meaningOf(label: string): keyof EntailmentVerdict | undefined {
  const name = label.toLowerCase();
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}

export interface LabelShare {
  readonly label: string;
  readonly score: number;
}

/** Servers round their probabilities. */
const tolerance = 0.02;

/** The verdict of one pair; undefined where the labels are not the three, each once, or their scores are no probabilities that add up to 1. */
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
