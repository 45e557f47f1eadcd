import { contentStems } from '../../grounding/checks/coverage.ts';
import { spelledOut } from '../../grounding/reading/namedFacts.ts';
import type { AliasGroup } from '../../knowledge/curated/aliases.ts';
import { findPhrase, isUnspaced, lowerWords, type PhrasePlace, searchText } from '../../knowledge/words.ts';
import { isOneSlip, isSwap, type WordList } from '../../models/wordList.ts';
import { narrows } from '../../retrieval/filter.ts';
import type { Passage, RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import { gateOf, unheldValue } from '../gate/gate.ts';
import type { Gap, RefineStrategy } from '../gate/reflection.ts';
import type { AskState } from '../state.ts';
import { type SearchTask, splitQuestion, tasksOf } from './plan.ts';

/** Which ways may close a gap, the likeliest first. Parts and the workspace's own words come before guesses. */
const byGap: Readonly<Record<Gap, readonly RefineStrategy[]>> = {
  NONE: [],
  NO_HITS: ['RELAX_FILTER', 'ALIASES'],
  UNKNOWN_WORDS: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'SWITCH_ARMS'],
  MISSING_FACT: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'SWITCH_ARMS'],
  OTHER_TIME: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  OTHER_POLARITY: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  OPPOSITE: ['DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  MISSING_TYPE: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'WIDEN'],
  SEVERAL_FACTS: [],
  WEAK: ['ALIASES', 'DECOMPOSE', 'RELAX_FILTER', 'EXPAND'],
};

/**
 * Guesses cost a search and bring no trust, and of 220 questions of five sets 5 were answered after one. They are made
 * just below the gate alone.
 */
const guesses: ReadonlySet<RefineStrategy> = new Set(['EXPAND', 'SWITCH_ARMS', 'WIDEN']);
const withinReach = 0.1;

/** The ways that are left for the gap, in order. */
export function strategiesFor(gap: Gap, state: AskState): RefineStrategy[] {
  const {
    tried,
    request: { filter },
  } = state;
  const value = unheldValue(state);
  const isWorth = (strategy: RefineStrategy) => {
    if (strategy === 'RELAX_FILTER') return narrows(filter);
    return !guesses.has(strategy) || value >= gateOf(state.request) - withinReach;
  };
  return byGap[gap].filter((strategy) => !tried.includes(strategy) && isWorth(strategy));
}

/** Whether there is another way for the gap. */
export function isRefinable(gap: Gap, state: AskState): boolean {
  return strategiesFor(gap, state).some((strategy) => searchesOf(strategy, state).length > 0);
}

/** The searches of a way; empty when it does not fit the question. */
export function searchesOf(strategy: RefineStrategy, state: AskState): SearchTask[] {
  const { request, evidence } = state;
  const wording = (query: string, settings: Partial<RetrievalSettings> = {}) =>
    tasksOf({ ...request, settings: { ...request.settings, ...settings } }, [query], 'WORDING');
  switch (strategy) {
    case 'ALIASES':
      return tasksOf(request, [...state.aliases, ...state.guesses, ...state.reworded], 'ALIAS');
    case 'DECOMPOSE':
      return state.partEvidence.length > 0 ? [] : tasksOf(request, splitQuestion(request.question), 'PART');
    case 'EXPAND': {
      const terms = nearbyWords(request.question, evidence.passages.slice(0, feedbackPassages));
      return terms.length === 0 ? [] : wording(`${request.question} ${terms.join(' ')}`);
    }
    case 'SWITCH_ARMS':
      return wording(request.question, evidence.unknown.length > 0 ? { keywordWeight: 0 } : { vectorWeight: 0 });
    case 'WIDEN':
      return wording(request.question, widened(request.settings));
    case 'RELAX_FILTER':
      return relaxations(state);
  }
}

/** Passages whose words are taken up: beyond the second most are about something else. */
const feedbackPassages = 2;

function widened({ topK, vectorCandidates, keywordCandidates }: RetrievalSettings): Partial<RetrievalSettings> {
  return {
    topK: Math.min(50, 2 * topK),
    vectorCandidates: Math.min(200, 3 * vectorCandidates),
    keywordCandidates: Math.min(200, 3 * keywordCandidates),
  };
}

