import type { App } from '../../app.ts';
import type { Document } from '../../knowledge/document.ts';
import type { Caller } from '../../workspaces/caller.ts';

/** The largest page that the app gives. */
const pageSize = 100;

/** A document as it was taken in: the text that every arm reads, whatever file it came from. */
export interface StoredDocument extends Pick<Document, 'key' | 'title' | 'language'> {
  readonly text: string;
}

/** All documents of the workspace, page by page. */
async function* pagesOf(app: App, caller: Caller): AsyncGenerator<readonly Document[]> {
  let after: string | undefined;
  do {
    const page = await app.knowledge.listDocuments(caller, { first: pageSize, after }, {});
    yield page.nodes;
    after = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
  } while (after !== undefined);
}

/** The id of each document of the workspace by its key. */
export async function documentIdsByKey(app: App, caller: Caller): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for await (const page of pagesOf(app, caller)) for (const { id, key } of page) ids.set(key, id);
  return ids;
}

/** The documents of the workspace with the text of the version in force; one without any is left out. */
export async function storedDocuments(app: App, caller: Caller): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for await (const page of pagesOf(app, caller)) {
    const current = page.filter(({ currentVersionId }) => currentVersionId !== null);
    const versions = await app.knowledge.versions(
      caller,
      current.map(({ currentVersionId }) => currentVersionId ?? ''),
    );
    stored.push(
      ...current.flatMap(({ key, title, language }, position) => {
        const version = versions[position];
        return version ? [{ key, title, language, text: version.text }] : [];
      }),
    );
  }
  return stored;
}
