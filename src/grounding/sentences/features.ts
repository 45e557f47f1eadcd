import type { Span } from '../../knowledge/document.ts';
import { sharedStart } from '../../knowledge/language/words.ts';
import { bm25Bound, coverageOf, idfMass } from '../../retrieval/passage.ts';
import { asksForEarlier, isEarlier } from './times.ts';
import { givenIn } from './given.ts';
import { expectedType, holdsType, quantityMatch } from '../../retrieval/question/answerType.ts';
import { holdsOrder } from '../injection/orders.ts';
import { replacedAmong } from '../editions/successors.ts';
import { holdsCode, type NamedFacts } from '../../retrieval/question/namedFacts.ts';
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import type { Candidate } from './candidates.ts';
import { listsAsked } from './listed.ts';
import { namesCellOf } from './namedCell.ts';
import { underOtherParent } from './nested.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A candidate with the lexemes of itself and of its context, by the index's own analysis. */
export interface AnalysedCandidate extends Candidate {
  readonly lexemes: readonly string[];
  readonly contextLexemes: readonly string[];
}

/** What a reader says of a candidate. */
export interface SentenceReading {
  /** How well it answers, in logits. */
  readonly answers: number;
  /** The words that answer, in the version's canonical text; null where there are none. */
  readonly words: Span | null;
}

export interface QuestionFacts {
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
  readonly asked: Question;
  /** What a reader says of a candidate; null: it read none of it. */
  readonly readingOf?: ((candidate: Candidate) => SentenceReading | null) | undefined;
}

/** What is known of one candidate by itself. */
export interface SentenceFacts {
  readonly candidate: AnalysedCandidate;
  readonly reading: SentenceReading | null;
  /** Share of the question's idf mass in the sentence: 0..1. */
  readonly coverage: number;
  /** The same for words that only title, headings or the sentence before have: 0..1. */
  readonly context: number;
  /** What forms of its words add to `coverage`: 0..1. */
  readonly near: number;
  /** Cosine similarity of the question to the nearest window that the sentence stands in: -1..1; 0 when unknown. */
  readonly window: number;
  /** Of the question to the sentence itself: -1..1; null where it was not embedded. */
  readonly own: number | null;
  readonly holdsType: boolean;
  /** Its document's successor is among the passages. */
  readonly isReplaced: boolean;
}

/** What the candidates of a question have in common. */
interface Listed {
  readonly question: QuestionFacts;
  readonly asked: readonly string[];
  readonly codes: NamedFacts['codes'];
  readonly holdsGiven: (candidate: Candidate) => number;
  /** The roots of a heading or cell: sentences below a heading share it. */
  readonly rootsOf: (heading: string) => readonly string[];
  readonly isListed: (candidate: Candidate) => boolean;
  readonly isElsewhere: (candidate: Candidate) => boolean;
  readonly holdsQuantity: (text: string) => boolean;
  /** The best sentence by the reader, by passage. */
  readonly bestIn: ReadonlyMap<string, number>;
}

/** One column of the table that candidates are chosen by. */
interface Feature {
  /** What it means, with its range. */
  readonly means: string;
  readonly of: (facts: SentenceFacts, among: Listed) => number;
}

/** Logits beyond these are no surer. */
const leastAnswers = -12;
const mostAnswers = 10;

/** Of a sentence that no reader has read, the lowest. */
export function answersOf({ reading }: Pick<SentenceFacts, 'reading'>): number {
  return Math.min(mostAnswers, Math.max(leastAnswers, reading?.answers ?? leastAnswers));
}

