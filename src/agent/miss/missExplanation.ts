import type { ChunkPointer } from '../../knowledge/store/storedChunk.ts';
import type { AppliedFilter } from '../../retrieval/appliedFilters.ts';
import type { Degradation } from '../../retrieval/passage.ts';

/** The stage where a document was left behind; schema/run.graphql has the meaning of each. */
export type MissReason =
  | 'USED'
  | 'FOLDED'
  | 'NOT_SEARCHED'
  | 'NOT_PUBLISHED'
  | 'INGESTED_LATER'
  | 'NOT_VALID_THEN'
  | 'FILTERED'
  | 'QUALITY_GATE'
  | 'BEYOND_DISTANCE'
  | 'NOT_RETRIEVED'
  | 'BELOW_TOP_K'
  | 'CUT_BY_BUDGET'
  | 'FOUND_TODAY';

/** How far an arm was from taking a document. */
export interface MissedArm {
  /** From 1, of its best passage; null: not among the first `deepCandidates`, or not found at all. */
  readonly rank: number | null;
  readonly rawScore: number | null;
  /** How many the arm was asked for. */
  readonly candidates: number;
}

/** Why a document was not used in a run. */
export interface MissExplanation {
  readonly reason: MissReason;
  readonly message: string;
  readonly documentId: string;
  /** The version that was looked for; null: none is valid at the run's `asOf`. */
  readonly versionId: string | null;
  /** The searched text that came nearest to it; null: no search was looked into. */
  readonly query: string | null;
  /** From 1: among the passages that were judged (USED), else in the fused order. */
  readonly rank: number | null;
  /** How many of that order were kept. */
  readonly kept: number | null;
  readonly cited: boolean;
  /** Null: the arm was not asked. */
  readonly vector: MissedArm | null;
  readonly keyword: MissedArm | null;
  readonly distance: number | null;
  readonly unmet: readonly AppliedFilter[];
  /** Names of rules, or PERSON. */
  readonly omitReasons: readonly string[];
  readonly standsFor: ChunkPointer | null;
  /** Arms that did not work while this was worked out. */
  readonly degraded: readonly Degradation[];
}

export type MissFigures = Partial<Omit<MissExplanation, 'reason' | 'message' | 'documentId' | 'versionId'>>;

const noFigures: Required<MissFigures> = {
  query: null,
  rank: null,
  kept: null,
  cited: false,
  vector: null,
  keyword: null,
  distance: null,
  unmet: [],
  omitReasons: [],
  standsFor: null,
  degraded: [],
};

/** An explanation with the figures that its stage has. */
export function miss(
  { documentId, versionId }: Pick<MissExplanation, 'documentId' | 'versionId'>,
  reason: MissReason,
  message: string,
  figures: MissFigures = {},
): MissExplanation {
  return { ...noFigures, ...figures, reason, message, documentId, versionId };
}
