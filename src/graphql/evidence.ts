import type { CheckedClaim, ClaimEvidence } from '../agent/checking/checkGrounding.ts';
import type { CitationVerification } from '../agent/checking/verifyCitation.ts';
import type {
  Citation,
  Claim,
  ConflictSide,
  DroppedClaim,
  NearestEvidence,
  Notice,
} from '../grounding/claims/claim.ts';
import { type GoverningLine, governingOf } from '../grounding/place/leadIn.ts';
import type { Span } from '../knowledge/document.ts';
import { type GraphQLContext, locateIn, requireDocument, requireVersion } from './context.ts';

/** A claim of an answer, one that was left out of it, or one of a text that was checked. */
export type AnyClaim = Claim | DroppedClaim | CheckedClaim;

/** A quoted place, whoever found it; what one has and another lacks is null. */
export type AnyEvidence = NearestEvidence & Partial<Omit<ClaimEvidence & ConflictSide, keyof NearestEvidence>>;

export const claimPlaces = (claim: AnyClaim): readonly AnyEvidence[] => {
  if (!('evidence' in claim) || claim.evidence === null) return [];
  return 'quote' in claim.evidence ? [claim.evidence] : claim.evidence;
};

export const spanOf = (claim: AnyClaim): Span | null =>
  'answerSpan' in claim ? claim.answerSpan : 'span' in claim ? claim.span : null;

/** Null too where what is valid now differs in punctuation only: the comparison gives no place then. */
export const evidenceToday = ({ today }: CitationVerification): AnyEvidence | null => today && quotedPlace(today);

/** Null where nothing is quoted: the other version says nothing of it. */
export function quotedPlace(said: MaybeQuoted): AnyEvidence | null {
  const { documentId, versionId, quote, sourceSpan } = said;
  if (documentId === null || versionId === null || quote === null || sourceSpan === null) return null;
  return { documentId, versionId, quote, sourceSpan };
}

type MaybeQuoted = Pick<Notice, 'documentId' | 'versionId' | 'quote' | 'sourceSpan'>;

type Place = Pick<NearestEvidence, 'documentId' | 'versionId' | 'sourceSpan'>;

/** The fields that a quoted place names by id. */
export const quoted = {
  document: ({ documentId }: Place, _input: object, { loaders }: GraphQLContext) =>
    requireDocument(loaders, documentId),
  version: ({ versionId }: Place, _input: object, { loaders }: GraphQLContext) => requireVersion(loaders, versionId),
  location: ({ versionId, sourceSpan }: Place, _input: object, { loaders }: GraphQLContext) =>
    locateIn(loaders, versionId, sourceSpan),
};

type Governed = Place & Pick<NearestEvidence, 'sectionPath' | 'governing'>;

/**
 * What governs a quoted place. Where headings stand above its passage, all of it is read off the version's text; what was
 * recorded is given if the version is gone.
 */
export async function governingIn(
  { versionId, sourceSpan, sectionPath = [], governing }: Governed,
  _input: object,
  { loaders }: GraphQLContext,
): Promise<readonly GoverningLine[]> {
  if (governing === undefined) return [];
  const headings = governing.filter(({ kind }) => kind === 'HEADING').length;
  if (headings >= sectionPath.length) return governing;
  const text = (await loaders.version.load(versionId))?.text;
  if (text === undefined) return governing;
  const whole = { documentTitle: '', sectionPath: [], text, sourceSpan: { start: 0, end: text.length } };
  return governingOf(whole, sourceSpan);
}

export const isCitation = (place: AnyEvidence | Citation): place is Citation => 'number' in place;
