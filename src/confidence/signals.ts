import { z } from 'zod';
import { reciprocal } from '../retrieval/fuse/fuse.ts';
import type { Passage } from '../retrieval/passage.ts';
import { fitted } from './fitted.ts';

/**
 * COSINE: the similarity of the best passage, for recipes without their own confidence. CONSENSUS and CANDOR: a
 * logistic model over signals. AVERAGE: the mean of the passages' scores.
 */
export type ConfidenceFormula = 'COSINE' | 'CONSENSUS' | 'AVERAGE' | 'CANDOR';

/** What an answer would begin with, as far as the confidence looks at it. */
export interface RankedAnswer {
  /** By name: src/grounding/sentences/features.ts. */
  readonly features: Readonly<Record<string, number>>;
  /** The chooser's probability that it is this sentence that answers: 0..1. */
  readonly share: number;
  readonly documentId: string;
}

/** What the signals of one retrieval are computed from. */
export interface Evidence {
  /** Best first. */
  readonly passages: readonly Passage[];
  readonly rrfK: number;
  /** Whether an arm failed. A rival that only that arm knows would be missing, so shares do not count. */
  readonly lostArm?: boolean | undefined;
  /** The sentences that the chooser compared, best first. */
  readonly answers: readonly RankedAnswer[];
  /** Whether a reader read them. */
  readonly isRead: boolean;
  /** Whether they were compared by their own meaning instead, with an embedder of many languages. */
  readonly isMeant?: boolean | undefined;
  /** Whether the question is in another language than the best passage. */
  readonly isForeign?: boolean | undefined;
}

interface Signal {
  /** What it means, with its range. */
  readonly means: string;
  /** Null: not known. */
  readonly of: (evidence: Evidence) => number | null;
}

const best =
  (name: string) =>
  ({ answers: [first] }: Evidence) =>
    first?.features[name] ?? null;
const whenRead = (of: Signal['of']) => (evidence: Evidence) => (evidence.isRead ? of(evidence) : null);
/** How many sentences the reader's general impression is taken from. */
const impression = 3;

/**
 * The evidence behind a confidence: the one table of signals. A new one is a row here, and its meaning in
 * `schema/ask.graphql`; `npm run fit` gives it its weight.
 */
