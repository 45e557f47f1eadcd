import type { Span } from '../../knowledge/document.ts';
import { bulletMark } from '../../knowledge/sentences.ts';
import { sharedStart } from '../../knowledge/words.ts';
import { idfMass } from '../../retrieval/passage.ts';
import { asksForProcedure, asksForSeveral, holdsType, type AnswerType } from '../answerability/answerType.ts';
import { replacedAmong, replacedShare } from '../conflicts/successors.ts';
import { timeMatch, type Interval } from '../reading/timeSpan.ts';
import { contentRootsOf, holdsRoot } from '../words/stems.ts';
import { isStep, withLineStart, type Candidate } from './candidates.ts';
import { listsAsked } from './listed.ts';

/** A candidate with the lexemes of itself and of its context, by the index's own analysis. */
export interface AnalysedCandidate extends Candidate {
  readonly lexemes: readonly string[];
  readonly contextLexemes: readonly string[];
}

export interface RankedSentence {
  readonly candidate: AnalysedCandidate;
  readonly score: number;
  /**
   * Part of the score that it has for headings that name what is asked, which tell where to look and not that it
   * answers: 0..1.5.
   */
  readonly headed: number;
  /** Share of the question's idf mass in the sentence itself: 0..1. */
  readonly coverage: number;
  /** The same with title, headings and the sentence before counted half: 0..1. */
  readonly softCoverage: number;
  /** Cosine similarity of the question to the nearest window that the sentence stands in: -1..1; 0 when unknown. */
  readonly similarity: number;
  /** Of the question to the sentence itself: -1..1; null where it was not embedded. */
  readonly ownSimilarity: number | null;
  /** Something of the type that the question asks for stands in the sentence. */
  readonly holdsType: boolean;
  /** How well it answers by a reader, in logits; null when none read it. */
  readonly answers: number | null;
  /** The words that answer by that reader, in the version's canonical text; null where there are none. */
  readonly words: Span | null;
}

/** What a reader says of a candidate. */
export interface SentenceReading {
  /** In logits. */
  readonly answers: number;
  /** In the version's canonical text. */
  readonly words: Span | null;
}

export interface QuestionFacts {
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
  readonly type: AnswerType;
  /** What is asked, as it was written. */
  readonly text: string;
  /** Times that the question names. */
  readonly times?: readonly Interval[] | undefined;
  /** What a reader says of a candidate; null: it read none of it. */
  readonly readingOf?: ((candidate: Candidate) => SentenceReading | null) | undefined;
}

/**
 * Weights of the score's parts; the figures of `npm run bench:answerability` did not move by more than a point around
 * them.
 */
const weights = {
  coverage: 1,
  near: 0.7,
  context: 0.5,
  type: 0.25,
  name: 0.1,
  passage: 0.6,
  meaning: 0.8,
  time: { STARTS: 0.75, HOLDS: 0.5, BETWEEN: 0.4, OTHER: -0.15, NONE: 0 },
  reading: 0.1,
  own: 2,
};
/** A reader's score of a sentence beyond this is as good as this. */
const mostAnswer = 8;
/** Keeps the scores of sentences that were read above 0, as those of others are. */
const readingOffset = 0.8;
const codePenalty = 0.15;
/**
 * A numbered step, where the question asks how: of 50 such questions asked as people ask, the answer begins with the
 * right words in 28 instead of 20; nothing moves on two other sets.
 */
const stepBonus = 0.3;
/**
 * Under title and headings that hold every content word of the question, two at least: "webhook retries" under
 * "Webhooks", "Retries". Whoever names a section, and asks for no value, asks for what it says, and for its first
 * sentence before others that repeat a word of the heading.
 */
