import type { CheckedClaim, ClaimEvidence } from '../agent/checking/checkGrounding.ts';
import type { CitationVerification } from '../agent/checking/verifyCitation.ts';
import type {
  Citation,
  Claim,
  ConflictSide,
  DroppedClaim,
  NearestEvidence,
  Notice,
  WrittenClaim,
} from '../grounding/claim.ts';
import type { GoverningLine } from '../grounding/place/leadIn.ts';
import type { Span } from '../knowledge/document.ts';
import { documentIn, type GraphQLContext, locateIn, versionIn } from './context.ts';

/** A claim of an answer, one that was left out of it or shown beside it, or one of a text that was checked. */
export type AnyClaim = Claim | DroppedClaim | CheckedClaim | WrittenClaim;

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
type Quote = Pick<AnyEvidence, 'quote' | 'withheld'>;

/** The fields that a quoted place names by id. */
export const quoted = {
  document: ({ documentId }: Place, _input: object, { loaders }: GraphQLContext) => documentIn(loaders, documentId),
  version: ({ versionId }: Place, _input: object, { loaders }: GraphQLContext) => versionIn(loaders, versionId),
  quote: ({ quote, withheld }: Quote) => (withheld ? null : quote),
  location: ({ versionId, sourceSpan }: Place, _input: object, { loaders }: GraphQLContext) =>
    locateIn(loaders, versionId, sourceSpan),
};

type Governed = Place & Pick<NearestEvidence, 'sectionPath' | 'governing'>;

const headingLine = /^(#{1,6}) +(\S.*)$/gmu;

/** What governs a quoted place: what was recorded, below the headings above its passage, while its version is there. */
export async function governingIn(
  { versionId, sourceSpan, sectionPath = [], governing }: Governed,
  _input: object,
  { loaders }: GraphQLContext,
): Promise<readonly GoverningLine[]> {
  if (governing === undefined) return [];
  const recorded = governing.filter(({ kind }) => kind === 'HEADING');
  if (recorded.length >= sectionPath.length) return governing;
  const text = (await loaders.version.load(versionId))?.text ?? '';
  return [...headingsBefore(text, recorded[0]?.sourceSpan.start ?? sourceSpan.start), ...governing];
}

/** The headings that a place of a text stands under, outermost first. */
function headingsBefore(text: string, position: number): GoverningLine[] {
  let above: (GoverningLine & { readonly depth: number })[] = [];
  for (const { 0: line, 1: { length: depth } = '', 2: title = '', index } of text
    .slice(0, position)
    .matchAll(headingLine)) {
    const start = index + line.indexOf(title);
    const sourceSpan = { start, end: start + title.trimEnd().length };
    const heading = { kind: 'HEADING', quote: title.trimEnd(), sourceSpan, depth } as const;
    above = [...above.filter((other) => other.depth < depth), heading];
  }
  return above.map(({ kind, quote, sourceSpan }) => ({ kind, quote, sourceSpan }));
}

export const isCitation = (place: AnyEvidence | Citation): place is Citation => 'number' in place;
