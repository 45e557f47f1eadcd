import { createRandom, shuffled } from '../src/stats.ts';
import { lowerWords } from '../src/knowledge/words.ts';
import { overreaches, type FalsePair, type Overreach, type Placed } from './claimPairs.ts';
import { pick, replaceOne, type Random } from './groundingMutation.ts';
import type { Fact } from './groundingTexts.ts';

const modifiers = [
  'discounted',
  'refundable',
  'seasonal',
  'transatlantic',
  'certified',
  'anonymous',
  'ceremonial',
  'handmade',
  'subsidised',
  'wooden',
];
const nouns = [
  'train',
  'umbrella',
  'museum',
  'hospital',
  'violin',
  'kitchen',
  'vineyard',
  'orchestra',
  'parachute',
  'aquarium',
];
const people = ['Adults', 'Tourists', 'Teachers', 'Senators', 'Pilots', 'Farmers', 'Journalists', 'Nurses'];
const clauses = [
  ', which is refundable',
  ' and can be inherited by relatives',
  ', signed by a notary',
  ', but a thumbprint is taken',
  ' and earns loyalty miles',
  ', printed on recycled cardboard',
];
const conditions = [
  ' unless it rains',
  ' for members of the choir',
  ', provided that the mayor consents',
  ' if the moon is full',
  ' as long as a chaperone is present',
];
const causes = [
  ' because the council voted for it',
  ' to protect the forest',
  ' due to a shortage of steel',
  ' in order to win an award',
  ', since the founder insisted on it',
  ' for the sake of tradition',
];
const degrees = ['always', 'invariably', 'secretly', 'proudly', 'ceaselessly', 'famously'];

const noun = /(?<=\b(?:the|a|an|each|every|your|our)\s)\p{Ll}{5,}(?=[\s.,;])/giu;
const end = /\s*[.!]?$/;
const appended = (text: string, addition: string | undefined) => addition && text.replace(end, `${addition}.`);

/** Returns one false claim made from a sentence; undefined if the sentence cannot be changed in this way. */
const mutations: Readonly<Record<Overreach, (text: string, random: Random) => string | undefined>> = {
  'added-modifier': (text, random) => replaceOne(text, noun, random, ([word]) => `${pick(modifiers, random)} ${word}`),
  'other-head': (text, random) => replaceOne(text, noun, random, () => pick(nouns, random)),
  'added-clause': (text, random) => appended(text, pick(clauses, random)),
  'swapped-subject': (text, random) =>
    replaceOne(
      text,
      /^(?:(?:The|An?|Each|Every|All|Your)\s)?\p{L}+(?=\s(?:is|are|can|must|may|has|have|was|were|will|cannot)\b)/gu,
      random,
      () => pick(people, random),
    ),
  'swapped-object': (text, random) =>
    replaceOne(text, /(?<=\s(?:of|for|in|with|from|to|by)\s)\p{Ll}{5,}(?=[.,;])/gu, random, () => pick(nouns, random)),
  condition: (text, random) => appended(text, pick(conditions, random)),
  cause: (text, random) => appended(text, pick(causes, random)),
  strengthened: (text, random) =>
    replaceOne(text, /(?<=\s(?:is|are|can|must|may|will)\s)(?=\p{Ll})/gu, random, () => `${pick(degrees, random)} `),
};

/**
 * Draws up to `count` false claims of each kind, made from sentences of the documents. A word that a claim adds does
 * not occur in its passage.
 */
export function drawOverreaches(facts: readonly Fact[], count: number, seed: number): Placed<FalsePair>[] {
  return overreaches.flatMap((kind, turn) => {
    const random = createRandom(seed + turn);
    const found: Placed<FalsePair>[] = [];
    for (const { document, passage, text } of shuffled(facts, random)) {
      if (found.length >= count) break;
      if (/: [^;]+;|\n/.test(text)) continue;
      const claim = mutations[kind](text, random);
      if (claim !== undefined && addsWords(claim, passage.text))
        found.push({ kind, path: document.path, quote: text, claim, passage });
    }
    return found;
  });
}

function addsWords(claim: string, text: string): boolean {
  const there = new Set(lowerWords(text));
  return lowerWords(claim).some((word) => !there.has(word) && word.length > 3);
}
