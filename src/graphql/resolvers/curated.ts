import { connection } from '../connection.ts';
import type { Resolvers } from '../generated/types.ts';
import { toCuratedAnswerInput, toCuratedFilter, toPageRequest } from '../inputs.ts';
import { visibleDocuments } from '../context.ts';
import { payload } from '../payload.ts';

/** Curated answers and aliases: what people write in addition to the documents. */
export const curatedResolvers: Resolvers = {
  Query: {
    curatedAnswers: async (_root, { filter, ...input }, { app, caller }) => {
      const conditions = toCuratedFilter(filter);
      const page = toPageRequest(input);
      return connection(await app.knowledge.listCurated(caller, page, conditions), page, () =>
        app.knowledge.countCurated(caller, conditions),
      );
    },
    aliases: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.knowledge.listAliases(caller, page), page, () => app.knowledge.countAliases(caller));
    },
  },
  Mutation: {
    saveCuratedAnswer: (_root, { input }, context) =>
      payload(context, { curatedAnswer: null }, async () => ({
        curatedAnswer: await context.app.knowledge.saveCurated(context.caller, toCuratedAnswerInput(input)),
      })),
    confirmCuratedAnswer: (_root, { input: { id } }, context) =>
      payload(context, { curatedAnswer: null }, async () => ({
        curatedAnswer: await context.app.knowledge.confirmCurated(context.caller, id),
      })),
    deleteCuratedAnswer: (_root, { input: { id } }, context) =>
      payload(context, { deletedId: null }, async () => {
        await context.app.knowledge.deleteCurated(context.caller, id);
        return { deletedId: id };
      }),
    saveAlias: (_root, { input }, context) =>
      payload(context, { alias: null }, async () => ({
        alias: await context.app.knowledge.saveAlias(context.caller, input),
      })),
    deleteAlias: (_root, { input: { id } }, context) =>
      payload(context, { deletedId: null }, async () => ({
        deletedId: (await context.app.knowledge.deleteAlias(context.caller, id)).id,
      })),
  },
  CuratedAnswer: {
    // The links outlive their documents: `staleSources` names those that are gone.
    sources: ({ sourceDocumentIds }, _input, { loaders }) => visibleDocuments(loaders, sourceDocumentIds),
    stale: ({ staleSources }) => staleSources.length > 0,
  },
  StaleSource: {
    document: async ({ documentId }, _input, { loaders }) => (await loaders.document.load(documentId)) ?? null,
  },
};
