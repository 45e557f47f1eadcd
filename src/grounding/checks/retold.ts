import { retellings } from './retellings.ts';
import { plainWordsOf, rootOf, sameRoot } from './roots.ts';
import { isSynonym } from './synonyms.ts';
import { wholeOf, type Evidence } from './verdict.ts';

type Entry = readonly string[];

/** Of a group, each entry as the roots of its words. */
const groups = retellings.map((entries) => entries.map((entry) => plainWordsOf(entry).map((word) => rootOf(word))));
/** The groups that have an entry with this root. */
const groupsOf = new Map<string, (typeof groups)[number][]>();
for (const group of groups) {
  for (const root of new Set(group.flat())) groupsOf.set(root, [...groupsOf.get(root) ?? [], group]);
}

/** Longer texts are not read to their end: each word is held against each other. */
const longest = 400;
const negator = /\b(?:no|not|never|without|none|nothing|nobody|neither|nor|cannot|lacks?)\b|n['’]t\b/i;
const negated = /^(?:un|in|im|ir|non|dis)(?=\p{L}{4})/u;

/** A claim word by word, and which of them its evidence says in any form or in other words. */
export interface Retelling {
  readonly words: readonly string[];
  readonly told: readonly boolean[];
  /** How many phrases with a negation stand on one side for a word without one on the other. */
  readonly turns: number;
}

/** Each word of the claim that its evidence says: the same, a form of it, of its family, or a retelling of it. */
export function retell(claim: string, evidence: Evidence): Retelling {
  const whole = wholeOf(evidence);
  const words = plainWordsOf(claim).slice(0, longest);
  const source = plainWordsOf(whole).slice(0, longest);
  const [own, there] = [words.map((word) => rootOf(word)), source.map((word) => rootOf(word))];
  const { covered, turns } = retoldPlaces(own, there);
  const known = new Set(there);
  const joined = new Set(source.map((word, position) => word + (source[position + 1] ?? '')));
  const denies = negator.test(whole);
  const told = words.map((word, position) => {
    const root = own[position] ?? word;
    if (covered.has(position) || known.has(root) || joined.has(word)) return true;
    if (source.includes(word + (words[position + 1] ?? '')) || source.includes((words[position - 1] ?? '') + word)) return true;
    const positive = rootOf(word.replace(negated, ''));
    return there.some((other, place) => sameRoot(root, other) || isSynonym(word, source[place] ?? '') || (denies && positive !== root && sameRoot(positive, other)));
  });
  return { words, told, turns };
}

/** The evidence with the words that claim and evidence tell each other's of. */
export function withRetold(claim: string, evidence: Evidence): Evidence {
  const kept = retell(evidence.sentence, { quote: claim, sentence: claim, headings: [], passage: '' });
  // A name from a heading may stand in the place of another one of the sentence: headings tell nothing here.
  const said = retell(claim, { ...evidence, headings: [] });
  return { ...evidence, retold: saidOf(said), kept: saidOf(kept), turns: said.turns };
}

function saidOf({ words, told }: Retelling): Set<string> {
  return new Set(words.filter((_word, position) => told[position]));
}

/** Positions of the claim that an entry of a group covers, of which the evidence has another one. */
function retoldPlaces(own: readonly string[], there: readonly string[]): { readonly covered: Set<number>; readonly turns: number } {
  const candidates = new Set(own.flatMap((root) => groupsOf.get(root) ?? []));
  const covered = new Set<number>();
  const turned = new Set<string>();
  for (const group of candidates) {
    const told = group.filter((entry) => placesOf(entry, there).length > 0);
    if (told.length === 0) continue;
    const said = group.filter((entry) => placesOf(entry, own).length > 0);
    for (const entry of said) for (const start of placesOf(entry, own)) entry.forEach((_root, offset) => covered.add(start + offset));
    for (const phrase of turnsOf(said, told, own, there)) turned.add(phrase);
  }
  return { covered, turns: turned.size };
}

/** Entries of several words with a negation, where the other side has only ones without. */
function turnsOf(said: readonly Entry[], told: readonly Entry[], own: readonly string[], there: readonly string[]): string[] {
  const negating = (entries: readonly Entry[]) => entries.filter((entry) => entry.some((word) => negation.test(word)));
  const [denied, otherDenied] = [negating(said), negating(told)];
  if (denied.length > 0 === otherDenied.length > 0) return [];
  const positive = denied.length > 0 ? there : own;
  // Where the other side has the same words without the negation, it says the opposite.
  const phrases = [...denied, ...otherDenied].filter((entry) => (entry.length > 1 || entry[0] === 'without') && !comparing.test(entry.join(' ')) && !entry.every((word) => (negation.test(word) && entry.length > 1) || positive.includes(word)))  .map((entry) => entry.join(' '));
  return phrases.filter((phrase) => !phrases.some((other) => other !== phrase && other.includes(phrase)));
}

/** "No more than" denies nothing. */
const comparing = /\b(?:more|little|larg|big|high|exce\p{L}*|any)\b/u;
const negation = /^(?:not|no|never|without|none|nothing|nobody)$/;

function placesOf(entry: readonly string[], roots: readonly string[]): number[] {
  return roots.flatMap((root, start) => (root === entry[0] && entry.every((word, offset) => roots[start + offset] === word) ? [start] : []));
}
