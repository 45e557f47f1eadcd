import { verifyClaim } from '../src/grounding/claims/verifyClaim.ts';
import { drawMutations } from './groundingDraw.ts';
import type { Kind, Library, Mutation } from './groundingMutation.ts';
import type { Row } from './groundingReport.ts';
import type { Fact } from './groundingTexts.ts';

const strict: ReadonlySet<Kind> = new Set<Kind>([
  'number',
  'unit',
  'year',
  'comparator',
  'negation',
  'exception',
  'added-exception',
  'id',
  'entity',
]);

/** Kinds that can be applied to a paraphrase: the others need whole sentences and rows. */
export const rewordedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'number',
  'unit',
  'magnitude',
  'currency',
  'range',
  'date',
  'comparator',
  'negation',
  'exception',
  'added-exception',
  'modality',
  'quantifier',
  'entity',
  'noun',
  'id',
]);

/** The targets of issue 6: 99 % for changes of a value, a name or the polarity, 90 % for the rest. */
export const leastCaught = (kind: Kind) => (strict.has(kind) ? 0.99 : 0.9);

export interface KindResult {
  readonly row: Row;
  readonly missed: readonly Mutation[];
}

export function isCaught({ claim, quote, chunkId, passages }: Mutation): boolean {
  return verifyClaim({ text: claim, quote, chunkId }, passages).status !== 'SUPPORTED';
}

/** Draws `count` mutations of a kind and verifies each. */
export function measureKind(
  kind: Kind,
  source: string,
  library: Library,
  count: number,
  seed: number,
  facts?: readonly Fact[],
): KindResult {
  const drawn = drawMutations(kind, library, count, seed, facts);
  const missed = drawn.filter((mutation) => !isCaught(mutation));
  return {
    missed,
    row: {
      name: kind,
      source,
      total: drawn.length,
      hits: drawn.length - missed.length,
      target: { least: leastCaught(kind) },
      counts: true,
    },
  };
}
