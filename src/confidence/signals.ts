import { z } from 'zod';
import { reciprocal } from '../retrieval/fuse/fuse.ts';
import { bm25Bound, coverageOf, idfMass, type Passage } from '../retrieval/passage.ts';

/**
 * The evidence about one retrieval and its reading. All are 0..1, except rrfTop (0..2/(k+1)), vectorDistance and
 * answerLead (0..2), questionInformation (0 and more), rerankScore (the reranker's scale) and answerMargin (any value).
 */
export interface ConfidenceSignals {
  readonly rrfTop: number;
  readonly inBothArms: boolean;
  readonly keywordNormalized: number;
  readonly idfCoverage: number;
  readonly armOverlap: number;
  readonly vectorDistance: number | null;
  readonly margin: number;
  /**
   * The reranker's relevance of the top passage, on its own scale; null if it was not reranked. No formula weights it
   * yet, because there is no data to fit it on.
   */
  readonly rerankScore: number | null;
  /**
   * How much the question says: the sum of its lexemes' idf, in nats (SumIDF: He and Ounis 2004, "Inferring query
   * performance using pre-retrieval predictors"). Coverage of a long, specific question is unlikely to be chance; the
   * same share of a short question may be.
   */
  readonly questionInformation: number;
  /**
   * Share of the question's idf mass in words that occur anywhere in the knowledge base. A similar topic that the
   * documents do not cover shows in the word that they lack.
   */
  readonly knownWords: number;
  /** Share of the question's idf mass in the best sentence. Its title, headings and previous sentence count half. */
  readonly sentenceCoverage: number;
  /** False if the question asks for a number, date, person or place and no sentence of the answer contains one. */
  readonly answerTypePresent: boolean;
  /**
   * True if the question names codes (E1042, BP-4) and the sentences of the answer contain all of them and much of the
   * other words.
   */
  readonly codesMatched: boolean;
  /**
   * True if the question asks for a quantity and the sentences contain one of its kind: a count of the right things, a
   * duration, an amount of money, a share.
   */
  readonly quantityMatched: boolean;
  /**
   * How well the times in the sentences fit those that the question asks about: 0..1; null if it asks about none. See
   * grounding/reading/timeSpan.ts.
   */
  readonly timeFit: number | null;
  /**
   * The reader's probability that the passage of the best sentence states the answer: 0..1; null if nothing was read.
   * The same applies to the next nine signals.
   */
  readonly answerability: number | null;
  /**
   * How much better the best sentence answers than "not stated", in logits: half of the lead of its best words, plus
   * the reader's judgement of its passage.
   */
  readonly answerMargin: number | null;
  /**
   * The highest answerability among the other passages: 0..1; 0 if only one was read. Several passages that answer
   * confirm that there is an answer.
   */
  readonly answerAgreement: number | null;
  /**
   * Share of the question's idf mass in the best sentence: 0..1. Title, headings and the previous sentence count half.
   */
  readonly answerCoverage: number | null;
  /** Cosine similarity between the question and the best sentence alone, at least 0: 0..1. */
  readonly answerSimilarity: number | null;
  /**
   * The lead of the best sentence over the best one of another document, in the ranking's units: 0..2; 2 without a
   * rival.
   */
  readonly answerLead: number | null;
  /** Cosine similarity between the question and the passage of the best sentence, at least 0: 0..1. */
  readonly passageSimilarity: number | null;
  /**
   * How closely a title or heading above the best sentence matches the question: 0..1. It is 1 if it has exactly the
   * words of the question; otherwise the F1 of their content words, or 0 if that is below .6 or they share fewer than
   * two.
   */
  readonly headingMatch: number | null;
  /**
   * Whether the question asks which things there are, and the best sentence is a row or an item of a list of them, told
   * by the head of the column or the heading.
   */
  readonly listMatched: boolean | null;
  /** 1 / (1 + rank) of that passage in the vector arm: 0..0.5; 0 if the arm did not return it. */
  readonly passageRank: number | null;
  /**
   * What the chat model found among the best sentences. True: it named some that are not far behind the best one, and
   * one of its claims was proven or, if it made none, a named sentence itself. False: it said that none states the
   * answer. Null: it was not asked, said that something else is missing, named other sentences, or returned nothing
   * usable.
   */
  readonly writerFound: boolean | null;
}

