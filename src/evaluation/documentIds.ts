import type { App } from '../app.ts';
import type { Caller } from '../workspaces/caller.ts';

/** The largest page that the app gives. */
const pageSize = 100;

/** The id of each document of the workspace by its key. */
export async function documentIdsByKey(app: App, caller: Caller): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  let after: string | undefined;
  do {
    const page = await app.knowledge.listDocuments(caller, { first: pageSize, after }, {});
    for (const { id, key } of page.nodes) ids.set(key, id);
    after = page.hasNextPage ? page.endCursor ?? undefined : undefined;
  } while (after !== undefined);
  return ids;
}