const headedBonus = 1;
const leadBonus = 0.5;
const leastHeaded = 2;
const questionWord = /\b(?:what|which|who|whose|whom|when|where|why|how)\b/iu;
/** The row of a table with a quantity that the question names, "5 kg": all rows look alike to a reader. */
const rowBonus = 0.6;
const rowShape = /^[^.;:\n]+: ([^;\n]+);/u;
const quantity = /(?<![\p{L}\d.,-])(\d+(?:[.,]\d+)?)\s?(\p{L}{1,12}|%)(?!\p{L})/gu;
/**
 * A question or a bare speaker's name answers nothing, however many of the asked words it repeats; as the sentence
 * before an answer it still counts.
 */
const noAnswerPenalty = 1.5;
/** "Li Hua: Hey Jake!", "Absolutely!": in chats and mails every other line, full of the names that are asked about. */
const emptyPenalty = 0.8;
/** "This page lists how long data are kept.": of what is told, not what is told. */
const aboutItself =
  /^this (?:page|article|guide|section|chapter|document|topic|tutorial|post|overview) (?:will )?(?:is about|lists?|shows?|describes?|explains?|tells?|covers?|takes?|walks?|introduces?|provides?|instructs?|guides?|helps?|gives?|contains?|discusses?|summari[sz]es?)\b/iu;
/**
 * An item of an enumeration, "damage caused by poor packaging,": what is said of it stands above, and may be that it is
 * not covered.
 */
