import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import type { AppliedFilter, FilterCondition } from '../../retrieval/filter.ts';
import type { Degradation } from '../../retrieval/passage.ts';

/** How many candidates each arm is asked for if neither returned the document. */
export const deepCandidates = 1_000;

/** The stage at which a document was dropped; schema/run.graphql defines each. */
type MissReason =
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

/** How near an arm came to returning a document. */
export interface MissedArm {
  /** From 1, of its best passage; null: not among the first `deepCandidates`, or not found at all. */
  readonly rank: number | null;
  readonly rawScore: number | null;
  /** How many candidates the arm was asked for. */
  readonly candidates: number;
}

/** Why a document was not used in a run. */
export interface MissExplanation {
  readonly reason: MissReason;
  readonly message: string;
  readonly documentId: string;
  /** The version that was looked for; null: none is valid at the run's `asOf`. */
  readonly versionId: string | null;
  /** The searched text that came nearest to it; null: no search was examined. */
  readonly query: string | null;
  /** From 1: among the passages that were judged (USED), otherwise in the fused order. */
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
  /** Arms that failed while the explanation was worked out. */
  readonly degraded: readonly Degradation[];
}

type MissFigures = Partial<Omit<MissExplanation, 'reason' | 'message' | 'documentId' | 'versionId'>>;

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

/** For the messages to people below. They contain figures and what was asked for, never a word of a document. */
const day = (instant: Date) => instant.toISOString().slice(0, 10);

export function usedMessage(rank: number | null, citation: number | null): string {
  if (citation !== null)
    return `It was used: citation ${citation} points at it${rank === null ? '' : `, and it is passage ${rank} of those that were judged`}.`;
  return `It was used: passage ${rank ?? 0} of those that were judged. The answer does not cite it.`;
}

export function foldedMessage(rank: number): string {
  return `It says the same as passage ${rank}, which ranks higher and stands for it: copies count once.`;
}

export const notSearchedMessage = 'The run ended before anything was searched; its steps show why.';
export const draftMessage = 'It is a draft: only published documents are searched.';
export const ingestedLaterMessage = 'It was stored after the run.';

export function versionIngestedLaterMessage(asOf: Date): string {
  return `Its version that is valid on ${day(asOf)} was stored after the run.`;
}

/** @param nearest the validity of the version nearest to `asOf` */
export function notValidMessage(
  asOf: Date,
  nearest: { readonly effectiveFrom: Date; readonly effectiveUntil: Date | null } | undefined,
): string {
  if (!nearest) return 'It has no version.';
  return nearest.effectiveFrom > asOf
    ? `The run read versions valid on ${day(asOf)}; the first of its versions after that is valid from ${day(nearest.effectiveFrom)}.`
    : `The run read versions valid on ${day(asOf)}; the last of its versions before that ended on ${day(nearest.effectiveUntil ?? asOf)}.`;
}

const conditionTexts: Readonly<Record<FilterCondition, string>> = {
  PUBLISHED: 'published',
  VISIBLE_AT: 'valid at the instant asked about',
  ACCESS: 'readable with the key that asked',
  QUALITY: 'not taken out of retrieval',
  DOCUMENT_IDS: 'one of the documents that were named',
  TAGS: 'labelled',
  SOURCE_TYPES: 'written in',
  SEMANTIC_TYPES: 'of kind',
  AUTHORS: 'by',
  LANGUAGES: 'in the language',
  ACCESS_GROUPS: 'readable by',
  KEY_PREFIX: 'with a key that begins with',
  UPDATED_AFTER: 'updated since',
  UPDATED_BEFORE: 'updated before',
  METADATA: 'with',
  NOT_SUPERSEDED: 'not replaced by another one',
};

/** A condition in words, for example `labelled rules and prices`. Ids are only counted. */
export function conditionText({ condition, values, instant }: AppliedFilter): string {
  const asked =
    condition === 'DOCUMENT_IDS'
      ? `(${values.length})`
      : instant
        ? instant.toISOString()
        : values.join(condition === 'TAGS' ? ' and ' : ' or ');
  return `${conditionTexts[condition]} ${asked}`.trim();
}

export function filteredMessage(unmet: readonly AppliedFilter[]): string {
  return `It is not among what was searched. It would have to be ${unmet.map((applied) => conditionText(applied)).join('; ')}.`;
}

export function qualityMessage(count: number, omitReasons: readonly string[]): string {
  if (count === 0) return 'Its version has no passages: there is nothing to find.';
  return `${count === 1 ? 'Its only passage is' : `All of its ${count} passages are`} kept out of retrieval: ${omitReasons.join(', ')}.`;
}

export function belowTopKMessage(rank: number, kept: number): string {
  return `It was retrieved at rank ${rank}; ${kept} were kept.`;
}

export function mergedMessage(rank: number, kept: number, searches: number): string {
  return `One of the ${searches} searches of the run has it at rank ${rank}, but the best of all of them filled the ${kept} places.`;
}

export function rerankedMessage(rank: number, kept: number): string {
  return `Fusion has it at rank ${rank}, but the reranker put others before it and ${kept} were kept.`;
}

export function contextMessage(rank: number): string {
  return `It was retrieved at rank ${rank}, but the passages before it filled the context.`;
}

export const deadlineMessage = 'The time of the run was used up before its search was complete.';

export function foundTodayMessage(rank: number, kept: number): string {
  return `Asked today it is at rank ${rank} of the ${kept} that are kept: it, or what stood before it, has changed since the run, or an arm had failed then.`;
}

export function beyondDistanceMessage(distance: number, maxDistance: number): string {
  return `Its nearest passage is at cosine distance ${distance.toFixed(3)}; the limit is ${maxDistance}. None of the question's words finds it.`;
}

export function floorMessage(distance: number, floorDistance: number): string {
  return `It was retrieved, but its nearest passage is at cosine distance ${distance.toFixed(3)}; the floor of the preset drops what is beyond ${floorDistance}.`;
}

export function notRetrievedMessage(vector: MissedArm | null, keyword: MissedArm | null, beyond: boolean): string {
  const parts = [
    ...(vector
      ? [
          `${armText('vector', vector)}${beyond && vector.rawScore !== null ? ', beyond the greatest distance allowed' : ''}`,
        ]
      : []),
    ...(keyword ? [armText('keyword', keyword)] : []),
  ];
  return `Neither arm took it. ${parts.map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}.`).join(' ')}`;
}

function armText(name: string, { rank, rawScore, candidates }: MissedArm): string {
  if (rawScore === null) return `the ${name} arm does not find it`;
  const place = rank === null ? `beyond the first ${deepCandidates.toLocaleString('en')}` : `rank ${rank}`;
  return `${place} of the ${name} arm, ${candidates} were taken`;
}
