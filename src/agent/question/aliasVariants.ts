import type { AliasGroup } from '../../knowledge/curated/aliases.ts';
import { findPhrase, type PhrasePlace } from '../../knowledge/phrases.ts';

const maxVariants = 3;

/** A phrase of the question and what may stand in its place. */
interface Replaceable extends PhrasePlace {
  readonly others: readonly string[];
}

/**
 * The question with one known phrase replaced by another of its group: at most three, of the longest phrase first. Everything else stays
 * character by character. A phrase inside a longer known one is not replaced, and one that the question has already brings no new words.
 */
export function aliasVariants(question: string, groups: readonly AliasGroup[]): string[] {
  const known = groups
    .flatMap((group) => replaceable(question, group))
    .toSorted((left, right) => length(right) - length(left) || left.start - right.start);
  const outermost = known.filter(
    (phrase) =>
      !known.some((other) => length(other) > length(phrase) && other.start <= phrase.start && phrase.end <= other.end),
  );
  const variants = outermost.flatMap(({ start, end, others }) =>
    others.map((other) => question.slice(0, start) + other + question.slice(end)),
  );
  return [...new Set(variants)].slice(0, maxVariants);
}

function replaceable(question: string, { term, synonyms }: AliasGroup): Replaceable[] {
  const places = [term, ...synonyms].map((phrase) => ({ phrase, place: findPhrase(question, phrase) }));
  const others = places.filter(({ place }) => !place).map(({ phrase }) => phrase);
  return places.flatMap(({ place }) => (place ? [{ ...place, others }] : []));
}

const length = ({ start, end }: PhrasePlace) => end - start;
