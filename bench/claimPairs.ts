import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { locateQuote } from '../src/grounding/checks/locateQuote.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { passage as passageOf } from '../test/grounding/passage.ts';
import type { BenchDocument } from './groundingTexts.ts';

/** The ways in which a claim can say more than its quote. */
export const overreaches = [
  'added-modifier',
  'other-head',
  'added-clause',
  'swapped-subject',
  'swapped-object',
  'condition',
  'cause',
  'strengthened',
] as const;
export type Overreach = (typeof overreaches)[number];

const Pair = z.strictObject({
  /** Relative to sample/knowledge. */
  path: z.string(),
  /** Appears in the canonical text of that file. */
  quote: z.string(),
  /** As a person would word it. */
  claim: z.string(),
});
const FalsePair = Pair.extend({ kind: z.enum(overreaches) });
export type Pair = z.infer<typeof Pair>;
export type FalsePair = z.infer<typeof FalsePair>;

const Elsewhere = z.strictObject({
  title: z.string(),
  quote: z.string(),
  claim: z.string(),
  kind: z.enum(overreaches).nullable(),
});

/**
 * Reads sentences on subjects other than those of sample/knowledge. Each is a passage of its own under a document
 * title; `kind` null is honest.
 */
export async function readElsewhere(): Promise<(Placed & { readonly kind: Overreach | null })[]> {
  const found = await readPairs('elsewhere.jsonl', Elsewhere);
  return found.map(({ title, ...pair }) => ({
    ...pair,
    path: title,
    passage: passageOf(pair.quote, { documentTitle: title, sectionPath: [] }),
  }));
}

/** A pair with the passage that contains its quote. */
export type Placed<Item extends Pair = Pair> = Item & { readonly passage: Passage };

export const pairsFolder = new URL('../test/grounding/overreach', import.meta.url).pathname;

export const readHonest = () => readPairs('honest.jsonl', Pair);
export const readFalse = () => readPairs('false.jsonl', FalsePair);
/** Written after the checks were, about other sentences. */
export const readHonestAfresh = () => readPairs('honest-afresh.jsonl', Pair);
export const readFalseAfresh = () => readPairs('false-afresh.jsonl', FalsePair);
export const readHonestThird = () => readPairs('honest-third.jsonl', Pair);

async function readPairs<Shape extends z.ZodType>(name: string, shape: Shape): Promise<z.infer<Shape>[]> {
  const text = await readFile(join(pairsFolder, name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => shape.parse(JSON.parse(line)));
}

/** @throws {Error} if a quote is not in its document */
export function placePairs<Item extends Pair>(
  pairs: readonly Item[],
  documents: readonly BenchDocument[],
): Placed<Item>[] {
  return pairs.map((pair) => {
    const passage = documents
      .find(({ path }) => path === pair.path)
      ?.passages.find(({ text }) => locateQuote(text, pair.quote) !== undefined);
    if (!passage) throw new Error(`${pair.path} does not say “${pair.quote}”.`);
    return { ...pair, passage };
  });
}
