import { type GraphQLContext, sectionPathIn } from '../context.ts';
import { claimPlaces, evidenceToday, governingIn, isCitation, quotedPlace, quoted, spanOf } from '../evidence.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCitationRequest, toGroundingRequest } from '../inputs.ts';

type MaybeCited = { readonly documentId: string | null; readonly versionId: string | null };

/** For documents and versions that may be deleted or hidden from the caller: null in both cases. */
const perhapsCited = {
  document: async ({ documentId }: MaybeCited, _input: object, { loaders }: GraphQLContext) =>
    documentId === null ? null : ((await loaders.document.load(documentId)) ?? null),
  version: async ({ versionId }: MaybeCited, _input: object, { loaders }: GraphQLContext) =>
    versionId === null ? null : ((await loaders.version.load(versionId)) ?? null),
};

export const groundingResolvers: Resolvers = {
  Query: {
    verifyCitation: (_root, { input }, { app, caller, signal }) =>
      app.grounding.verifyCitation(caller, toCitationRequest(input), { signal }),
    checkGrounding: (_root, { input }, { app, caller, signal }) =>
      app.grounding.check(caller, toGroundingRequest(input), { signal }),
  },
  Quoted: { __resolveType: (place) => (isCitation(place) ? 'Citation' : 'Evidence') },
  Alternative: { governing: ({ governing }) => governing ?? [] },
  Citation: { ...quoted, governing: governingIn },
  Evidence: {
    ...quoted,
    sectionPath: ({ sectionPath, versionId, sourceSpan }, _input, { loaders }) =>
      sectionPath ?? sectionPathIn(loaders, versionId, sourceSpan),
    governing: governingIn,
    value: ({ value }) => value ?? null,
    status: ({ status }) => status ?? null,
    support: ({ support }) => support ?? null,
    checks: ({ checks }) => checks ?? [],
  },
  Claim: {
    answerSpan: spanOf,
    citationNumbers: (claim) => ('citationNumbers' in claim ? claim.citationNumbers : []),
    reason: (claim) => ('reason' in claim ? claim.reason : null),
    evidence: claimPlaces,
  },
  CitationVerification: {
    ...perhapsCited,
    difference: ({ today }) => today?.kind ?? null,
    today: evidenceToday,
  },
  Notice: { document: perhapsCited.document, evidence: quotedPlace },
};
