import { contentStems } from '../../knowledge/language/stems.ts';
import { spelledOut } from '../../retrieval/question/namedFacts.ts';
import type { AliasGroup } from '../../knowledge/curated/aliases.ts';
import { isFunctionWord, withoutAskingPhrases } from '../../knowledge/language/functionWords.ts';
import { findPhrase, isUnspaced, lowerWords, type PhrasePlace, searchText } from '../../knowledge/language/words.ts';
import { isOneSlip, isSwap, type WordList } from '../../models/wordList.ts';
import { narrows } from '../../retrieval/filter.ts';
import type { Passage, RetrievalSettings, SearchFilter } from '../../retrieval/passage.ts';
import { gateOf, unheldValue } from '../../confidence/gate.ts';
import type { Gap, RefineStrategy } from '../state/reflection.ts';
import type { AskState } from '../state/askState.ts';
import { splitQuestion, tasksOf } from './plan.ts';
import { type SearchTask } from '../state/search.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** Which strategies may close a gap, likeliest first. Parts and the workspace's own words come before guesses. */
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
 * Guesses cost a search and add no trust: of 220 questions in five sets, 5 were answered after one. They are made only
 * just below the gate.
 */
const guesses: ReadonlySet<RefineStrategy> = new Set(['EXPAND', 'SWITCH_ARMS', 'WIDEN']);
const withinReach = 0.1;

/** What decides how another round asks. */
type Refinable = Pick<AskState, 'request' | 'planned' | 'searches' | 'found' | 'judged'>;

/** The strategies that are left for the gap, in order. */
export function strategiesFor(gap: Gap, { request, searches, judged }: Refinable): RefineStrategy[] {
  const value = unheldValue(judged.confidence, judged.unmet.length > 0, request);
  const isWorth = (strategy: RefineStrategy) => {
    if (strategy === 'RELAX_FILTER') return narrows(request.filter);
    return !guesses.has(strategy) || value >= gateOf(request) - withinReach;
  };
  return byGap[gap].filter((strategy) => !searches.tried.includes(strategy) && isWorth(strategy));
}

/** Whether there is another strategy for the gap. */
export function isRefinable(gap: Gap, state: Refinable): boolean {
  return strategiesFor(gap, state).some((strategy) => searchesOf(strategy, state).length > 0);
}

/** The searches of a strategy; empty if it does not fit the question. */
export function searchesOf(strategy: RefineStrategy, { request, planned, found }: Refinable): SearchTask[] {
  const { evidence, partEvidence } = found;
  const wordings = (texts: readonly string[]) => texts.map((text) => request.question.worded(text));
  const wording = (query: Question, settings: Partial<RetrievalSettings> = {}) =>
    tasksOf({ ...request, settings: { ...request.settings, ...settings } }, [query], 'WORDING');
  switch (strategy) {
    case 'ALIASES':
      return tasksOf(request, [...planned.aliases, ...planned.guesses, ...planned.reworded], 'ALIAS');
    case 'DECOMPOSE':
      return partEvidence.length > 0 ? [] : tasksOf(request, wordings(splitQuestion(request.question)), 'PART');
    case 'EXPAND': {
      const terms = nearbyWords(request.question, evidence.passages.slice(0, feedbackPassages));
      return terms.length === 0 ? [] : wording(request.question.worded(`${request.question.text} ${terms.join(' ')}`));
    }
    case 'SWITCH_ARMS':
      return wording(request.question, evidence.unknown.length > 0 ? { keywordWeight: 0 } : { vectorWeight: 0 });
    case 'WIDEN':
      return wording(request.question, widened(request.settings));
    case 'RELAX_FILTER':
      return relaxations(request);
  }
}

/** How many passages lend their words: beyond the second, most are about something else. */
const feedbackPassages = 2;

function widened({ topK, vectorCandidates, keywordCandidates }: RetrievalSettings): Partial<RetrievalSettings> {
  return {
    topK: Math.min(50, 2 * topK),
    vectorCandidates: Math.min(200, 3 * vectorCandidates),
    keywordCandidates: Math.min(200, 3 * keywordCandidates),
  };
}