const itemPenalty = 0.8;
const item = /^\p{Ll}[^.!?\n]*[,;]$/u;
const speaker = /^[\p{L}\d .'-]{1,40}:\s+/u;
const leastWords = 4;
const noAnswer = /\?["'”’)\]]*\s*$|^[\p{L}\d .'-]{1,40}:\s*$/u;

/**
 * Sentences by how likely they answer the question, best first; those of a document whose successor is there count for
 * less. Ties keep reading order.
 */
export function rankSentences(candidates: readonly AnalysedCandidate[], question: QuestionFacts): RankedSentence[] {
  const topScore = Math.max(1e-9, ...candidates.map((candidate) => candidate.passage.score));
  const total = idfMass(question.idf) || 1;
  const replaced = replacedAmong(candidates.map((candidate) => candidate.passage));
  const isProcedure = asksForProcedure(question.text);
  const holdsQuantity = rowsWith(question.text);
  const namedBonus =
    question.type === 'ANY' || !questionWord.test(question.text) ? bonusOfNamed(question.text) : () => 0;
  const ranked = candidates.map((candidate): RankedSentence => {
    const own = new Set(candidate.lexemes);
    const around = new Set(candidate.contextLexemes);
    const coverage = mass(question.idf, (lexeme) => own.has(lexeme)) / total;
    const context = mass(question.idf, (lexeme) => !own.has(lexeme) && around.has(lexeme)) / total;
    const near = nearMass(question.idf, own) / total;
    const typed = holdsType(candidate.text, question.type);
    const similarity = similarityOf(candidate);
    const headed = namedBonus(candidate);
    const covers = weights.coverage * coverage + weights.near * near + weights.context * context;
    const fresh =
      // Where the headings say all of it, a sentence that repeats it says no more.
      (headed > 0 ? Math.max(covers, weights.coverage) + headed : covers) +
      (bringsName(question.text, question.type, candidate) ? weights.name : 0) +
      (question.type !== 'ANY' && typed ? weights.type : 0) +
      weights.passage * (candidate.passage.score / topScore) +
      weights.meaning * similarity +
      (question.times && question.times.length > 0 ? weights.time[timeMatch(candidate.text, question.times)] : 0) +
      (isProcedure && isStep(candidate) ? stepBonus : 0) +
      (holdsQuantity(candidate.text) ? rowBonus : 0) -
      (candidate.text.startsWith('    ') ? codePenalty : 0) -
      (noAnswer.test(candidate.text) ? noAnswerPenalty : 0) -
      (saysNothing(candidate.text) || aboutItself.test(candidate.text) ? emptyPenalty : 0) -
      (isItem(candidate) ? itemPenalty : 0);
    const { answers, words } = question.readingOf?.(candidate) ?? unreadSentence;
    const read = Math.max(
      0,
      fresh +
        (answers === null ? 0 : weights.reading * Math.min(mostAnswer, Math.max(-mostAnswer, answers)) + readingOffset),
    );
    const score = replaced.has(candidate.passage.documentId) ? read * replacedShare : read;
    return {
      candidate,
      score,
      headed,
      coverage,
      softCoverage: Math.min(1, coverage + context / 2),
      similarity,
      ownSimilarity: null,
      holdsType: typed,
      answers,
      words,
    };
  });
  return ranked.sort((left, right) => right.score - left.score || byPlace(left, right));
}

/** Passage by passage, best first, each in its own order. */
export function byPlace({ candidate: left }: RankedSentence, { candidate: right }: RankedSentence): number {
  return left.passage.rank - right.passage.rank || left.ordinal - right.ordinal;
}

const unreadSentence = { answers: null, words: null } as const;

/**
 * The best sentences once more in order, with how near each is to the question by itself; those behind them stay as
 * they are. @param similarities of the first ones
 */
export function withOwnSimilarity(
  ranked: readonly RankedSentence[],
  similarities: readonly number[],
): RankedSentence[] {
  const near = ranked.slice(0, similarities.length).map((sentence, position) => {
    const ownSimilarity = similarities[position] ?? 0;
    return { ...sentence, ownSimilarity, score: sentence.score + weights.own * Math.max(0, ownSimilarity) };
  });
  return [...near.toSorted((left, right) => right.score - left.score), ...ranked.slice(similarities.length)];
}

/** What the row of a table is about, as canonical text has it: its first cell; undefined for a text that is no row. */
export function firstCellOf(text: string): string | undefined {
  return rowShape.exec(text)?.[1];
}

/** Whether a candidate is a row with one of the question's quantities in it. */
export function rowsWith(question: string): (text: string) => boolean {
  const asked = [...question.matchAll(quantity)].map(
    ([, number = '', unit = '']) =>
      new RegExp(`(?<![\\p{L}\\d.,-])${number.replace('.', '\\.')}\\s?${unit}(?!\\p{L})`, 'iu'),
  );
  return (text) => asked.length > 0 && rowShape.test(text) && asked.some((shape) => shape.test(text));
}

/** For a candidate whose title and headings name what is asked. */
function bonusOfNamed(question: string): (candidate: Candidate) => number {
  const asked = contentRootsOf(question);
  const several = asksForSeveral(question);
  const isAsked = listsAsked(question);
  // Sentences below one heading share the list of headings.
  const places = new Map<readonly string[], ReturnType<typeof namedPlace>>();
  return (candidate) => {
    const { headings, isLead } = candidate;
    const place = places.get(headings) ?? namedPlace(headings, asked);
    places.set(headings, place);
    // "Which roles are there?": what is listed under "Roles", and not what is said under "Custom roles".
    // Of two lists of plans the one under "Compare plans" is meant, not the one under "Notice periods".
    if (isAsked(candidate)) return headedBonus + (namesAny(headings, asked) ? 2 : 1) * leadBonus;
    if (several && isListed(candidate) && isNamedBy(headings.at(-1) ?? '', asked)) return headedBonus + leadBonus;
    return place === 'NONE' ? 0 : headedBonus + (isLead && place === 'SECTION' ? leadBonus : 0);
  };
}

/** Whether a candidate is a row of a table or an item of a list. */
function isListed(candidate: Candidate): boolean {
  return firstCellOf(candidate.text) !== undefined || bulletMark.test(withLineStart(candidate));
}

/** Whether a heading says nothing but what is asked. */
function isNamedBy(heading: string, asked: readonly string[]): boolean {
  const named = contentRootsOf(heading);
  return named.length > 0 && named.every((root) => holdsRoot(asked, root));
}

function namesAny(headings: readonly string[], asked: readonly string[]): boolean {
  const named = contentRootsOf(headings.join(' '));
  return asked.some((root) => holdsRoot(named, root));
}

/** What the headings name of what is asked. A title alone names the whole document, whose first sentence says what it is about. */
function namedPlace(headings: readonly string[], asked: readonly string[]): 'NONE' | 'DOCUMENT' | 'SECTION' {
  const isIn = (text: string) => {
    const roots = contentRootsOf(text);
    return (root: string) => holdsRoot(roots, root);
  };
  if (asked.length < leastHeaded || !asked.every(isIn(headings.join(' ')))) return 'NONE';
  const [title = '', ...others] = headings;
  return !asked.every(isIn(title)) && asked.some(isIn(others.at(-1) ?? '')) ? 'SECTION' : 'DOCUMENT';
}

/** Whether a candidate is but an item of an enumeration. */
export function isItem({ text }: Candidate): boolean {
  return item.test(text.trimEnd());
}

/** A cry of a few words, whoever it is said to have come from. */
function saysNothing(text: string): boolean {
  const said = text.replace(speaker, '');
  return said.endsWith('!') && (said.match(/[\p{L}\d]+/gu) ?? []).length < leastWords && !/\d/.test(said);
}

function similarityOf({ passage, sourceSpan }: Candidate): number {
  const start = sourceSpan.start - passage.sourceSpan.start;
  const end = sourceSpan.end - passage.sourceSpan.start;
  const around = passage.windows.filter((window) => window.start < end && window.end > start);
  return around.length === 0 ? 0 : Math.max(...around.map((window) => window.similarity));
}

/** What forms of its words bring beside the words themselves. */
function nearMass(idf: ReadonlyMap<string, number>, own: ReadonlySet<string>): number {
  let total = 0;
  for (const [lexeme, weight] of idf) if (!own.has(lexeme)) total += weight * nearestLexeme(lexeme, own);
  return total;
}

function mass(idf: ReadonlyMap<string, number>, has: (lexeme: string) => boolean): number {
  let total = 0;
  for (const [lexeme, weight] of idf) if (has(lexeme)) total += weight;
  return total;
}

/** Questions that are answered by a name: who, where, which, and "what team", but not "what is" and "what kind". */
const asksForName =
  /\b(?:who|whom|whose|where|which)\b|\bwhat (?!is|are|was|were|do|does|did|can|could|should|would|will|has|have|happen|kind|type|sort|way|if|about|else)\p{Ll}+/iu;
/** A capital inside a sentence. */
const nameShape = /(?<![.!?] |^)\b\p{Lu}[\p{L}\d]+/gu;
const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/**
 * Whether a question is answered by a name, and a sentence has one that neither the question nor the document's title
 * has. English.
 */
export function bringsName(question: string, type: AnswerType, { text, passage }: Candidate): boolean {
  if (type === 'NUMBER' || type === 'DATE' || !asksForName.test(question)) return false;
  const known = `${question}\n${passage.documentTitle}`.toLowerCase();
  return [...text.matchAll(nameShape)]
    .map((match) => match[0].toLowerCase())
    .some((name) => !known.includes(name) && !month.test(name));
}

/**
 * Lexemes share at least this many letters, and this much of the longer one, to count as forms of one word that the
 * stemmer parts: "founder" and "founded".
 */
const fewestLetters = 4;
const leastShare = 0.6;

/**
 * How near the nearest of some lexemes comes to one: the shared beginning over the longer of both; 1 for the same, 0
 * for none. Codes are never near.
 */
export function nearestLexeme(lexeme: string, among: ReadonlySet<string>): number {
  if (among.has(lexeme)) return 1;
  if (lexeme.length < fewestLetters || /\d/.test(lexeme)) return 0;
  let nearest = 0;
  for (const other of among) {
    const share = sharedStart(lexeme, other) / Math.max(lexeme.length, other.length);
    if (share > nearest && share >= leastShare && sharedStart(lexeme, other) >= fewestLetters) nearest = share;
  }
  return nearest;
}
