import { type GraphQLContext, locateIn, requireDocument, requireVersion } from '../context.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCitationRequest, toGroundingRequest } from '../inputs.ts';

interface Cited {
  readonly documentId: string;
  readonly versionId: string;
}

/**
 * For objects that refer to a document and a version by id.
 * @throws NOT_FOUND if they have been deleted since
 */
const cited = {
  document: ({ documentId }: Cited, _input: object, { loaders }: GraphQLContext) =>
    requireDocument(loaders, documentId),
  version: ({ versionId }: Cited, _input: object, { loaders }: GraphQLContext) => requireVersion(loaders, versionId),
};

type MaybeCited = { readonly [Id in keyof Cited]: string | null };

/** The same for documents and versions that may be deleted or hidden from the caller: null in both cases. */
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
  Citation: {
    ...cited,
    location: ({ versionId, sourceSpan }, _input, { loaders }) => locateIn(loaders, versionId, sourceSpan),
  },
  CitationToday: cited,
  CitationVerification: perhapsCited,
  ClaimEvidence: cited,
  ConflictSide: cited,
  NearestEvidence: cited,
  Notice: perhapsCited,
};
