import type { ErrorCode } from '../errors.ts';
import type { CuratedAnswer, SourceType, Span, Trust } from '../knowledge/document.ts';
import type { ChunkPointer } from '../knowledge/store/chunks.ts';

/** How one arm saw a passage. */
export interface ArmTrace {
  /** From 1, after collapsing to parents within the arm; null when the arm did not return it. */
  readonly rank: number | null;
  /** Vector: cosine similarity, -1..1. Keyword: BM25, or the preset's rank function. Null when unknown. */
  readonly rawScore: number | null;
  /** What the arm adds to the fused score. */
  readonly contribution: number;
}

/** What else moved a fused score, and by how much. */
interface Adjustment {
  /** RECENCY: newer documents first where the question is about now. */
  readonly kind: 'RECENCY';
  readonly contribution: number;
}

/** What a reranker made of a passage. */
export interface RerankTrace {
  /** Where fusion had put it, from 1. */
  readonly rankBefore: number;
  /** 0..1 by the reranker's own scale. */
  readonly score: number;
}

/** Why a passage stands where it stands. The contributions sum to its score. */
export interface PassageTrace {
  readonly vector: ArmTrace;
  readonly keyword: ArmTrace;
  readonly adjustments: readonly Adjustment[];
  /** Null: not reranked. Else the order is the reranker's, and the score still that of the fusion. */
  readonly rerank: RerankTrace | null;
}

/** Cosine similarity of one embedded window of a passage to the question. */
interface WindowSimilarity extends Span {
  readonly similarity: number;
}

/** UNCERTAIN: the page of a PDF may be read in another order than a person reads it. */
export type Layout = 'CERTAIN' | 'UNCERTAIN';

/** A chunk after retrieval. `score` is the sum of the trace's contributions. */
export interface Passage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentKey: string;
  readonly documentTitle: string;
  readonly versionId: string;
  readonly versionNumber: number;
  /** Whether its document has other versions; left out: nobody looked. */
  readonly revised?: boolean;
  /** When the version is valid; null: until another one replaces it. */
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** The key of the document that replaces this one, as its source says. */
  readonly supersededBy: string | null;
  readonly trust: Trust;
  /** When the document was first ingested. */
  readonly documentCreatedAt: Date;
  readonly url: string | null;
  readonly updatedAt: Date;
  readonly text: string;
  /** An answer that cites a passage of UNCERTAIN layout is never CONFIDENT. */
  readonly layout: Layout;
  readonly sourceSpan: Span;
  readonly sectionPath: readonly string[];
  /** From 1. */
  readonly rank: number;
  readonly score: number;
  /**
   * Share of the question's inverse-document-frequency mass that stands in the passage, its title or headings: 0..1.
   */
  readonly coverage: number;
  /**
   * How near each stretch of the text is to the question; spans count in `text`. Empty where the vector arm gave
   * nothing.
   */
  readonly windows: readonly WindowSimilarity[];
  readonly trace: PassageTrace;
  /** Shared by the hits of its search that say the same; null: none does. */
  readonly duplicateGroup: string | null;
  /** Found too, and folded into this one, because they say the same. */
  readonly duplicates: readonly ChunkPointer[];
}

/** What is kept of a passage that was fused, read or not. */
export type Candidate = Pick<Passage, 'chunkId' | 'documentKey' | 'score'>;

export interface CuratedMatch {
  readonly answer: CuratedAnswer;
  /** What is nearest to the question: the answer's own question, or an alternative. */
  readonly wording: string;
  /** 0..1. */
  readonly score: number;
  /** Its words do not speak for it: given only where a reader takes it for an answer. */
  readonly byMeaningAlone: boolean;
}

/** The curated answers that need nobody to read them: their words speak for them. */
export function spokenFor(matches: readonly CuratedMatch[]): readonly CuratedMatch[] {
  return matches.filter(({ byMeaningAlone }) => !byMeaningAlone);
}

/** Curated answers that words speak for before those near in meaning alone, then the higher score. */
export function surestFirst(
  left: Pick<CuratedMatch, 'score' | 'byMeaningAlone'>,
  right: Pick<CuratedMatch, 'score' | 'byMeaningAlone'>,
): number {
  return Number(left.byMeaningAlone) - Number(right.byMeaningAlone) || right.score - left.score;
}

export type DegradedPart =
  | 'VECTOR_ARM'
  | 'KEYWORD_ARM'
  | 'RERANKER'
  | 'READER'
  | 'GENERATION'
  | 'ENTAILMENT'
  | 'CHAT_MODEL'
  | 'CONVERSATION'
  | 'OPTIONS'
  | 'VERSION_HISTORY'
  | 'RECORD';

