import { z } from 'zod';
import { reciprocal } from '../retrieval/fuse/fuse.ts';
import { bm25Bound, coverageOf, idfMass, type Passage } from '../retrieval/passage.ts';

/**
 * The evidence about one retrieval and its reading. All are 0..1 but rrfTop (0..2/(k+1)), vectorDistance (0..2),
 * questionInformation (0 and more) and answerMargin (any).
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
   * The reranker's relevance of the top passage, by its own scale; null when it was not reranked. No formula weighs it
   * yet: there are no figures to fit on.
   */
  readonly rerankScore: number | null;
  /**
   * How much the question says: the sum of its lexemes' idf, in nats (SumIDF: He and Ounis 2004, "Inferring query
   * performance using pre-retrieval predictors"). What covers a long, particular question is hardly there by chance;
   * the same share of a short one may be.
   */
  readonly questionInformation: number;
  /**
   * Share of the question's idf mass in words that the knowledge base knows at all: a look-alike topic is told by the
   * word that it lacks.
   */
  readonly knownWords: number;
  /**
   * Share of the question's idf mass in the best sentence, with its title, headings and the sentence before counted
   * half.
   */
  readonly sentenceCoverage: number;
  /**
   * False when the question asks for a number, date, person or place and no sentence that would be answered with holds
   * one.
   */
  readonly answerTypePresent: boolean;
  /**
   * True when the question names codes (E1042, BP-4) and the sentences that would be answered with hold every one of
   * them, and much of its other words.
   */
  readonly codesMatched: boolean;
  /**
   * True when the question asks for a quantity and the sentences hold one of its kind: a number of what is counted, a
   * time, money, a share.
   */
  readonly quantityMatched: boolean;
  /**
   * How well the times in the sentences fit those that the question asks about: 0..1; null when it asks about none. See
   * grounding/reading/timeSpan.ts.
   */
  readonly timeFit: number | null;
  /**
   * How likely the passage of the best sentence states the answer, by the reader: 0..1; null where nothing was read. So
   * are the eight that follow.
   */
  readonly answerability: number | null;
  /**
   * How much better than "not stated" the best sentence answers, in logits: half of its best words' lead, and what the
   * reader says of its passage.
   */
  readonly answerMargin: number | null;
  /**
   * The greatest answerability of the other passages: 0..1; 0 where one was read. Several that answer agree that there
   * is an answer.
   */
  readonly answerAgreement: number | null;
  /**
   * Share of the question's idf mass in the best sentence, with title, headings and the sentence before counted half:
   * 0..1.
   */
  readonly answerCoverage: number | null;
  /** Cosine similarity of the question to the best sentence by itself, 0 at least: 0..1. */
  readonly answerSimilarity: number | null;
  /**
   * How far the best sentence leads the best one of another document, in the units of the ranking: 0..2. Nothing else
   * comes near: 2.
   */
  readonly answerLead: number | null;
  /** Cosine similarity of the question to the passage of the best sentence, 0 at least: 0..1. */
  readonly passageSimilarity: number | null;
  /**
   * How nearly a title or heading above the best sentence is the question itself: 0..1. 1: it has the question's very
   * words; else the F1 of their content words, 0 below .6 and where they share fewer than two.
   */
  readonly headingMatch: number | null;
  /** 1 / (1 + rank) of that passage in the vector arm: 0..0.5; 0 where the arm did not return it. */
  readonly passageRank: number | null;
  /**
   * What the chat model found among the best sentences. True: it named some that are not far behind the best one, and
   * one of its claims, or, where it made none, a named sentence itself, was proven. False: it said that none states the
   * answer. Null: it was not asked, said that something is missing beside them, named others, or gave nothing usable.
   */
  readonly writerFound: boolean | null;
}

/** What a reading tells, or nothing. */
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
};

export type Tier = 'CONFIDENT' | 'UNCERTAIN' | 'NO_MATCH' | 'VERIFICATION_FAILED';