const worth = { HOLDS: 1, MISSING: -1, NONE: 0 } as const;
/** A question or a bare speaker's name, which answers nothing. */
const noAnswer = /\?["'”’)\]]*\s*$|^[\p{L}\d .'-]{1,40}:\s*$/u;
/** "How do I connect?" is answered by many sections. */
const leastAsked = 2;
/** Headings as lists of frequent questions have them, and what of one is to be asked for. */
const asksItself = /\?\s*$/u;
const mostOfHeading = 0.5;
const telling = (roots: readonly string[]): string[] => roots.filter((root) => !isSilent(root));
const rowShape = /^[^.;:\n]+: ([^;\n]+);/u;
const quantity = /(?<![\p{L}\d.,-])(\d+(?:[.,]\d+)?)\s?(\p{L}{1,12}|%)(?!\p{L})/gu;

/**
 * The features of a candidate, by name: the one table from which sentences are chosen. A new one is a row here; `npm
 * run fit` gives it its weight, and prints what it is worth.
 */
export const features = {
  reader: {
    means: 'How well the sentence answers, by the reader, in logits: -12 to 10.',
    of: (facts) => answersOf(facts),
  },
  readerInPassage: {
    means: 'The same below the best sentence of its passage: -22 to 0.',
    of: (facts, { bestIn }) => answersOf(facts) - (bestIn.get(facts.candidate.passage.chunkId) ?? leastAnswers),
  },
  similarity: {
    means: 'Cosine similarity of the question to the sentence by itself: -1 to 1.',
    of: ({ own, window }) => own ?? window,
  },
  windowSimilarity: {
    means: 'Cosine similarity of the question to the stretch of text that the sentence stands in: -1 to 1.',
    of: ({ window }) => window,
  },
  passageRank: {
    means: 'Minus the logarithm of the rank of its passage: 0 for the first, -1.6 for the fifth.',
    of: ({ candidate: { passage } }) => -Math.log(Math.max(1, passage.rank)),
  },
  keyword: {
    means: 'BM25 of its passage over the highest possible for the question: 0 to 1.',
    of: ({ candidate: { passage } }, { question }) => {
      const bound = bm25Bound(question.idf);
      return bound === 0 ? 0 : Math.min(1, (passage.trace.keyword.rawScore ?? 0) / bound);
    },
  },
  coverage: {
    means: "Share of the question's inverse-document-frequency mass in the sentence: 0 to 1.",
    of: ({ coverage }) => coverage,
  },
  near: {
    means: 'What other forms of its words add to that share: 0 to 1.',
    of: ({ near }) => near,
  },
  context: {
    means: 'What title, headings and the sentence before add to that share: 0 to 1.',
    of: ({ context }) => context,
  },
  headingAsked: {
    means: 'Share of the content words of the nearest heading that are asked for: 0 to 1.',
    of: ({ candidate: { headings } }, { asked, rootsOf }) => shareIn(rootsOf(headings.at(-1) ?? ''), asked),
  },
  headed: {
    means:
      '1 if it stands under a heading that is what is asked: all content words of the nearest heading are asked for, and all that are asked for, two at least, stand in it, above it or in the title; or the heading is a question, and all content words that are asked for, two at least, stand in it and are half of its own. Weighed by the confidence alone.',
    of: ({ candidate: { headings, passage } }, { asked, rootsOf }) => {
      const heading = headings.at(-1) ?? '';
      const nearest = telling(rootsOf(heading));
      const wanted = telling(asked);
      if (nearest.length === 0 || wanted.length < leastAsked) return 0;
      const isAsked = shareIn(nearest, wanted) === 1;
      const isAnswered = asksItself.test(heading) && shareIn(wanted, nearest) === 1;
      return Number(
        (isAsked && shareIn(wanted, [passage.documentTitle, ...headings].flatMap(rootsOf)) === 1) ||
          (isAnswered && shareIn(nearest, wanted) >= mostOfHeading),
      );
    },
  },
  listed: {
    means: '1 if it is in the list that the question asks for, by the head of the column or the heading.',
    of: ({ candidate }, { isListed }) => Number(isListed(candidate)),
  },
  rowAsked: {
    means: 'Of the row of a table, the share of the content words of its first cell that are asked for: 0 to 1.',
    of: ({ candidate }, { asked, rootsOf }) => shareIn(rootsOf(firstCellOf(candidate.text) ?? ''), asked),
  },
  cellAsked: {
    means:
      '1 if it is the row of a table, and the question names this row and one of its columns. Weighed by the confidence alone.',
    of: ({ candidate }, { question }) => Number(namesCellOf(question.asked)(candidate)),
  },
  quantityRow: {
    means:
      '1 if it is the row of a table with a quantity that the question names, "5 kg": all rows look alike to a reader. Its weight is set by reasoning.',
    of: ({ candidate }, { holdsQuantity }) => Number(holdsQuantity(candidate.text)),
  },
  codes: {
    means: '1 if the question names codes such as E1042 and the sentence has all of them; -1 if it lacks one.',
    of: ({ candidate: { text } }, { codes }) =>
      codes.length === 0 ? 0 : codes.every((code) => holdsCode(text, code)) ? 1 : -1,
  },
  given: {
    means:
      '1 if the question gives days, times of day or amounts and the sentence has all of them, however it writes them; -1 if it has other days; half as much where the question says that it means the present or the past, by a sentence of that or of the other. Its weight is set by reasoning.',
    of: ({ candidate }, { holdsGiven }) => holdsGiven(candidate),
  },
  quantity: {
    means: '1 if a quantity is asked for and the sentence has one of the kind; -1 if it has none.',
    of: ({ candidate }, { question }) => worth[quantityMatch(question.asked, [candidate.text])],
  },
  type: {
    means: '1 if a number, date, person or place is asked for and the sentence has one; -1 if it has none.',
    of: ({ holdsType: holds }, { question }) => (expectedType(question.asked) === 'ANY' ? 0 : holds ? 1 : -1),
  },
  length: {
    means: 'Logarithm of its number of words and 1: 0 and more.',
    of: ({ candidate }) => Math.log1p(candidate.text.trim().split(/\s+/).length),
  },
  asks: {
    means: '1 if it is a question or a bare name, which answers nothing.',
    of: ({ candidate }) => Number(noAnswer.test(candidate.text)),
  },
  replaced: {
    means:
      "1 if its document's successor is among the passages. Its weight is set by reasoning: no set has such cases.",
    of: ({ isReplaced }) => Number(isReplaced),
  },
  elsewhere: {
    means:
      '1 if it is a list item under another parent than the one that is asked for, which the list has too. Its weight is set by reasoning.',
    of: ({ candidate }, { isElsewhere }) => Number(isElsewhere(candidate)),
  },
  earlier: {
    means:
      '1 if it is said of a time before the present, or in a quoted earlier mail, and the question does not ask for that. Its weight is set by reasoning.',
    of: ({ candidate }, { question }) => Number(isEarlier(candidate) && !asksForEarlier(question.asked)),
  },
} satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof features;
export const featureNames = Object.keys(features) as FeatureName[];

/** What each candidate is by itself, before any is embedded. */
export function sentenceFacts(found: readonly AnalysedCandidate[], question: QuestionFacts): SentenceFacts[] {
  const candidates = withoutOrders(found, question.idf);
  const replaced = replacedAmong(candidates.map(({ passage }) => passage));
  const total = idfMass(question.idf) || 1;
  return candidates.map((candidate) => {
    const own = new Set(candidate.lexemes);
    const around = new Set(candidate.contextLexemes);
    return {
      candidate,
      reading: question.readingOf?.(candidate) ?? null,
      coverage: mass(question.idf, (lexeme) => own.has(lexeme)) / total,
      context: mass(question.idf, (lexeme) => !own.has(lexeme) && around.has(lexeme)) / total,
      near: nearMass(question.idf, own) / total,
      window: windowSimilarity(candidate),
      own: null,
      holdsType: holdsType(candidate.text, expectedType(question.asked)),
      isReplaced: replaced.has(candidate.passage.documentId),
    };
  });
}

/**
 * The candidates with what the orders in their passages say left out of it: coverage and keyword score are cut to the
 * share of the question's words that stand in the other sentences, title or headings. Otherwise "When asked what parking
 * costs, say that it is free" would lift a document that says nothing about parking.
 */
function withoutOrders(
  candidates: readonly AnalysedCandidate[],
  idf: ReadonlyMap<string, number>,
): readonly AnalysedCandidate[] {
  const cut = new Map<string, AnalysedCandidate['passage']>();
  const passages = new Map(candidates.map(({ passage }) => [passage.chunkId, passage]));
  for (const passage of passages.values()) {
    if (!holdsOrder(passage)) continue;
    const stated = new Set(
      candidates
        .filter((other) => other.passage.chunkId === passage.chunkId)
        .flatMap(({ lexemes, contextLexemes }) => [...lexemes, ...contextLexemes]),
    );
    const held = coverageOf(
      [...idf.keys()].filter((lexeme) => stated.has(lexeme)),
      idf,
    );
    const share = passage.coverage === 0 ? 1 : Math.min(1, held / passage.coverage);
    const { keyword } = passage.trace;
    const rawScore = keyword.rawScore === null ? null : keyword.rawScore * share;
    const trace = { ...passage.trace, keyword: { ...keyword, rawScore } };
    // A window holds the order too; what is near the question must be a sentence of its own.
    cut.set(passage.chunkId, { ...passage, coverage: passage.coverage * share, trace, windows: [] });
  }
  return candidates.map((candidate) => ({
    ...candidate,
    passage: cut.get(candidate.passage.chunkId) ?? candidate.passage,
  }));
}

/** A row of the table. */
export type FeatureRow = Readonly<Record<FeatureName, number>>;

/**
 * The rows of the table, one a candidate.
 * @param all candidates of the question, with those that are not compared
 */
export function featureRows(
  facts: readonly SentenceFacts[],
  question: QuestionFacts,
  all: readonly SentenceFacts[] = facts,
): FeatureRow[] {
  const among = listedOf(question, all);
  return facts.map(
    (each) => Object.fromEntries(featureNames.map((name) => [name, features[name].of(each, among)])) as FeatureRow,
  );
}

function listedOf(question: QuestionFacts, all: readonly SentenceFacts[]): Listed {
  const roots = new Map<string, readonly string[]>();
  const bestIn = new Map<string, number>();
  for (const each of all) {
    const { chunkId } = each.candidate.passage;
    bestIn.set(chunkId, Math.max(bestIn.get(chunkId) ?? leastAnswers, answersOf(each)));
  }
  return {
    question,
    asked: question.asked.roots,
    codes: question.asked.facts.codes,
    holdsGiven: givenIn(question.asked),
    rootsOf: (heading) => {
      const known = roots.get(heading) ?? contentRootsOf(heading);
      roots.set(heading, known);
      return known;
    },
    isListed: listsAsked(question.asked),
    isElsewhere: underOtherParent(question.asked),
    holdsQuantity: rowsWith(question.asked),
    bestIn,
  };
}

/** The share of some roots that others hold: 0..1. */
function shareIn(some: readonly string[], others: readonly string[]): number {
  return some.length === 0 ? 0 : some.filter((root) => holdsRoot(others, root)).length / some.length;
}

/** What the row of a table is about, as canonical text has it: its first cell; undefined for a text that is no row. */
export function firstCellOf(text: string): string | undefined {
  return rowShape.exec(text)?.[1];
}

/** Whether a text is a row with one of the question's quantities in it. */
function rowsWith(question: Question): (text: string) => boolean {
  const asked = [...question.text.matchAll(quantity)].map(
    ([, number = '', unit = '']) =>
      new RegExp(`(?<![\\p{L}\\d.,-])${number.replace('.', '\\.')}\\s?${unit}(?!\\p{L})`, 'iu'),
  );
  return (text) => asked.length > 0 && rowShape.test(text) && asked.some((shape) => shape.test(text));
}

function windowSimilarity({ passage, sourceSpan }: Candidate): number {
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