/** Filters that can be left out, one at a time. Access groups are a right, not a wish, and stay. */
const relaxableFields: readonly (keyof SearchFilter)[] = [
  'tags',
  'metadata',
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

function relaxations(request: ResolvedRequest): SearchTask[] {
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
/**
 * The fewest letters of a word that is taken. A text's shorter words are mostly function words; titles and headings
 * have few of those.
 */
const leastLetters = { heading: 4, text: 7 };
/** How many letters distinguish words whatever their inflection, as in knowledge/language/stems. */
const stemLength = 5;

const runs = /[\p{L}\p{M}\p{N}]+(?:[-_/.'’][\p{L}\p{M}\p{N}]+)*/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as written: codes and hyphenated words whole, text in scripts without spaces split by dictionary. */
function writtenWords(text: string): string[] {
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
 * Words of a question, as written, that occur in no document.
 * @param unknown lexemes of the question that occur in no document: stemmed, or pieces of a script without spaces
 */
export function unknownWords(question: Question, unknown: readonly string[], searchConfig: string): string[] {
  if (unknown.length === 0) return [];
  const missing = (word: string) =>
    [word, ...lowerWords(searchText(word, searchConfig))].some((piece) =>
      unknown.some((lexeme) => isFormOf(piece, lexeme)),
    );
  const { text, writtenIn: language } = question;
  const isContent = (word: string) => contentStems(word).size > 0 && !isFunctionWord(word, language);
  const words = writtenWords(withoutAskingPhrases(text, language, 2));
  return firstOfEach(words.filter((word) => isContent(word) && missing(word))).slice(0, mostUnknown);
}

/** Stemmers change only the end of a word, by a few letters, and leave codes and numbers alone. */
function isFormOf(word: string, lexeme: string): boolean {
  const [left, right] = [folded(word), folded(lexeme)];
  if (left === right) return true;
  if (/\d/.test(right) || isUnspaced(right)) return false;
  const shared = Array.from(right).findIndex((letter, position) => left[position] !== letter);
  const alike = shared === -1 ? right.length : shared;
  return alike >= Math.min(stemLength, Math.max(3, right.length - 1)) && left.length - right.length <= stemLength;
}

/**
 * Words that the nearest passages use and the question does not: first those of titles and headings, then those that
 * the texts repeat most.
 */
export function nearbyWords(question: Question, nearest: readonly Passage[]): string[] {
  const asked = new Set(
    writtenWords(question.text)
      .flatMap((word) => [word, ...lowerWords(word)])
      .map(stemOf),
  );
  const isNew = (least: number) => (word: string) =>
    /^[\p{L}\p{M}'’-]+$/u.test(word) &&
    !asked.has(stemOf(word)) &&
    contentStems(word).size > 0 &&
    (isUnspaced(word) ? word.length > 1 && !question.text.includes(word) : word.length >= least);
  const headings = nearest
    .flatMap((passage) => [passage.documentTitle, ...passage.sectionPath])
    .flatMap(writtenWords)
    .filter(isNew(leastLetters.heading));
  const counts = new Map<string, number>();
  const texts = nearest.flatMap((passage) => writtenWords(passage.text)).filter(isNew(leastLetters.text));
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

/** A phrase of the question and what may replace it. */
interface Replaceable extends PhrasePlace {
  readonly others: readonly string[];
}

/**
 * The question with one known phrase replaced by another of its group: at most three variants, longest phrase first.
 * Everything else stays, character for character. A phrase inside a longer known one is not replaced, and a synonym
 * that the question already has is not put in.
 */
export function aliasVariants(question: Question, groups: readonly AliasGroup[]): string[] {
  const known = groups
    .flatMap((group) => replaceable(question, group))
    .toSorted((left, right) => length(right) - length(left) || left.start - right.start);
  const outermost = known.filter(
    (phrase) =>
      !known.some((other) => length(other) > length(phrase) && other.start <= phrase.start && phrase.end <= other.end),
  );
  const variants = outermost.flatMap(({ start, end, others }) =>
    others.map((other) => question.text.slice(0, start) + other + question.text.slice(end)),
  );
  return [...new Set(variants)].slice(0, maxVariants);
}

function replaceable(question: Question, { term, synonyms }: AliasGroup): Replaceable[] {
  const places = [term, ...synonyms].map((phrase) => ({ phrase, place: findPhrase(question.text, phrase) }));
  const others = places.filter(({ place }) => !place).map(({ phrase }) => phrase);
  return places.flatMap(({ place }) => (place ? [{ ...place, others }] : []));
}

const length = ({ start, end }: PhrasePlace) => end - start;

/**
 * Passages whose titles and headings may spell out an acronym. One that was found for other words may rank further
 * down.
 */
const searchedPassages = 10;
const mostVariants = 2;
/** In capitals, or with a digit: other short words are not acronyms. */
const acronym = /(?<![\p{L}\d-])(?:\p{Lu}{3,6}|(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{3,6})(?![\p{L}\d-])/gu;

/**
 * The question with an acronym spelled out as in a title or heading that was found: "How do I enable 2FA?" next to a
 * page on two-factor authentication. Only headings count: in a sentence, the same initials may follow each other by
 * chance.
 */
export function acronymVariants(
  question: Question,
  passages: readonly Pick<Passage, 'documentTitle' | 'sectionPath'>[],
): string[] {
  const headings = passages
    .slice(0, searchedPassages)
    .flatMap(({ documentTitle, sectionPath }) => [documentTitle, ...sectionPath]);
  const variants = [...question.text.matchAll(acronym)].flatMap(({ 0: short, index }) => {
    const long = headings.map((heading) => spelledOut(heading, short)).find((words) => words !== null);
    return long === undefined
      ? []
      : [`${question.text.slice(0, index)}${long}${question.text.slice(index + short.length)}`];
  });
  return [...new Set(variants)].slice(0, mostVariants);
}

/** Passages whose words may be meant. One that was found for other words may rank further down. */
const readPassages = 10;
const leastSlipLetters = 3;
/** In shorter words another letter makes another word ("pay" and "day"), and only a swap counts as a slip. */
const leastForOther = { passages: 4, language: 5 };

type Readable = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/**
 * The question with its misspellings corrected: "whats teh feul surchage". A word is corrected if neither a document
 * nor the language knows it, by a word one slip away: preferably one that the passages use, otherwise the commonest of
 * the language.
 * @param unknown words of the question that occur in no document, as written
 * @returns one reading, or none if there is nothing to correct
 */
export function spellingVariants(
  question: Question,
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
  }, question.text);
  return mended === question.text ? [] : [mended];
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