/** The signals of a reading. */
export type ReadingSignals = Pick<
  ConfidenceSignals,
  | 'answerability'
  | 'answerMargin'
  | 'answerAgreement'
  | 'answerCoverage'
  | 'answerSimilarity'
  | 'answerLead'
  | 'passageSimilarity'
  | 'passageRank'
  | 'headingMatch'
  | 'listMatched'
>;

export const unread: ReadingSignals = {
  answerability: null,
  answerMargin: null,
  answerAgreement: null,
  answerCoverage: null,
  answerSimilarity: null,
  answerLead: null,
  passageSimilarity: null,
  passageRank: null,
  headingMatch: null,
  listMatched: null,
};

export type Tier = 'CONFIDENT' | 'UNCERTAIN' | 'NO_MATCH' | 'VERIFICATION_FAILED';

/** "At most `alpha` wrong among answered, with confidence 1 - `delta`", as tested by Learn-then-Test. */
export interface GatePromise {
  readonly alpha: number;
  readonly delta: number;
  /** The gate that the promise applies to. */
  readonly threshold: number;
  /** Of the questions that tested it: how many were answered, and how many of those were wrong. */
  readonly answered: number;
  readonly wrong: number;
  /** Upper bound of the share of wrong answers, at confidence 1 - `delta`. */
  readonly upperBound: number;
  /** Share of all questions that are answered, with its 95 % interval. */
  readonly coverage: number;
  readonly coverageLow: number;
  readonly coverageHigh: number;
}

/** A fit of the confidence on labelled questions, as an answer reports it. */
export interface Calibration {
  readonly id: string;
  readonly createdAt: Date;
  readonly sampleSize: number;
  /** ISO 639-1; 'und': every language without a calibration of its own. */
  readonly language: string;
  readonly source: 'SET' | 'FEEDBACK';
  /** SHA-256 of the labels, in hexadecimal. */
  readonly dataHash: string;
  readonly method: 'SEED' | 'LOGISTIC' | 'PLATT' | 'BETA' | 'ISOTONIC';
  /** Expected calibration error of the shipped scale, and of this fit, on unseen questions. */
  readonly eceBefore: number;
  readonly eceAfter: number;
  readonly uncertainFrom: number;
  readonly confidentFrom: number;
  /** Null if none was requested or the labels could not support one. */
  readonly promise: GatePromise | null;
}

export interface Confidence {
  /** 0..1. */
  readonly value: number;
  /** 0..100 with one decimal. */
  readonly display: number;
  readonly signals: ConfidenceSignals;
  readonly calibration: Calibration | null;
}

/** Signals as recorded in runs. */
export const signalsSchema = z.object({
  rrfTop: z.number(),
  inBothArms: z.boolean(),
  keywordNormalized: z.number(),
  idfCoverage: z.number(),
  armOverlap: z.number(),
  vectorDistance: z.number().nullable(),
  margin: z.number(),
  rerankScore: z.number().nullable(),
  questionInformation: z.number(),
  knownWords: z.number(),
  sentenceCoverage: z.number(),
  answerTypePresent: z.boolean(),
  codesMatched: z.boolean(),
  quantityMatched: z.boolean(),
  timeFit: z.number().nullable(),
  answerability: z.number().nullable(),
  answerMargin: z.number().nullable(),
  answerAgreement: z.number().nullable(),
  answerCoverage: z.number().nullable(),
  answerSimilarity: z.number().nullable(),
  answerLead: z.number().nullable(),
  passageSimilarity: z.number().nullable(),
  passageRank: z.number().nullable(),
  headingMatch: z.number().nullable().default(null),
  listMatched: z.boolean().nullable().default(null),
  // Runs from before this signal existed do not have it.
  writerFound: z.boolean().nullable().default(null),
} satisfies Record<keyof ConfidenceSignals, z.ZodType>);

/** What the signals of one retrieval are computed from. */
export interface Evidence {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Passages that were read beyond them: a reranker may have moved the strongest rival there. */
  readonly further?: readonly Passage[] | undefined;
  /** Parent passages in each arm's own order. */
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that occur in no document. */
  readonly unknown: readonly string[];
  readonly rrfK: number;
  /** Whether an arm failed. A rival that only that arm knows would be missing, so leads do not count. */
  readonly lostArm?: boolean | undefined;
  /** Signals of the best sentences, if sentences were ranked. */
  readonly sentences?:
    | Pick<ConfidenceSignals, 'sentenceCoverage' | 'answerTypePresent' | 'codesMatched' | 'quantityMatched' | 'timeFit'>
    | undefined;
  /** Signals of the reader, if passages were read. */
  readonly reading?: ReadingSignals | undefined;
}

