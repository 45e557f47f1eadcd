import type { Passage } from '../src/retrieval/passage.ts';
import type { BenchDocument, Fact } from './groundingTexts.ts';

/** What can be wrong with a claim whose quote is genuine, or with the quote itself (FACTS 7). */
export const kinds = [
  'number',
  'unit',
  'magnitude',
  'currency',
  'range',
  'year',
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
  'qualifier',
  'scope',
  'version',
  'wrong-claim',
  'cross-document',
  'row-shift',
  'column-shift',
  'list-bleed',
  'stitched',
  'from-question',
  'from-prompt',
  'injected',
  'pointer',
] as const;
export type Kind = (typeof kinds)[number];

export type Random = () => number;

/**
 * A false claim. Omitted parts are as in the fact: its sentence as the quote, its passage as the only one retrieved.
 */
export interface Attempt {
  readonly claim: string;
  readonly quote?: string;
  readonly passages?: readonly Passage[];
  readonly chunkId?: string;
}

export interface Mutation {
  readonly kind: Kind;
  readonly claim: string;
  readonly quote: string;
  readonly chunkId: string;
  readonly passages: readonly Passage[];
  readonly fact: Fact;
}

/** The material from which generators take their false parts. */
export interface Library {
  readonly facts: readonly Fact[];
  readonly documents: readonly BenchDocument[];
  readonly factsOf: (document: BenchDocument) => readonly Fact[];
  readonly questions: readonly string[];
  readonly attacks: readonly string[];
  readonly prompts: readonly string[];
  /** The names in each document, by its key. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** Makes one false claim from a fact; undefined if the fact cannot be changed in this way. */
export type Mutate = (fact: Fact, library: Library, random: Random) => Attempt | undefined;

export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Returns `text` with one match of `shape` replaced, drawn from those for which `change` returns a replacement. */
export function replaceOne(
  text: string,
  shape: RegExp,
  random: Random,
  change: (match: RegExpExecArray) => string | undefined,
): string | undefined {
  const changed = [...text.matchAll(shape)].flatMap((match) => {
    const replacement = change(match);
    return replacement === undefined || replacement === match[0]
      ? []
      : [text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length)];
  });
  return pick(changed, random);
}

/** Gives the replacement the initial case of the word that it replaces. */
export function likeCase(word: string, replacement: string): string {
  return /^\p{Lu}/u.test(word) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
}

/** Reduces a text to words and numbers in lower case: two texts that differ only in punctuation are the same claim. */
export function bare(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\d+(?:[.,:]\d+)*|[%€$£¥<>]/gu) ?? []
  ).join(' ');
}
