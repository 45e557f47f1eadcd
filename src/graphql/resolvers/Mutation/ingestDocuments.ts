import type { MutationResolvers } from '../../generated/types.ts';
import { toDocumentInput } from '../../inputs.ts';
import { forgetLoaded } from '../../loaders.ts';

export const ingestDocuments: NonNullable<MutationResolvers['ingestDocuments']> = async (_root, { input }, { app, caller, loaders, signal }) => {
  const documents = input.documents.map(toDocumentInput);
  const summary = await app.ingest(caller, documents, { signal, total: documents.length });
  forgetLoaded(loaders);
  return summary;
};
