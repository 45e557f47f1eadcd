import { standsUnder } from '../place/leadIn.ts';
import { lowerWords } from '../../knowledge/language/words.ts';
import { trustRank } from '../../knowledge/document.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { type AnswerType, expectedType } from '../../retrieval/question/answerType.ts';
import type { Conflict, ConflictSide, Citation } from '../claim.ts';
import { blankDates } from '../../knowledge/values/timeSpan.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import { type Alignment, alignWords } from '../checks/edits.ts';
import {
  type ConflictingValues,
  opposedPolarity,
  readSentence,
  type ReadSentence,
  replacedValue,
  statedValue,
  sameSubject,
} from '../checks/compareSentences.ts';
import { compareEditions, editionOf, namesEdition } from '../../knowledge/editions/edition.ts';
import { isReplacedBy } from '../editions/successors.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * Two passages that share this much of the shorter one are copies of one text. A replacement in a copy is a different
 * value.
 */
const oneText = 0.4;
/**
 * Two sentences are versions of one if they have this likeness, and if each contains this much of the question's idf
 * mass, context included.
 */
const oneSentence = 0.5;
const leastAbout = 0.1;
/**
 * If the question's answer type is unknown, sentences with more changes than this were rewritten, and a changed word is
 * not a changed fact.
 */
const fewChanges = 4;
/**
 * For sentences in other words, both must be about the question: each contains at least this much of the question's idf
 * mass, context included, and nearly as much as the best one.
 */
const minCoverage = 0.3;
const nearTop = 0.7;
/**
 * The two must also be about the same thing: shared lexemes relative to the shorter sentence, without numbers and
 * units.
 */
const minSharedWords = 0.6;
/** Verbatim except for one name or a negation. */
const nearlyWordForWord = 0.7;
/**
 * A value of a sentence that is less of an answer by a reader, in logits, contradicts nothing: a phone extension in a
 * row about what was asked has -7, real rivals 3 to 8. Of 11 conflicts that 40 questions of ramdocs show, none is lost;
 * from -3 one, from 0 two, and no false one is gained or lost below 2.
 */
const leastAnswer = -4;
/** How many sentences in other words are compared. Conflicts further down are not about the question. */
const depth = 8;