/** Filters that can be left out, one at a time. Access groups are not a wish but a right, and stay. */
const relaxableFields: readonly (keyof SearchFilter)[] = [
  'tags',
  'semanticTypes',
  'sourceTypes',
  'keyPrefix',
  'authors',
  'languages',
  'updatedAfter',
  'updatedBefore',
  'includeSuperseded',
  'documentIds',
];
const mostRelaxed = 3;

function relaxations({ request }: AskState): SearchTask[] {
  const fields = relaxableFields.filter((field) => narrows({ [field]: request.filter[field] })).slice(0, mostRelaxed);
  return fields.map((field, position) => ({
    query: request.question,
    role: 'RELAXED',
    settings: request.settings,
    filter: { ...request.filter, [field]: undefined },
    without: field,
    position,
    asOf: request.asOf,
  }));
}

const mostUnknown = 6;
const mostNearby = 4;
/** A text's shorter words are mostly function words; titles and headings have few of those. */
const leastLetters = { heading: 4, text: 7 };
/** Letters that tell words apart whatever their inflection, as in grounding/checks/coverage. */
const stemLength = 5;

const runs = /[\p{L}\p{M}\p{N}]+(?:[-_/.'’][\p{L}\p{M}\p{N}]+)*/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as they are written; codes and hyphenated words whole, words of scripts without blanks by dictionary. */
function wordsOf(text: string): string[] {
  return (text.normalize('NFC').match(runs) ?? []).flatMap((run) =>
    isUnspaced(run)
      ? [...segmenter.segment(run)].filter((part) => part.isWordLike).map((part) => part.segment)
      : [run.replace(/['’]s$/u, '')],
  );
}

/** Lower case without accents: stemmers drop some of them. */
function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '');
}

/**
 * Words of a question, as they stand there, that no document knows.
 * @param unknown lexemes of the question that stand in no document: stemmed, or pieces of a script without blanks
 */
export function unknownWords(question: string, unknown: readonly string[], searchConfig: string): string[] {
  if (unknown.length === 0) return [];
  const missing = (word: string) =>
    [word, ...lowerWords(searchText(word, searchConfig))].some((piece) =>
      unknown.some((lexeme) => isFormOf(piece, lexeme)),
    );
  return firstOfEach(wordsOf(question).filter((word) => contentStems(word).size > 0 && missing(word))).slice(
    0,
    mostUnknown,
  );
}

/** Stemmers change a word's end only, by a few letters; codes and numbers they leave alone. */
function isFormOf(word: string, lexeme: string): boolean {
  const [left, right] = [folded(word), folded(lexeme)];
  if (left === right) return true;
  if (/\d/.test(right) || isUnspaced(right)) return false;
  const shared = Array.from(right).findIndex((letter, position) => left[position] !== letter);
  const alike = shared === -1 ? right.length : shared;
  return alike >= Math.min(stemLength, Math.max(3, right.length - 1)) && left.length - right.length <= stemLength;
}

/**
 * Words that the nearest passages use and the question does not: of titles and headings first, then those that the
 * texts repeat most.
 */
export function nearbyWords(question: string, nearest: readonly Passage[]): string[] {
  const asked = new Set(
    wordsOf(question)
      .flatMap((word) => [word, ...lowerWords(word)])
      .map(stemOf),
  );
  const isNew = (least: number) => (word: string) =>
    /^[\p{L}\p{M}'’-]+$/u.test(word) &&
    !asked.has(stemOf(word)) &&
    contentStems(word).size > 0 &&
    (isUnspaced(word) ? word.length > 1 && !question.includes(word) : word.length >= least);
  const headings = nearest
    .flatMap((passage) => [passage.documentTitle, ...passage.sectionPath])
    .flatMap(wordsOf)
    .filter(isNew(leastLetters.heading));
  const counts = new Map<string, number>();
  const texts = nearest.flatMap((passage) => wordsOf(passage.text)).filter(isNew(leastLetters.text));
  for (const word of texts) counts.set(stemOf(word), (counts.get(stemOf(word)) ?? 0) + 1);
  const byCount = texts.toSorted((left, right) => (counts.get(stemOf(right)) ?? 0) - (counts.get(stemOf(left)) ?? 0));
  return firstOfEach([...headings, ...byCount]).slice(0, mostNearby);
}

function stemOf(word: string): string {
  return folded(word).slice(0, stemLength);
}

/** Each word once, whatever its inflection. */
function firstOfEach(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => !seen.has(stemOf(word)) && seen.add(stemOf(word)));
}

const maxVariants = 3;

/** A phrase of the question and what may stand in its place. */
interface Replaceable extends PhrasePlace {
  readonly others: readonly string[];
}

/**
 * The question with one known phrase replaced by another of its group: at most three, of the longest phrase first.
 * Everything else stays character by character. A phrase inside a longer known one is not replaced, and one that the
 * question has already brings no new words.
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

/**
 * Passages whose titles and headings may spell an acronym out; one that was found for other words may stand further
 * down.
 */
const searchedPassages = 10;
const mostVariants = 2;
/** In capitals, or with a digit: other short words are no acronyms. */
const acronym = /(?<![\p{L}\d-])(?:\p{Lu}{3,6}|(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{3,6})(?![\p{L}\d-])/gu;

/**
 * The question with an acronym written as a title or heading of what was found writes it: "How do I enable 2FA?" beside
 * a page on two-factor authentication. In a sentence the same initials stand next to each other by chance.
 */
export function acronymVariants(
  question: string,
  passages: readonly Pick<Passage, 'documentTitle' | 'sectionPath'>[],
): string[] {
  const headings = passages
    .slice(0, searchedPassages)
    .flatMap(({ documentTitle, sectionPath }) => [documentTitle, ...sectionPath]);
  const variants = [...question.matchAll(acronym)].flatMap(({ 0: short, index }) => {
    const long = headings.map((heading) => spelledOut(heading, short)).find((words) => words !== null);
    return long === undefined ? [] : [`${question.slice(0, index)}${long}${question.slice(index + short.length)}`];
  });
  return [...new Set(variants)].slice(0, mostVariants);
}

/** Passages whose words may be meant; one that was found for other words may stand further down. */
const readPassages = 10;
const leastSlipLetters = 3;
/** In shorter words another letter makes another word ("pay" and "day"), and only a swap is a slip. */
const leastForOther = { passages: 4, language: 5 };

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/**
 * The question with its slips of the pen mended: "whats teh feul surchage". Mended is what neither a document nor the
 * language knows, and by a word one slip away: one that the passages use first, else the commonest of the language.
 * @param unknown words of the question that no document knows, as they stand there
 * @returns one reading, or none where nothing is to be mended
 */
export function spellingVariants(
  question: string,
  unknown: readonly string[],
  passages: readonly Readable[],
  words: WordList,
): string[] {
  const slips = unknown.filter((word) => /^[a-z]+$/.test(word) && word.length >= leastSlipLetters && !words.has(word));
  if (slips.length === 0) return [];
  const counts = countWords(passages.slice(0, readPassages));
  const mended = slips.reduce((text, slip) => {
    const meant = meantBy(slip, counts, words);
    return meant === null ? text : text.replaceAll(new RegExp(`(?<![\\p{L}\\d])${slip}(?![\\p{L}\\d])`, 'gu'), meant);
  }, question);
  return mended === question ? [] : [mended];
}

function meantBy(slip: string, counts: ReadonlyMap<string, number>, words: WordList): string | null {
  const isLikely = (least: number) => (word: string) =>
    isOneSlip(slip, word) && (slip.length >= least || isSwap(slip, word));
  const inPassages = [...counts.keys()]
    .filter(isLikely(leastForOther.passages))
    .toSorted((left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0));
  return inPassages[0] ?? words.near(slip).find(isLikely(leastForOther.language)) ?? null;
}

/** How often the passages, their titles and headings use each word, in lower case. */
function countWords(passages: readonly Readable[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { documentTitle, sectionPath, text } of passages) {
    for (const word of [documentTitle, ...sectionPath, text]
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
