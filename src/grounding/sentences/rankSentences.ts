import type { Span } from '../../knowledge/document.ts';
import { fitted, type Chooser } from '../../confidence/fitted.ts';
import {
  answersOf,
  sentenceFacts,
  featureNames,
  featureRows,
  type AnalysedCandidate,
  type FeatureName,
  type FeatureRow,
  type QuestionFacts,
  type SentenceFacts,
} from './features.ts';
import type { RowCell } from './tableRow.ts';

export interface RankedSentence {
  readonly candidate: AnalysedCandidate;
  /** The chooser's log odds, up to a constant of the question: only differences mean something. */
  readonly score: number;
  /** The chooser's probability that it is this sentence that answers, if one of those compared does: 0..1. */
  readonly share: number;
  /**
   * Share of the question's idf mass in the sentence, with title, headings and the sentence before counted half: 0..1.
   */
  readonly softCoverage: number;
  /** Cosine similarity of the question to the sentence itself: -1..1; null where it was not embedded. */
  readonly ownSimilarity: number | null;
  /** Something of the type that the question asks for stands in the sentence. */
  readonly holdsType: boolean;
  /** Its row of the table of features, by name; empty for a sentence that was not compared. */
  readonly features: Readonly<Partial<Record<FeatureName, number>>>;
  /** How well it answers by a reader, in logits; null when none read it. */
  readonly answers: number | null;
  /** The words that answer by that reader, in the version's canonical text; null where there are none. */
  readonly words: Span | null;
  /** Of the best one, if it is the row of a table, the cell that is asked for; null: its column is unknown. */
  readonly asked?: AskedCell | null;
  /** It is a row of the same table that the question does not name. */
  readonly isOtherRow?: boolean;
}

/** A cell with the name of its row: the row's first cell. */
export interface AskedCell extends RowCell {
  readonly row: string;
}

/**
 * How many sentences the chooser compares, one by one by their meaning too. Of the answers that the best eight passages
 * hold, 95 in 100 are among them (npm run fit).
 */
export const compared = 16;

/** Of a first order that costs nothing: the reader first, then meaning and words, in its logits. */
const ofWindow = 4;
const ofWords = 2;

/** The candidates that are compared, by what is known before any of them is embedded. Ties keep reading order. */
export function shortlist(facts: readonly SentenceFacts[]): SentenceFacts[] {
  const worth = (each: SentenceFacts) => answersOf(each) + ofWindow * each.window + ofWords * each.coverage;
  return facts.toSorted((left, right) => worth(right) - worth(left) || byPlace(left, right)).slice(0, compared);
}

/**
 * Sentences by how likely they answer the question, best first; behind those that are compared come the others, in
 * their place.
 * @param similarities of the shortlist to the question, in its order; omitted: none was embedded
 */
export function rankFacts(
  facts: readonly SentenceFacts[],
  question: QuestionFacts,
  similarities: readonly number[] | null = null,
): RankedSentence[] {
  const first = shortlist(facts);
  const known = first.map((each, position) => ({ ...each, own: similarities?.[position] ?? null }));
  const isRead = facts.some(({ reading }) => reading !== null);
  const model = fitted.chooser[isRead ? 'read' : similarities ? 'meant' : 'unread'];
  const rows = featureRows(known, question, facts);
  const scores = rows.map((row) => scoreOf(model, row));
  const most = Math.max(...scores);
  const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
  const ranked = known.map((each, position) => {
    const score = scores[position] ?? 0;
    return toRanked(each, score, Math.exp(score - most) / total, rows[position]);
  });
  const least = Math.min(0, ...scores);
  return [
    ...ranked.toSorted((left, right) => right.score - left.score || byPlace(left, right)),
    ...facts
      .filter((each) => !first.includes(each))
      .map((each) => toRanked(each, least, 0))
      .toSorted(byPlace),
  ];
}

/** The same in one step, for sentences that are not embedded. */
export function rankSentences(candidates: readonly AnalysedCandidate[], question: QuestionFacts): RankedSentence[] {
  return rankFacts(sentenceFacts(candidates, question), question);
}

function scoreOf({ intercept, weights }: Chooser, features: FeatureRow): number {
  return featureNames.reduce((sum, name) => sum + (weights[name] ?? 0) * features[name], intercept);
}

function toRanked(
  { candidate, reading, coverage, context, own, holdsType }: SentenceFacts,
  score: number,
  share: number,
  features: RankedSentence['features'] = {},
): RankedSentence {
  return {
    candidate,
    score,
    share,
    softCoverage: Math.min(1, coverage + context / 2),
    ownSimilarity: own,
    features,
    holdsType,
    answers: reading?.answers ?? null,
    words: reading?.words ?? null,
  };
}

type Placed = Pick<RankedSentence, 'candidate'>;

/** Passage by passage, best first, each in its own order. */
export function byPlace({ candidate: left }: Placed, { candidate: right }: Placed): number {
  return left.passage.rank - right.passage.rank || left.ordinal - right.ordinal;
}
