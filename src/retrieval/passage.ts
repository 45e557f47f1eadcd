import type { ErrorCode } from '../errors.ts';
import type { CuratedAnswer, SourceType, Span, Trust } from '../knowledge/document.ts';
import type { ChunkPointer } from '../knowledge/store/chunks.ts';

/** How one arm ranked a passage. */
export interface ArmTrace {
  /** From 1, after collapsing to parents within the arm; null if the arm did not return it. */
  readonly rank: number | null;
  /** Vector: cosine similarity, -1..1. Keyword: BM25, or the preset's rank function. Null when unknown. */
  readonly rawScore: number | null;
  /** What the arm adds to the fused score. */
  readonly contribution: number;
}

/** What else changed a fused score, and by how much. */
interface Adjustment {
  /** RECENCY: newer documents come first if the question is about now. */
  readonly kind: 'RECENCY';
  readonly contribution: number;
}

/** How a reranker judged a passage. */
export interface RerankTrace {
  /** The rank that fusion gave it, from 1. */
  readonly rankBefore: number;
  /** 0..1 on the reranker's own scale. */
  readonly score: number;
}

/** Why a passage has its rank. The contributions sum to its score. */
export interface PassageTrace {
  readonly vector: ArmTrace;
  readonly keyword: ArmTrace;
  readonly adjustments: readonly Adjustment[];
  /** Null if not reranked. Otherwise the order is the reranker's, but the score is still that of the fusion. */
  readonly rerank: RerankTrace | null;
}

/** Cosine similarity of one embedded window of a passage to the question. */
interface WindowSimilarity extends Span {
  readonly similarity: number;
}

/** UNCERTAIN: the text of a PDF page may be extracted in a different order from the one in which a person reads it. */
export type Layout = 'CERTAIN' | 'UNCERTAIN';

/** A chunk after retrieval. `score` is the sum of the trace's contributions. */
export interface Passage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly documentKey: string;
  readonly documentTitle: string;
  readonly versionId: string;
  readonly versionNumber: number;
  /** Whether its document has other versions. Left out if that was not checked. */
  readonly revised?: boolean;
  /** The version's validity. A null `effectiveUntil` means until another version replaces it. */
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** The key of the document that replaces this one, according to the source of either. */
  readonly supersededBy: string | null;
  /** The key of a document that was found too and is a later edition by its title or file name. Left out: none. */
  readonly laterEdition?: string;
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
   * Share of the question's inverse-document-frequency mass that occurs in the passage, its title or headings: 0..1.
   */
  readonly coverage: number;
  /**
   * How near each stretch of the text is to the question; spans are offsets in `text`. Empty if the question could not
   * be embedded, or if the passage has no window of that embedder.
   */
  readonly windows: readonly WindowSimilarity[];
  readonly trace: PassageTrace;
  /** Shared by hits of the same search that say the same; null if no other hit does. */
  readonly duplicateGroup: string | null;
  /** Hits that were folded into this one because they say the same. */
  readonly duplicates: readonly ChunkPointer[];
}

/** What is kept about a fused passage, whether or not it was read. */
export type Candidate = Pick<Passage, 'chunkId' | 'documentKey' | 'score'>;

export interface CuratedMatch {
  readonly answer: CuratedAnswer;
  /** The wording nearest to the question: the answer's own question, or an alternative. */
  readonly wording: string;
  /** 0..1. */
  readonly score: number;
  /** The words do not support the match: the answer is given only if a reader accepts it. */
  readonly byMeaningAlone: boolean;
}

/** The curated answers whose words support the match, so that no reader has to confirm them. */
export function supportedByWords(matches: readonly CuratedMatch[]): readonly CuratedMatch[] {
  return matches.filter(({ byMeaningAlone }) => !byMeaningAlone);
}

/** Answers that words support come before those near in meaning alone; then by higher score. */
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

/** A part that failed. */
export interface Degradation {
  readonly part: DegradedPart;
  readonly message: string;
  /** The code of the fault, if there was one. */
  readonly code?: ErrorCode;
}

/**
 * Which documents retrieval may read. All given conditions must hold. One matching entry of a list is enough, except
 * for `tags`.
 */
