import DataLoader from 'dataloader';
import type { Knowledge } from '../app.ts';
import type { Caller } from '../workspaces/caller.ts';
import { CandorError } from '../errors.ts';
import type { Document, DocumentVersion } from '../knowledge/document.ts';

/** Ids of one batch, so that a page of 100 runs with 50 passages each stays a few statements and not one of 5,000 parameters. */
const batchSize = 500;

/** One operation's loaders: each turns all ids that were asked for in one tick into one call of the app. */
export interface Loaders {
  /** Undefined where the workspace has no such document. */
  readonly document: DataLoader<string, Document | undefined>;
  readonly version: DataLoader<string, DocumentVersion | undefined>;
  /** Newest first. */
  readonly versionsOf: DataLoader<string, readonly DocumentVersion[]>;
}

export function createLoaders(knowledge: Knowledge, caller: Caller): Loaders {
  const options = { maxBatchSize: batchSize };
  return {
    document: new DataLoader((ids) => knowledge.documents(caller, ids), options),
    version: new DataLoader((ids) => knowledge.versions(caller, ids), options),
    versionsOf: new DataLoader((ids) => knowledge.versionsOf(caller, ids), options),
  };
}

/** Forgets everything that was loaded: a mutation's own fields must see what it wrote. */
export function forgetLoaded(loaders: Loaders): void {
  loaders.document.clearAll();
  loaders.version.clearAll();
  loaders.versionsOf.clearAll();
}

/** @throws NOT_FOUND when the document was deleted since it was cited. */
export async function requireDocument(loaders: Loaders, id: string): Promise<Document> {
  return (await loaders.document.load(id)) ?? gone('document', id);
}

/** @throws NOT_FOUND when the version was deleted with its document. */
export async function requireVersion(loaders: Loaders, id: string): Promise<DocumentVersion> {
  return (await loaders.version.load(id)) ?? gone('version', id);
}

function gone(kind: 'document' | 'version', id: string): never {
  throw new CandorError('NOT_FOUND', `The ${kind} ${id} is not in this workspace; it may have been deleted.`, { details: { [kind]: id } });
}
