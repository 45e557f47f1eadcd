import { alikeWords } from '../words/alikeWords.ts';
import { retellings, turnings } from '../words/retellings.ts';
import { plainWordsOf, rootOf, sameRoot } from '../words/roots.ts';
import { isSynonym } from '../words/synonyms.ts';
import { wholeOf, type Evidence } from './verdict.ts';

type Entry = readonly string[];

/** Of a group, each entry as the roots of its words. */
const rootsOf = (entry: string): Entry => plainWordsOf(entry).map((word) => rootOf(word));
const groups = [...retellings, ...alikeWords].map((entries) => entries.map((entry) => rootsOf(entry)));
const negatedPhrases = turnings.map(
  ([words, phrases]) => [words.map((entry) => rootsOf(entry)), phrases.map((entry) => rootsOf(entry))] as const,
);
/** The groups that have an entry with this root. */
const groupsOf = new Map<string, (typeof groups)[number][]>();
for (const group of groups) {
  for (const root of new Set(group.flat())) groupsOf.set(root, [...(groupsOf.get(root) ?? []), group]);
}

/** Longer texts are not read to their end: each word is held against each other. */
const longest = 400;
const negator = /\b(?:no|not|never|without|none|nothing|nobody|neither|nor|cannot|lacks?)\b|n['’]t\b/i;
/** 24 months are not monthly. */
const frequency = /^(?:hour|dai|week|month|quarter|year|annual)ly$/;
const ability = /\b(?:can|cannot|could|may|able|unable|possible|allow\w*|permit\w*|\w{3,}[ai]ble)\b/i;
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
  const covered = retoldPlaces(own, there);
  const known = new Set(there);
  const joined = new Set(source.map((word, position) => word + (source[position + 1] ?? '')));
  const denies = negator.test(whole);
  const told = words.map((word, position) => {
    const root = own[position] ?? word;
    if (covered.has(position) || known.has(root) || joined.has(word)) return true;
    if (source.includes(word + (words[position + 1] ?? '')) || source.includes((words[position - 1] ?? '') + word))
      return true;
    // A refund is not refundable, unless something can be done.
    if (/[ai]ble$/.test(word) && !ability.test(whole)) return false;
    const positive = rootOf(word.replace(negated, ''));
    return there.some(
      (other, place) =>
        sameRoot(root, other) ||
        (!frequency.test(word) && isSynonym(word, source[place] ?? '')) ||
        (denies && positive !== root && sameRoot(positive, other)),
    );
  });
  return {
    words,
    told,
    turns:
      turnsOf(own, there) + turnsOf(there, own) + prefixTurns(words, whole, source) + prefixTurns(source, claim, words),
  };
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

/** Words such as "unused" for which the other text has "not used". */
function prefixTurns(words: readonly string[], other: string, otherWords: readonly string[]): number {
  if (!negator.test(other)) return 0;
  const there = otherWords.map((word) => rootOf(word));
  return new Set(
    words.filter(
      (word) => negated.test(word) && !otherWords.includes(word) && there.includes(rootOf(word.replace(negated, ''))),
    ),
  ).size;
}

/** Positions of the claim that an entry of a group covers, of which the evidence has another one. */
function retoldPlaces(own: readonly string[], there: readonly string[]): Set<number> {
  const covered = new Set<number>();
  const [said, told] = [new Set(own), new Set(there)];
  // Most entries have a first word that neither text has.
  const mayStand = (entry: Entry, roots: ReadonlySet<string>) => roots.has(entry[0] ?? '');
  for (const group of new Set(own.flatMap((root) => groupsOf.get(root) ?? []))) {
    if (!group.some((entry) => mayStand(entry, told) && placesOf(entry, there).length > 0)) continue;
    for (const entry of group.filter((one) => mayStand(one, said)))
      for (const start of placesOf(entry, own)) entry.forEach((_root, offset) => covered.add(start + offset));
  }
  return covered;
}

/**
 * How many phrases with a negation one text has where the other has a word without one, and not the phrase's own words.
 */
function turnsOf(own: readonly string[], other: readonly string[]): number {
  const holds = (entry: Entry, roots: readonly string[]) => placesOf(entry, roots).length > 0;
  return negatedPhrases.filter(([words, phrases]) => {
    const phrase = phrases.find((entry) => holds(entry, own));
    return (
      phrase !== undefined &&
      words.some((entry) => holds(entry, other) && !holds(entry, own)) &&
      !phrases.some((entry) => holds(entry, other)) &&
      !phrase.every((word) => negation.test(word) || other.includes(word))
    );
  }).length;
}

const negation = /^(?:not|no|never|without|do|be|have)$/;

function placesOf(entry: readonly string[], roots: readonly string[]): number[] {
  return roots.flatMap((root, start) =>
    root === entry[0] && entry.every((word, offset) => roots[start + offset] === word) ? [start] : [],
  );
}