export interface SearchFilter {
  readonly documentIds?: readonly string[] | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
  readonly sourceTypes?: readonly SourceType[] | undefined;
  /** Compared without case, as are authors. */
  readonly semanticTypes?: readonly string[] | undefined;
  readonly authors?: readonly string[] | undefined;
  /** ISO 639-1. */
  readonly languages?: readonly string[] | undefined;
  /** Documents that members of these groups may read: open ones, and those of at least one of the groups. */
  readonly accessGroups?: readonly string[] | undefined;
  readonly keyPrefix?: string | undefined;
  /** Inclusive. */
  readonly updatedAfter?: Date | undefined;
  /** Exclusive. */
  readonly updatedBefore?: Date | undefined;
  /** False: leaves out documents that name a successor. Default: true. */
  readonly includeSuperseded?: boolean | undefined;
  /** All of them. */
  readonly metadata?: readonly MetadataCondition[] | undefined;
}

/** A condition on one field of the metadata: one of some values, or a range, of which at least one end is given. */
export interface MetadataCondition {
  readonly name: string;
  /** Compared exactly; of a list in the metadata one value is enough. */
  readonly in?: readonly string[] | undefined;
  /** Inclusive, as is `to`; both are numbers such as `1.5` or days such as `2026-01-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * How two arms become one score; each arm's part is multiplied by its weight. RRF: 1 / (k + rank). CONVEX: cosine
 * similarity, and the keyword score divided by its upper bound for the question (by the question's best score if no
 * bound is known). LINEAR: cosine similarity and keyword score as they are.
 */
export type Fusion = 'RRF' | 'CONVEX' | 'LINEAR';

/**
 * When a reranker reads question and passages together: never, if the fused order leaves doubt (tier UNCERTAIN), or
 * always.
 */
export type RerankWhen = 'NEVER' | 'UNCERTAIN' | 'ALWAYS';

/** Settings of one retrieval. `resolveSettings` checks the ranges. */
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
  /** How many fused passages a reranker reads. */
  readonly rerankCandidates: number;
}

export type PresetName = 'NAIVE' | 'CONSENSUS' | 'FILTERED_RRF' | 'TWO_TIER' | 'WEIGHTED' | 'AGENTIC' | 'CANDOR';

/** Cosine distance between the question and a passage's nearest window, 0..2; null if the vector arm gave no score. */
export function distanceOf({ vector }: { readonly vector: Pick<PassageTrace['vector'], 'rawScore'> }): number | null {
  return vector.rawScore === null ? null : 1 - vector.rawScore;
}

type Scored = Pick<Passage, 'trace'>;

/**
 * A passage's score as the two-tier recipe shows it, 0..100: the cosine of its best window. The recipe cannot mean a
 * fused rank: scaled to its maximum, 2 / (k + 1), thirty candidates of one arm would score between 34 and 50, so that a
 * floor of 25 would drop none of them and a mean of 40 would pass them all. Null if there is no vector score.
 */
export function displayScore({ trace }: Scored): number | null {
  const similarity = trace.vector.rawScore;
  return similarity === null ? null : 100 * Math.min(1, Math.max(0, similarity));
}

/** The passages that reach the floor. A passage without a score is kept: it has none only if the vector arm failed. */
export function aboveFloor<Item extends Scored>(passages: readonly Item[], floor: number | null): readonly Item[] {
  return floor === null ? passages : passages.filter((passage) => (displayScore(passage) ?? floor) >= floor);
}

/** Weight of each lexeme of a question. */
type IdfWeights = ReadonlyMap<string, number>;

/** The sum of all weights: the most that a passage can match. */
export function idfMass(idf: IdfWeights): number {
  let total = 0;
  for (const weight of idf.values()) total += weight;
  return total;
}

/** k1 + 1: the limit of BM25 for one word of weight 1 as its frequency grows. */
const saturation = 2.2;

/**
 * The least upper bound of BM25 for a question: a passage that repeats only the question's words approaches it. 0 if no
 * weights are known.
 */
export function bm25Bound(idf: IdfWeights): number {
  return saturation * idfMass(idf);
}

/** Share of the question's idf mass that `matched` covers: 0..1, 0 if no weights are known. */
export function coverageOf(matched: readonly string[] | undefined, idf: IdfWeights): number {
  const total = idfMass(idf);
  return total === 0 || !matched ? 0 : matched.reduce((sum, lexeme) => sum + (idf.get(lexeme) ?? 0), 0) / total;
}
