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
  /** Whether they have different scripts then. */
  readonly isOfOtherScript?: boolean | undefined;
}

interface Signal {
  /** Its least and greatest value, or all that there are. */
  readonly range: string;
  readonly means: string;
  /** What else there is to know of it. */
  readonly note?: string;
  /** Whether `npm run fit` learns its weight, where passages were read. Others are set by reasoning. */
  readonly isLearned?: true;
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
 * How much lower similarities are in the mean if question and text are in different languages, and in different scripts.
 * The difference of the two is by what Candor says in 20 languages, each sentence as a question for the English one.
 */
const lostInTranslation = 0.13;
const lostBetweenScripts = 0.19;
/**
 * Of the log odds of a day, those of a code. Without codes, a workspace that has no reader refuses 2 of the 25 golden
 * questions about codes that have an answer, and answers 1 of the 4 that have none.
 */
const codeShare = 0.4;
/** Of the log odds of a list that is asked for, those of a heading that is. */
const headingShare = 0.6;
/** And those of a row of which the question names a cell: learned as 2.05 from the questions of the fit, of 2.5. */
const cellShare = 0.8;

/**
 * The evidence behind a confidence: the one table of signals. A new one is a row here; the schema and the
 * documentation are made of it (`npx vitest run test/graphql/signals.test.ts -u`), and `npm run fit` gives it its
 * weight.
 */
export const signalTable = {
  reader: {
    range: '-12 to 10',
    means: 'how well the best sentence answers, by the reader, in logits',
    isLearned: true,
    of: whenRead(best('reader')),
  },
  readerBest: {
    range: '-12 to 10',
    means: "mean of the reader's three highest logits",
    isLearned: true,
    of: whenRead(({ answers }) => {
      const logits = answers.map(({ features }) => features['reader'] ?? 0).sort((left, right) => right - left);
      const first = logits.slice(0, impression);
      return first.length === 0 ? null : first.reduce((sum, each) => sum + each, 0) / first.length;
    }),
  },
  documentShare: {
    range: '0 to 1',
    means:
      "share of the best sentence's document in the probability of all sentences that may answer; 0 if a search arm failed",
    isLearned: true,
    of: ({ answers, lostArm }) => {
      const [first] = answers;
      if (!first) return null;
      if (lostArm) return 0;
      const own = answers.filter(({ documentId }) => documentId === first.documentId);
      return own.reduce((sum, { share }) => sum + share, 0);
    },
  },
  similarity: {
    range: '-1 to 1.19',
    means:
      'cosine similarity of the question to the best sentence, weighed 4 to 3 with that to the text around it; 0.13 more for a question in another language, 0.19 in another script, whose similarities are lower',
    note: 'measured where no reader reads the language and the embedder is multilingual',
    of: (evidence) => {
      const { isForeign, isOfOtherScript } = evidence;
      const [own, around] = [best('similarity')(evidence), best('windowSimilarity')(evidence)];
      if (!evidence.isMeant || own === null || around === null) return null;
      return (4 * own + 3 * around) / 7 + (isForeign ? (isOfOtherScript ? lostBetweenScripts : lostInTranslation) : 0);
    },
  },
  passageRank: {
    range: '0 or less',
    means: "minus the logarithm of the rank of the best sentence's passage, -1.6 for the fifth",
    isLearned: true,
    of: best('passageRank'),
  },
  keyword: {
    range: '0 to 1',
    means: "BM25 of the best sentence's passage, divided by the highest possible for the question",
    of: best('keyword'),
  },
  quantity: {
    range: '-1, 0 or 1',
    means: 'the question asks for a quantity, and the best sentence has one of that kind (1) or none (-1)',
    isLearned: true,
    of: best('quantity'),
  },
  given: {
    range: '-1 to 1',
    means:
      "the best sentence has the question's days, however it writes them (1), or other days (-1); half as much for times of day and amounts alone, and for the present or the past; 0.4 more for all of its codes, less if it lacks one",
    of: ({ answers: [first] }) => {
      const { given, codes } = first?.features ?? {};
      if (given === undefined || codes === undefined) return null;
      return Math.min(1, Math.max(-1, given + codeShare * codes));
    },
  },
  placeAsked: {
    range: '0, 0.6, 0.8 or 1',
    means:
      'the best sentence stands in the very list that the question asks for (1), is the row of a cell that it names by row and column (0.8), or stands under a heading that is what is asked (0.6)',
    of: ({ answers: [first] }) => {
      const { listed, headed, cellAsked = 0 } = first?.features ?? {};
      if (listed === undefined || headed === undefined) return null;
      return listed === 1 ? 1 : Math.max(cellShare * cellAsked, headingShare * headed);
    },
  },
  rrfTop: {
    range: '0 to 2 / (rrfK + 1)',
    means: 'reciprocal rank fusion score of the top passage',
    note: 'weighed where nothing was read, and by the presets CONSENSUS and AGENTIC',
    of: ({ passages: [top], rrfK }) =>
      top ? reciprocal(top.trace.vector.rank, rrfK) + reciprocal(top.trace.keyword.rank, rrfK) : null,
  },
  topSimilarity: {
    range: '-1 to 1',
    means: 'cosine similarity of the question to the top passage',
    note: 'weighed where nothing was read; the confidence of presets without a formula of their own',
    of: ({ passages: [top] }) => top?.trace.vector.rawScore ?? null,
  },
  writerFound: {
    range: '-0.8 or 1',
    means:
      'the chat model chose sentences near the top and they, or one of its claims, passed verification (1), or it said that none states the answer (-0.8)',
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
export interface GateGuarantee {
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
  readonly guarantee: GateGuarantee | null;
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

/**
 * Signals as recorded in runs. Those that are no longer measured are dropped: what else an older run recorded still
 * counts.
 */
export const signalsSchema = z.record(z.string(), z.number()).transform((recorded): ConfidenceSignals =>
  Object.fromEntries(
    signalNames.flatMap((name) => {
      const value = recorded[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ),
);

/** The signals that a formula looks at: those that it weighs, and the cosine that `eval` compares everything with. */
function looksAt(formula: ConfidenceFormula, { isRead, isMeant }: Evidence): readonly string[] {
  switch (formula) {
    case 'COSINE':
      return ['topSimilarity'];
    case 'AVERAGE':
      // Where the vector arm failed, there is still something that was found.
      return ['topSimilarity', 'rrfTop'];
    case 'CONSENSUS':
      return ['rrfTop'];
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