export const signalTable = {
  reader: {
    means: 'How well the best sentence answers, by the reader, in logits: -12 to 10.',
    of: whenRead(best('reader')),
  },
  readerBest: {
    means: "Mean of the reader's three highest sentences, in logits: -12 to 10.",
    of: whenRead(({ answers }) => {
      const logits = answers.map(({ features }) => features['reader'] ?? 0).sort((left, right) => right - left);
      const first = logits.slice(0, impression);
      return first.length === 0 ? null : first.reduce((sum, each) => sum + each, 0) / first.length;
    }),
  },
  documentShare: {
    means: "Share of the best sentence's document in what may be the answer, by the chooser: 0 to 1.",
    of: ({ answers, lostArm }) => {
      const [first] = answers;
      if (!first) return null;
      if (lostArm) return 0;
      const own = answers.filter(({ documentId }) => documentId === first.documentId);
      return own.reduce((sum, { share }) => sum + share, 0);
    },
  },
  similarity: {
    means:
      'Cosine similarity of the question to the best sentence by itself: -1 to 1. Known where no reader reads the language and the embedder is for many.',
    of: (evidence) => (evidence.isMeant ? best('similarity')(evidence) : null),
  },
  otherLanguage: {
    means:
      '1 if the question is in another language than the best passage: its similarities are lower by about .13. Known as `similarity` is.',
    of: ({ isMeant, isForeign }) => (isMeant ? Number(isForeign ?? false) : null),
  },
  passageRank: {
    means: 'Minus the logarithm of the rank of its passage: 0 for the first, -1.6 for the fifth.',
    of: best('passageRank'),
  },
  windowSimilarity: {
    means: 'Cosine similarity of the question to the stretch of text that the best sentence stands in: -1 to 1.',
    of: best('windowSimilarity'),
  },
  keyword: {
    means: 'BM25 of its passage over the highest possible for the question: 0 to 1.',
    of: best('keyword'),
  },
  coverage: {
    means: "Share of the question's inverse-document-frequency mass in the best sentence: 0 to 1.",
    of: best('coverage'),
  },
  quantity: {
    means: '1 if a quantity is asked for and the best sentence has one of the kind; -1 if it has none.',
    of: best('quantity'),
  },
  codes: {
    means: '1 if the question names codes and the best sentence has all of them; -1 if it lacks one.',
    of: best('codes'),
  },
  given: {
    means:
      '1 if the question gives days and the best sentence has all of them; -1 if it has other days; half as much for times of day and amounts alone, and for the present or the past. Its weight is set by reasoning.',
    of: best('given'),
  },
  headed: {
    means: '1 if the best sentence stands under a heading that is what is asked.',
    of: best('headed'),
  },
  listed: {
    means: '1 if the best sentence stands in the very list that the question asks for.',
    of: best('listed'),
  },
  rrfTop: {
    means:
      'Reciprocal rank fusion score of the top passage: 0 to 2 / (rrfK + 1). Weighed where nothing was read, and by the preset CONSENSUS.',
    of: ({ passages: [top], rrfK }) =>
      top ? reciprocal(top.trace.vector.rank, rrfK) + reciprocal(top.trace.keyword.rank, rrfK) : null,
  },
  inBothArms: {
    means: '1 if both arms found the top passage. Only the preset CONSENSUS weighs it.',
    of: ({ passages: [top] }) =>
      top ? Number(top.trace.vector.rank !== null && top.trace.keyword.rank !== null) : null,
  },
  topSimilarity: {
    means:
      'Cosine similarity of the question to the top passage: -1 to 1. Recipes without a fit take it for the confidence.',
    of: ({ passages: [top] }) => top?.trace.vector.rawScore ?? null,
  },
  writerFound: {
    means:
      '1 if the chat model chose sentences near the top and they, or one of its claims, passed verification; -0.8 if it said that none states the answer. Its weight is set by reasoning.',
    // A model is asked only after the evidence has been judged.
    of: () => null,
  },
} satisfies Readonly<Record<string, Signal>>;

export type SignalName = keyof typeof signalTable;
export const signalNames = Object.keys(signalTable) as SignalName[];

/** By name; one that was not measured is left out. Empty: nothing was found. */
export type ConfidenceSignals = Readonly<Partial<Record<SignalName, number>>>;

export type Tier = 'CONFIDENT' | 'UNCERTAIN' | 'NO_MATCH' | 'VERIFICATION_FAILED';

/** "At most `alpha` wrong among answered, with confidence 1 - `delta`", as tested by Learn-then-Test. */
export interface GatePromise {
  readonly alpha: number;
  readonly delta: number;
  /** The gate that the guarantee applies to. */
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
  /** What each signal adds to the log odds, beside a question of its mean; empty for a formula that weighs none. */
  readonly contributions: ConfidenceSignals;
  readonly calibration: Calibration | null;
}

/** Signals as recorded in runs. */
export const signalsSchema = z.partialRecord(z.enum(signalNames), z.number());

/** The signals that a formula looks at: those that it weighs, and the cosine that `eval` compares everything with. */
function looksAt(formula: ConfidenceFormula, { isRead, isMeant }: Evidence): readonly string[] {
  switch (formula) {
    case 'COSINE':
      return ['topSimilarity'];
    case 'AVERAGE':
      // Where the vector arm failed, there is still something that was found.
      return ['topSimilarity', 'rrfTop'];
    case 'CONSENSUS':
      return ['rrfTop', 'inBothArms'];
    case 'CANDOR':
      return [
        'topSimilarity',
        ...Object.keys(fitted.confidence[isRead ? 'read' : isMeant ? 'meant' : 'unread'].weights),
      ];
  }
}

export const noSignals: ConfidenceSignals = {};

/** The signals of one retrieval; none when nothing was found. */
export function computeSignals(evidence: Evidence, formula: ConfidenceFormula): ConfidenceSignals {
  if (evidence.passages.length === 0) return noSignals;
  const names = looksAt(formula, evidence);
  const found = signalNames.flatMap((name) => {
    const value = names.includes(name) ? signalTable[name].of(evidence) : null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
