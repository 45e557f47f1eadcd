import type { MutationResolvers } from '../../generated/types.ts';
import { laterBy } from '../../ingestion.ts';
import { toDocumentInput, toQueuedDocument } from '../../inputs.ts';
import { forgetLoaded } from '../../loaders.ts';

export const ingestDocuments: NonNullable<MutationResolvers['ingestDocuments']> = async (_root, { input }, { app, caller, loaders, signal }) => {
  if (input.background || input.documents.some(({ fetchUrl }) => fetchUrl)) return laterBy(await app.jobs.submit(caller, input.documents.map(toQueuedDocument)));
  const documents = input.documents.map(toDocumentInput);
  const summary = await app.ingest(caller, documents, { signal, total: documents.length });
  forgetLoaded(loaders);
  return { ...summary, job: null };
};