/** A part that did not work. */
export interface Degradation {
  readonly part: DegradedPart;
  readonly message: string;
  /** Of the fault, where there was one. */
  readonly code?: ErrorCode;
}

/**
 * Which documents retrieval may read: all given conditions must hold, one entry of a list is enough, but for `tags`.
 */
export interface SearchFilter {
  readonly documentIds?: readonly string[] | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
  readonly sourceTypes?: readonly SourceType[] | undefined;
  /** Ignoring case, as are authors. */
  readonly semanticTypes?: readonly string[] | undefined;
  readonly authors?: readonly string[] | undefined;
  /** ISO 639-1. */
  readonly languages?: readonly string[] | undefined;
  /** What people of these groups may read: open documents, and those of one of the groups. */
  readonly accessGroups?: readonly string[] | undefined;
  readonly keyPrefix?: string | undefined;
  /** Inclusive. */
  readonly updatedAfter?: Date | undefined;
  /** Exclusive. */
  readonly updatedBefore?: Date | undefined;
  /** False: without documents that name a successor. Default: true. */
  readonly includeSuperseded?: boolean | undefined;
}

/**
 * How two arms become one score; each arm's part is multiplied by its weight. RRF: 1 / (k + rank). CONVEX: cosine
 * similarity, and the keyword score over the most that it could be for the question (over the question's best, where no
 * bound is known). LINEAR: cosine similarity and keyword score as they are.
 */
export type Fusion = 'RRF' | 'CONVEX' | 'LINEAR';

/**
 * When a reranker reads question and passages together: never, when the fused order leaves doubt (tier UNCERTAIN), or
 * always.
 */
export type RerankWhen = 'NEVER' | 'UNCERTAIN' | 'ALWAYS';

/** Settings of one retrieval. Ranges are checked by `resolveSettings`. */
export interface RetrievalSettings {
  readonly topK: number;
  readonly vectorCandidates: number;
  readonly keywordCandidates: number;
  readonly rrfK: number;
  readonly maxDistance: number;
  readonly fusion: Fusion;
  readonly vectorWeight: number;
  readonly keywordWeight: number;
  readonly rerank: RerankWhen;
  /** Fused passages that a reranker reads. */
  readonly rerankCandidates: number;
}

export type PresetName = 'NAIVE' | 'CONSENSUS' | 'FILTERED_RRF' | 'TWO_TIER' | 'WEIGHTED' | 'AGENTIC' | 'CANDOR';

/**
 * Cosine distance between the question and a passage's nearest window, 0..2; null when the vector arm gave no score.
 */
export function distanceOf({ vector }: { readonly vector: Pick<PassageTrace['vector'], 'rawScore'> }): number | null {
  return vector.rawScore === null ? null : 1 - vector.rawScore;
}

type Scored = Pick<Passage, 'trace'>;

/**
 * A passage's score as the two-tier recipe shows it, 0..100: the cosine of its best window. A fused rank could not be
 * meant: scaled to its highest, 2 / (k + 1), thirty candidates of one arm lie between 34 and 50, so that a floor of 25
 * would drop none and a mean of 40 pass all. Null: no vector.
 */
export function displayScore({ trace }: Scored): number | null {
  const similarity = trace.vector.rawScore;
  return similarity === null ? null : 100 * Math.min(1, Math.max(0, similarity));
}

/** The passages that reach the floor. One without a score is kept: it only lacks one when the vector arm failed. */
export function aboveFloor<Item extends Scored>(passages: readonly Item[], floor: number | null): readonly Item[] {
  return floor === null ? passages : passages.filter((passage) => (displayScore(passage) ?? floor) >= floor);
}

/** Weight of each lexeme of a question. */
type IdfWeights = ReadonlyMap<string, number>;

/** The sum of all weights: how much there is to be found. */
export function idfMass(idf: IdfWeights): number {
  let total = 0;
  for (const weight of idf.values()) total += weight;
  return total;
}

/** k1 + 1: what BM25 approaches for one word of weight 1 as its frequency grows. */
const saturation = 2.2;

/**
 * The least upper bound of BM25 for a question: what a passage approaches that says nothing but its words. 0 where
 * nothing is known.
 */
export function bm25Bound(idf: IdfWeights): number {
  return saturation * idfMass(idf);
}

/** Share of the question's idf mass that `matched` holds: 0..1, 0 when nothing is known. */
export function coverageOf(matched: readonly string[] | undefined, idf: IdfWeights): number {
  const total = idfMass(idf);
  return total === 0 || !matched ? 0 : matched.reduce((sum, lexeme) => sum + (idf.get(lexeme) ?? 0), 0) / total;
}