/** "At most `alpha` wrong among answered, with confidence 1 - `delta`", as it was tested (Learn-then-Test). */
export interface GatePromise {
  readonly alpha: number;
  readonly delta: number;
  /** The gate that it holds for. */
  readonly threshold: number;
  /** Of the questions that tested it: answered, and wrong among those. */
  readonly answered: number;
  readonly wrong: number;
  /** Of the share of wrong answers, at 1 - `delta`. */
  readonly upperBound: number;
  /** Share of all questions that are answered, with its 95 % interval. */
  readonly coverage: number;
  readonly coverageLow: number;
  readonly coverageHigh: number;
}

/** A fit of the confidence on labelled questions, as an answer tells it. */
export interface Calibration {
  readonly id: string;
  readonly createdAt: Date;
  readonly sampleSize: number;
  /** ISO 639-1; 'und': every language without one of its own. */
  readonly language: string;
  readonly source: 'SET' | 'FEEDBACK';
  /** SHA-256 of the labels, in hexadecimal digits. */
  readonly dataHash: string;
  readonly method: 'SEED' | 'LOGISTIC' | 'PLATT' | 'BETA' | 'ISOTONIC';
  /** Expected calibration error of what ships, and of this fit, on questions that it had not seen. */
  readonly eceBefore: number;
  readonly eceAfter: number;
  readonly uncertainFrom: number;
  readonly confidentFrom: number;
  /** Null: none was asked for, or the labels could not support it. */
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

/** Signals as they were recorded. */
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
  // A run of before it was asked has none.
  writerFound: z.boolean().nullable().default(null),
} satisfies Record<keyof ConfidenceSignals, z.ZodType>);

/** What the signals are computed from: one retrieval. */
export interface Evidence {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** What was read beyond them: a reranker may have put the strongest rival there. */
  readonly further?: readonly Passage[] | undefined;
  /** Parents in each arm's own order. */
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
  readonly rrfK: number;
  /** One arm did not answer: a rival that only it knows would be missing, so no lead counts. */
  readonly lostArm?: boolean | undefined;
  /** What the best sentences say about the answer, when they were ranked. */
  readonly sentences?:
    | Pick<ConfidenceSignals, 'sentenceCoverage' | 'answerTypePresent' | 'codesMatched' | 'quantityMatched' | 'timeFit'>
    | undefined;
  /** What a reader made of the passages, when one read them. */
  readonly reading?: ReadingSignals | undefined;
}

/** How deep the two arms are compared. */
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
    // A model is asked after the evidence was judged.
    writerFound: null,
  };
}

/** As `margin`, the lead of the best sentence counts for nothing where an arm is lost. */
function readingOf({ reading = unread, lostArm = false }: Evidence): ReadingSignals {
  return lostArm && reading.answerLead !== null ? { ...reading, answerLead: 0 } : reading;
}

/**
 * BM25 over its least upper bound for the question: 0..1. Raw BM25 tells found from nearest with AUROC .914, this with
 * .957.
 */
export function normalizedKeyword(score: number | null, idf: ReadonlyMap<string, number>): number {
  const bound = bm25Bound(idf);
  return score === null || bound === 0 ? 0 : Math.min(1, score / bound);
}

/** Share of the idf mass that is not in unknown lexemes: 0..1, 0 when nothing is known. */
export function knownWords(idf: ReadonlyMap<string, number>, unknown: readonly string[]): number {
  return idfMass(idf) === 0 ? 0 : Math.max(0, 1 - coverageOf(unknown, idf));
}

/** Share of the ten best that both arms have; of as many as the shorter has when it has fewer. */
export function armOverlap(vectorOrder: readonly string[], keywordOrder: readonly string[]): number {
  const depth = Math.min(overlapDepth, vectorOrder.length, keywordOrder.length);
  if (depth === 0) return 0;
  const inKeyword = new Set(keywordOrder.slice(0, overlapDepth));
  return Math.min(1, vectorOrder.slice(0, overlapDepth).filter((id) => inKeyword.has(id)).length / depth);
}

/**
 * (best - best of another document) / best: 0..1; 1 when no other document was found. After reranking the rival is the
 * one that fusion had highest, wherever it stands now: else an order that sends it down would make any top passage look
 * sure.
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
