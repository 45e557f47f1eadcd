import type { DocumentState } from '../../knowledge/document.ts';
import { CandorError } from '../../errors.ts';
import { connection, pageOf } from '../connection.ts';
import { type GraphQLContext, requireVersion } from '../context.ts';
import type { Resolvers } from '../generated/types.ts';
import { toDocumentFilter, toPageRequest } from '../inputs.ts';
import { requestLimits } from '../limits.ts';
import { payload } from '../payload.ts';

const moveTo = (state: DocumentState, id: string, context: GraphQLContext) =>
  payload(context, { document: null }, async () => ({
    document: await context.app.knowledge.setState(context.caller, id, state),
  }));

/** Thirty aliases of one text of 5 MB are thirty values, and a reply of 150 MB. @throws BAD_INPUT */
function countText(text: string, { sent }: GraphQLContext): string {
  sent.characters += text.length;
  if (sent.characters <= requestLimits.textCharacters) return text;
  const most = requestLimits.textCharacters.toLocaleString('en');
  throw new CandorError('BAD_INPUT', `The texts in the result have more than ${most} characters.`, {
    details: { maxCharacters: requestLimits.textCharacters },
    remedy: 'Request the texts of fewer versions at once.',
  });
}

export const documentResolvers: Resolvers = {
  Query: {
    document: async (_root, { id }, { loaders }) => (await loaders.document.load(id)) ?? null,
    documents: async (_root, { filter, ...input }, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.knowledge.listDocuments(caller, page, toDocumentFilter(filter)), page);
    },
  },
  Mutation: {
    publishDocument: (_root, { input: { id } }, context) => moveTo('PUBLISHED', id, context),
    unpublishDocument: (_root, { input: { id } }, context) => moveTo('DRAFT', id, context),
    deleteDocument: (_root, { input: { id, purge } }, context) =>
      payload(context, { deletedId: null }, async () => {
        await context.app.knowledge.deleteDocument(context.caller, id, purge);
        return { deletedId: id };
      }),
    restoreDocument: (_root, { input: { id } }, context) =>
      payload(context, { document: null }, async () => ({
        document: await context.app.knowledge.restoreDocument(context.caller, id),
      })),
    setChunkOmitted: (_root, { input: { id, omitted } }, context) =>
      payload(context, { chunk: null }, async () => ({
        chunk: await context.app.knowledge.setChunkOmitted(context.caller, id, omitted ?? null),
      })),
  },
  Document: {
    currentVersion: ({ currentVersionId }, _input, { loaders }) =>
      currentVersionId === null ? null : requireVersion(loaders, currentVersionId),
    versions: ({ id }, _input, { loaders }) => loaders.versionsOf.load(id),
    supersededBy: async ({ supersededBy }, _input, { loaders }) =>
      supersededBy === null ? null : ((await loaders.documentByKey.load(supersededBy)) ?? null),
    supersededByKey: ({ supersededBy }) => supersededBy,
  },
  DocumentVersion: {
    text: ({ text }, _input, context) => countText(text, context),
    chunks: async ({ id }, input, { loaders }) => {
      const page = toPageRequest(input);
      return connection(await loaders.chunksOf(page).load(id), page);
    },
    blocks: async ({ id }, input, { loaders }) => {
      const page = toPageRequest(input);
      const blocks = await loaders.blocksOf.load(id);
      return blocks && connection(pageOf(blocks, page), page);
    },
  },
};
