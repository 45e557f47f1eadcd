import { documentIn, sectionPathIn, versionIn } from '../context.ts';
import { claimPlaces, evidenceToday, governingIn, isCitation, quotedPlace, quoted, spanOf } from '../evidence.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCitationRequest, toGroundingRequest } from '../inputs.ts';
import { payload } from '../payload.ts';

export const groundingResolvers: Resolvers = {
  Query: {
    verifyCitation: (_root, { input }, { app, caller, signal }) =>
      app.grounding.verifyCitation(caller, toCitationRequest(input), { signal }),
    checkGrounding: (_root, { input }, { app, caller, signal }) =>
      app.grounding.check(caller, toGroundingRequest(input), { signal }),
    foundConflicts: (_root, { resolved }, { app, caller }) => app.conflicts.list(caller, resolved),
  },
  Mutation: {
    resolveConflict: (_root, { input: { id, verdict } }, context) =>
      payload(context, { conflict: null }, async () => ({
        conflict: await context.app.conflicts.resolve(context.caller, id, verdict ?? null),
      })),
  },
  Quoted: { __resolveType: (place) => (isCitation(place) ? 'Citation' : 'Evidence') },
  Alternative: { governing: ({ governing }) => governing ?? [] },
  Citation: {
    ...quoted,
    title: async ({ title, documentId, documentKey }, _input, { loaders }) =>
      title ?? (await documentIn(loaders, documentId))?.title ?? documentKey,
    governing: governingIn,
  },
  Evidence: {
    ...quoted,
    documentKey: async ({ documentKey, documentId }, _input, { loaders }) =>
      documentKey ?? (await documentIn(loaders, documentId))?.key ?? null,
    title: async ({ title, documentId }, _input, { loaders }) =>
      title ?? (await documentIn(loaders, documentId))?.title ?? null,
    url: async ({ url, documentId }, _input, { loaders }) =>
      url === undefined ? ((await documentIn(loaders, documentId))?.url ?? null) : url,
    sectionPath: ({ sectionPath, versionId, sourceSpan }, _input, { loaders }) =>
      sectionPath ?? sectionPathIn(loaders, versionId, sourceSpan),
    governing: governingIn,
    value: ({ value, withheld }) => (withheld ? null : (value ?? null)),
    status: ({ status }) => status ?? null,
    support: ({ support }) => support ?? null,
    checks: ({ checks }) => checks ?? [],
  },
  Claim: {
    answerSpan: spanOf,
    citationNumbers: (claim) => ('citationNumbers' in claim ? claim.citationNumbers : []),
    reason: (claim) => ('reason' in claim ? claim.reason : null),
    formula: (claim) => ('formula' in claim ? claim.formula : null),
    evidence: claimPlaces,
  },
  CitationVerification: {
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
    version: ({ versionId }, _input, { loaders }) => versionIn(loaders, versionId),
    difference: ({ today }) => today?.kind ?? null,
    today: evidenceToday,
  },
  Notice: {
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
    evidence: quotedPlace,
  },
};
