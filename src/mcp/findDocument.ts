import type { App } from '../app.ts';
import { isUuid } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import type { Document, DocumentVersion } from '../knowledge/document.ts';
import type { Caller } from '../workspaces/caller.ts';

const scheme = 'candor://documents/';

/**
 * The documents with these keys, ids or addresses, in that order. @throws NOT_FOUND naming the first that the caller
 * can see none of
 */
export async function resolveDocuments(
  app: App,
  caller: Caller,
  names: readonly string[],
): Promise<readonly Document[]> {
  const plain = names.map((name) => (name.startsWith(scheme) ? name.slice(scheme.length) : name));
  const ids = plain.filter((name) => isUuid(name));
  const [byKey, byId] = await Promise.all([
    app.knowledge.documentsByKey(caller, plain),
    ids.length === 0 ? [] : app.knowledge.documents(caller, ids),
  ]);
  // A key may look like an id; the key wins, as on the command line.
  return plain.map((name, index) => byKey[index] ?? byId[ids.indexOf(name)] ?? unknown(names[index] ?? name));
}

const shownCharacters = 200;

function unknown(full: string): never {
  const name = full.length > shownCharacters ? `${full.slice(0, shownCharacters)}…` : full;
  throw new CandorError('NOT_FOUND', `There is no document ${name} in this workspace.`, {
    details: { document: name },
    remedy: 'List or search the documents to see the keys that there are.',
  });
}

/** The version with a number, else the one that is valid now, else the newest. @throws NOT_FOUND */
export async function findVersion(
  app: App,
  caller: Caller,
  document: Document,
  number: number | undefined,
): Promise<DocumentVersion> {
  const [versions = []] = await app.knowledge.versionsOf(caller, [document.id]);
  const version =
    number === undefined
      ? (versions.find(({ id }) => id === document.currentVersionId) ?? versions[0])
      : versions.find((each) => each.number === number);
  if (version) return version;
  throw new CandorError('NOT_FOUND', `${document.key} has no version ${number ?? ''}`.trimEnd() + '.', {
    details: { document: document.key },
    remedy: `Its versions: ${versions.map((each) => each.number).join(', ') || 'none'}.`,
  });
}
