import type { App } from '../../app.ts';
import type { Outcome } from '../../agent/outcome.ts';
import { printableCopy } from '../terminal/paint.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Document, DocumentVersion } from '../../knowledge/document.ts';

/** The documents and versions that a result points at, looked up in one call each. */
export interface Sources {
  document(id: string): Document | undefined;
  version(id: string): DocumentVersion | undefined;
}

/** The same, with texts that no longer steer a terminal. */
export function printableSources(sources: Sources): Sources {
  return {
    document: (id) => printableCopy(sources.document(id)),
    // Only numbers and places of a version are shown, and its text is long.
    version: (id) => sources.version(id),
  };
}

/** Looks up what the citations, conflicts and notices of `outcome` point at. */
export async function findSources(app: App, caller: Caller, outcome: Outcome): Promise<Sources> {
  const sides = outcome.type === 'Answer' ? outcome.conflicts.flatMap((conflict) => conflict.sides) : [];
  const pointers = [...outcome.citations, ...sides, ...(outcome.type === 'Answer' ? outcome.notices : [])];
  const documentIds = [...new Set(pointers.flatMap(({ documentId }) => documentId ?? []))];
  const versionIds = [...new Set(pointers.flatMap(({ versionId }) => versionId ?? []))];
  const [documents, versions] = await Promise.all([
    documentIds.length > 0 ? app.knowledge.documents(caller, documentIds) : [],
    versionIds.length > 0 ? app.knowledge.versions(caller, versionIds) : [],
  ]);
  const documentOf = new Map(documents.flatMap((document) => (document ? [[document.id, document]] : [])));
  const versionOf = new Map(versions.flatMap((version) => (version ? [[version.id, version]] : [])));
  return { document: (id) => documentOf.get(id), version: (id) => versionOf.get(id) };
}