/** A capitalized word inside a sentence. */
const nameShape = /(?<=[\p{L}\p{N},;()"'’] ["'“(]?)\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

/**
 * What two documents say differently about the question: another number, time or name in the same place, or a negation.
 * Returns at most one conflict, from the best ranked sentences that have one, with the preferred side first. The answer
 * type is recognized in English only. Measured on ramdocs (`npm run bench conflicts`, docs/decisions/conflicts.md).
 */
export function findConflicts(ranked: readonly RankedSentence[], question: Question): Conflict[] {
  const found = new Comparison(question).of(ranked);
  return found ? [found] : [];
}

/** Compares sentences. Each sentence and passage is parsed once, however many others it is compared with. */
class Comparison {
  readonly #type: AnswerType;
  readonly #question: Question;
  readonly #readings = new Map<RankedSentence, ReadSentence>();
  readonly #runs = new Map<string, ReadonlySet<string>>();
  readonly #shares = new Map<string, number>();

  constructor(question: Question) {
    this.#type = expectedType(question);
    this.#question = question;
  }

  of(ranked: readonly RankedSentence[]): Conflict | undefined {
    const about = ranked.filter((each) => aboutIn(ranked, each) >= leastAbout);
    const answering = answersAmong(ranked);
    return this.#first(about.filter(answering), true) ?? this.#first(aboutQuestion(ranked).filter(answering), false);
  }

  #first(sentences: readonly RankedSentence[], sameText: boolean): Conflict | undefined {
    for (const [position, left] of sentences.entries()) {
      for (const right of sentences.slice(position + 1)) {
        if (left.candidate.passage.documentId === right.candidate.passage.documentId) continue;
        if (namesOne(this.#question, left, right)) continue;
        const found = sameText ? this.#inOneText(left, right) : this.#inOtherWords(left, right);
        if (found && sameSubject(this.#question, left.candidate, right.candidate, sameText ? found.values : undefined))
          return toConflict(left, right, found);
      }
    }
    return undefined;
  }

  /** One passage is an edited copy of the other: compares word by word. */
  #inOneText(left: RankedSentence, right: RankedSentence): ConflictingValues | undefined {
    if (this.#share(left.candidate.passage, right.candidate.passage) < oneText) return undefined;
    const alignment = this.#align(left, right, oneSentence);
    if (
      !alignment ||
      alignment.replaced.length === 0 ||
      (this.#type === 'ANY' && alignment.replaced.length > fewChanges)
    )
      return undefined;
    return (
      replacedValue(this.#read(left), this.#read(right), this.#type, alignment.replaced) ??
      this.#opposed(left, right, alignment)
    );
  }

  /** Written independently, with most words in common. */
  #inOtherWords(left: RankedSentence, right: RankedSentence): ConflictingValues | undefined {
    const [one, other] = [left.candidate.text, right.candidate.text];
    if (
      sharedWords(left, right) < minSharedWords ||
      (hasOwnNames(one, other) && hasOwnNames(other, one) && this.#type !== 'PERSON' && this.#type !== 'PLACE')
    )
      return undefined;
    if (this.#type === 'NUMBER' || this.#type === 'DATE')
      return statedValue(this.#read(left), this.#read(right), this.#type);
    const alignment = this.#align(left, right, nearlyWordForWord);
    if (!alignment) return undefined;
    if (this.#type === 'ANY') return this.#opposed(left, right, alignment);
    return alignment.replaced.length === 1
      ? replacedValue(this.#read(left), this.#read(right), this.#type, alignment.replaced)
      : undefined;
  }

  #opposed(
    left: RankedSentence,
    right: RankedSentence,
    { likeness, replaced }: Alignment,
  ): ConflictingValues | undefined {
    return this.#type === 'ANY' && likeness >= nearlyWordForWord
      ? opposedPolarity(this.#read(left), this.#read(right), replaced)
      : undefined;
  }

  /** Undefined below `least`. The word counts alone give an upper bound at a hundredth of the cost. */
  #align(left: RankedSentence, right: RankedSentence, least: number): Alignment | undefined {
    const [one, other] = [this.#read(left), this.#read(right)];
    if (sharedCounts(one.words, other.words) < least) return undefined;
    const alignment = alignWords(one.text, other.text);
    return alignment.likeness >= least ? alignment : undefined;
  }

  #read(sentence: RankedSentence): ReadSentence {
    const known = this.#readings.get(sentence) ?? readSentence(sentence.candidate.text);
    this.#readings.set(sentence, known);
    return known;
  }

  #share(left: Passage, right: Passage): number {
    const key = `${left.chunkId} ${right.chunkId}`;
    const known = this.#shares.get(key) ?? sharedText(this.#runsOf(left), this.#runsOf(right));
    this.#shares.set(key, known);
    return known;
  }

  #runsOf({ chunkId, text }: Passage): ReadonlySet<string> {
    const known = this.#runs.get(chunkId) ?? wordRuns(text);
    this.#runs.set(chunkId, known);
    return known;
  }
}

/**
 * The likeness of two sentences if their common words were in the same order (Dice over all words): an upper bound of
 * the alignment's likeness.
 */
function sharedCounts(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const shared = [...left].reduce((total, [word, count]) => total + Math.min(count, right.get(word) ?? 0), 0);
  return (2 * shared) / Math.max(1, sum(left) + sum(right));
}

function aboutQuestion(ranked: readonly RankedSentence[]): RankedSentence[] {
  const best = ranked.slice(0, depth);
  const top = Math.max(0, ...best.map((each) => aboutIn(ranked, each)));
  return best.filter((each) => aboutIn(ranked, each) >= Math.max(minCoverage, nearTop * top));
}

/**
 * How much of the question is in a sentence: 0..1. Where none has a word of it, because the question is in another
 * language, those that were compared by their meaning have what the chooser makes of them.
 */
function aboutIn(ranked: readonly RankedSentence[], { softCoverage, ownSimilarity, share }: RankedSentence): number {
  const isInItsWords = ownSimilarity === null || ranked.some((other) => other.softCoverage >= leastAbout);
  return isInItsWords ? softCoverage : share;
}

/**
 * Whether a sentence is an answer by a reader's word. What it left unread beside others, such as a list of names that
 * seems to be in another language, is none; where nothing was read, each may be one.
 */
function answersAmong(ranked: readonly RankedSentence[]): (sentence: RankedSentence) => boolean {
  if (ranked.every(({ answers }) => answers === null)) return () => true;
  return ({ answers }) => answers !== null && answers >= leastAnswer;
}

/** Whether a text has names that the other lacks. */
function hasOwnNames(text: string, other: string): boolean {
  const there = new Set(lowerWords(other));
  return (blankDates(text).match(nameShape) ?? []).some((name) => !there.has(name.toLowerCase()));
}

function sharedWords(left: RankedSentence, right: RankedSentence): number {
  const words = (sentence: RankedSentence) =>
    new Set(sentence.candidate.lexemes.filter((lexeme) => !/\d/.test(lexeme)));
  const one = words(left);
  const other = words(right);
  const shared = [...one].filter((lexeme) => other.has(lexeme)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

function toConflict(left: RankedSentence, right: RankedSentence, { kind, values }: ConflictingValues): Conflict {
  const { resolution, preferred } = resolveConflict(left.candidate.passage, right.candidate.passage);
  const sides = [sideOf(left, values[0]), sideOf(right, values[1])];
  return { kind, resolution, sides: preferred === 'LEFT' ? sides : sides.toReversed() };
}

function sideOf({ candidate: { passage, text, sourceSpan } }: RankedSentence, value: string): ConflictSide {
  const { documentId, documentKey, documentTitle: title, url, versionId, effectiveFrom, effectiveUntil } = passage;
  return {
    documentId,
    documentKey,
    title,
    url,
    versionId,
    effectiveFrom,
    effectiveUntil,
    quote: text,
    sourceSpan,
    ...standsUnder(passage, sourceSpan),
    value,
  };
}

/** "The rules of 2023" are what is asked for, whatever those of today say. */
function namesOne({ text }: Question, ...sides: readonly RankedSentence[]): boolean {
  const named = sides.map(({ candidate }) => namesEdition(text, editionOf(candidate.passage.documentTitle)));
  return named.includes(true) && named.includes(false);
}

type Side = Pick<
  Passage,
  'documentKey' | 'documentTitle' | 'supersededBy' | 'laterEdition' | 'effectiveFrom' | 'documentCreatedAt' | 'trust'
>;

interface Settled {
  readonly resolution: Conflict['resolution'];
  /** The side that is right; if that is undecided, the side that was given first. */
  readonly preferred: 'LEFT' | 'RIGHT';
}

/**
 * Which of two contradicting documents is right: the one that the other names as its successor, the later edition of
 * one title, or the only trusted one. A newer document never wins over a more trusted one, because anyone who can add a
 * document can call it next year's edition. The date of ingestion alone is no evidence.
 */
function resolveConflict(left: Side, right: Side): Settled {
  const newer = newerOf(left, right);
  if (newer && trustRank[(newer === 'LEFT' ? left : right).trust] >= trustRank[(newer === 'LEFT' ? right : left).trust])
    return { resolution: 'NEWER_VERSION', preferred: newer };
  if ((left.trust === 'TRUSTED') !== (right.trust === 'TRUSTED'))
    return { resolution: 'AUTHORITY', preferred: left.trust === 'TRUSTED' ? 'LEFT' : 'RIGHT' };
  return { resolution: 'UNRESOLVED', preferred: 'LEFT' };
}

function newerOf(left: Side, right: Side): Settled['preferred'] | undefined {
  const [leftReplaced, rightReplaced] = [isReplacedBy(left, right), isReplacedBy(right, left)];
  if (leftReplaced !== rightReplaced) return leftReplaced ? 'RIGHT' : 'LEFT';
  const order = compareEditions(left.documentTitle, right.documentTitle);
  if (order === 0 || (order < 0 ? beganAfter(left, right) : beganAfter(right, left))) return undefined;
  return order < 0 ? 'RIGHT' : 'LEFT';
}

/** By days that both state; the day of loading, which stands where none was stated, says nothing. */
function beganAfter(one: Side, other: Side): boolean {
  const states = ({ effectiveFrom, documentCreatedAt }: Side) => effectiveFrom < documentCreatedAt;
  return states(one) && states(other) && one.effectiveFrom > other.effectiveFrom;
}

const wordsPerRun = 3;

/** The runs of three words of a text, for comparison with other texts. */
export function wordRuns(text: string): ReadonlySet<string> {
  const words = lowerWords(text);
  return new Set(
    words.slice(wordsPerRun - 1).map((_, position) => words.slice(position, position + wordsPerRun).join(' ')),
  );
}

/**
 * The share of the shorter text that is in the other one, by runs of three words: 0..1; 0 for texts of fewer words.
 * Containment rather than Jaccard, because chunk boundaries are arbitrary.
 */
export function sharedText(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [shorter, longer] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const run of shorter) if (longer.has(run)) shared += 1;
  return shorter.size === 0 ? 0 : shared / shorter.size;
}

/** Whether neither side can be preferred. */
export function isOpen({ resolution }: Conflict): boolean {
  return resolution === 'UNRESOLVED';
}

/**
 * The sentences without those that lost a conflict: the disputed sentence of the overruled document, and any other that
 * repeats its value.
 */
export function settledSentences(
  ranked: readonly RankedSentence[],
  conflicts: readonly Conflict[],
): readonly RankedSentence[] {
  const overruled = overruledIn(conflicts);
  if (overruled.length === 0) return ranked;
  return ranked.filter(({ candidate: { passage, text, sourceSpan } }) =>
    overruled.every(({ documentId, versionId, sourceSpan: disputed, value, kind }) => {
      if (passage.documentId !== documentId) return true;
      return (
        !(passage.versionId === versionId && sourceSpan.start === disputed.start) &&
        (kind === 'POLARITY' || !text.includes(value))
      );
    }),
  );
}

/** Whether an answer cites the losing side of a conflict. A generating model chooses its own sources. */
export function citesOverruled(
  citations: readonly Pick<Citation, 'versionId' | 'sourceSpan'>[],
  conflicts: readonly Conflict[],
): boolean {
  return overruledIn(conflicts).some((side) =>
    citations.some(
      ({ versionId, sourceSpan: { start, end } }) =>
        versionId === side.versionId && start < side.sourceSpan.end && side.sourceSpan.start < end,
    ),
  );
}

function overruledIn(conflicts: readonly Conflict[]): (ConflictSide & Pick<Conflict, 'kind'>)[] {
  return conflicts
    .filter((conflict) => !isOpen(conflict))
    .flatMap(({ kind, sides }) => sides.slice(1).map((side) => ({ ...side, kind })));
}
