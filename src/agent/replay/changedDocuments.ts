import type { Database } from '../../db/database.ts';
import type { Document, DocumentVersion } from '../../knowledge/document.ts';
import { readDocumentsByKey, readVersionsOf } from '../../knowledge/store/documents.ts';
import type { Reader } from '../../workspaces/caller.ts';
import type { Run } from '../runs/run.ts';

/** Keys of the documents that a run read and that were deleted, hidden or given another version since, in the order they were read. */
export async function changedDocuments(database: Database, reader: Reader, run: Run): Promise<string[]> {
  const read = versionsRead(run);
  const keys = [...read.keys()];
  const documents = await readDocumentsByKey(database, reader, keys);
  const versions = await readVersionsOf(
    database,
    reader,
    documents.map((document) => document?.id ?? ''),
  );
  return keys.filter((key, position) =>
    hasChanged(documents[position], versions[position] ?? [], read.get(key) ?? new Set(), run.createdAt),
  );
}

/** Ids of versions by key. An older record has no searches: its passages are all that it tells. */
function versionsRead({ searches, passages }: Run): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  for (const { documentKey, versionId } of [...searches.flatMap((search) => search.candidates), ...passages]) {
    if (versionId !== null) read.set(documentKey, (read.get(documentKey) ?? new Set()).add(versionId));
  }
  return read;
}

function hasChanged(
  document: Document | undefined,
  versions: readonly DocumentVersion[],
  read: ReadonlySet<string>,
  since: Date,
): boolean {
  if (document?.state !== 'PUBLISHED') return true;
  const known = new Set(versions.map((version) => version.id));
  return [...read].some((id) => !known.has(id)) || versions.some((version) => version.createdAt > since);
}