/** How many results of the two arms are compared. */
const overlapDepth = 10;

export const noSignals: ConfidenceSignals = {
  rrfTop: 0,
  inBothArms: false,
  keywordNormalized: 0,
  idfCoverage: 0,
  armOverlap: 0,
  vectorDistance: null,
  margin: 0,
  rerankScore: null,
  questionInformation: 0,
  knownWords: 0,
  sentenceCoverage: 0,
  answerTypePresent: false,
  codesMatched: false,
  quantityMatched: false,
  timeFit: null,
  ...unread,
  writerFound: null,
};

/** The signals of one retrieval. All zero when nothing was found. */
export function computeSignals(evidence: Evidence): ConfidenceSignals {
  const top = evidence.passages[0];
  if (!top) return noSignals;
  const { vector, keyword } = top.trace;
  return {
    rrfTop: reciprocal(vector.rank, evidence.rrfK) + reciprocal(keyword.rank, evidence.rrfK),
    inBothArms: vector.rank !== null && keyword.rank !== null,
    keywordNormalized: normalizedKeyword(keyword.rawScore, evidence.idf),
    idfCoverage: top.coverage,
    armOverlap: armOverlap(evidence.vectorOrder, evidence.keywordOrder),
    vectorDistance: vector.rawScore === null ? null : 1 - vector.rawScore,
    margin: evidence.lostArm ? 0 : margin(evidence.passages, evidence.further),
    rerankScore: top.trace.rerank?.score ?? null,
    questionInformation: idfMass(evidence.idf),
    knownWords: knownWords(evidence.idf, evidence.unknown),
    sentenceCoverage: evidence.sentences?.sentenceCoverage ?? 0,
    answerTypePresent: evidence.sentences?.answerTypePresent ?? false,
    codesMatched: evidence.sentences?.codesMatched ?? false,
    quantityMatched: evidence.sentences?.quantityMatched ?? false,
    timeFit: evidence.sentences?.timeFit ?? null,
    ...readingOf(evidence),
    // A model is asked only after the evidence has been judged.
    writerFound: null,
  };
}

/** As with `margin`, the lead of the best sentence does not count if an arm failed. */
function readingOf({ reading = unread, lostArm = false }: Evidence): ReadingSignals {
  return lostArm && reading.answerLead !== null ? { ...reading, answerLead: 0 } : reading;
}

/**
 * BM25 divided by its least upper bound for the question: 0..1. Raw BM25 separates found from merely similar with AUROC
 * .914, this with .957.
 */
export function normalizedKeyword(score: number | null, idf: ReadonlyMap<string, number>): number {
  const bound = bm25Bound(idf);
  return score === null || bound === 0 ? 0 : Math.min(1, score / bound);
}

/** Share of the idf mass in known lexemes: 0..1; 0 if nothing is known. */
export function knownWords(idf: ReadonlyMap<string, number>, unknown: readonly string[]): number {
  return idfMass(idf) === 0 ? 0 : Math.max(0, 1 - coverageOf(unknown, idf));
}

/** Share of the top ten that both arms have in common, or of the shorter list's length if it has fewer. */
export function armOverlap(vectorOrder: readonly string[], keywordOrder: readonly string[]): number {
  const depth = Math.min(overlapDepth, vectorOrder.length, keywordOrder.length);
  if (depth === 0) return 0;
  const inKeyword = new Set(keywordOrder.slice(0, overlapDepth));
  return Math.min(1, vectorOrder.slice(0, overlapDepth).filter((id) => inKeyword.has(id)).length / depth);
}

/**
 * (best - best of another document) / best: 0..1; 1 if no other document was found. After reranking, the rival is the
 * document that fusion scored highest, wherever it ranks now. Otherwise an order that moves it down would make any top
 * passage look certain.
 */
export function margin(passages: readonly Passage[], further: readonly Passage[] = []): number {
  const top = passages[0];
  if (!top || top.score <= 0) return 0;
  const isRival = (passage: Passage) => passage.documentId !== top.documentId;
  const rivals =
    top.trace.rerank === null ? passages.filter(isRival).slice(0, 1) : [...passages, ...further].filter(isRival);
  const best = Math.max(...rivals.map((passage) => passage.score));
  return rivals.length > 0 ? Math.max(0, Math.min(1, (top.score - best) / top.score)) : 1;
}
