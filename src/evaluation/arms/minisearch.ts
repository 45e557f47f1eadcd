import type MiniSearch from 'minisearch';
import { retrievedCount } from '../run/evaluationContext.ts';
import type { StoredDocument } from '../run/storedDocuments.ts';

/** A well-kept keyword library to be measured beside. */
export interface KeywordBaseline {
  readonly name: string;
  /** Keys of documents, best first, 30 at most; only those of `among`, where it is given. */
  search(query: string, among?: ReadonlySet<string>): string[];
}

/**
 * MiniSearch as its documentation begins: title and text are indexed, everything else is its default (any of the words,
 * BM25+, no stemming, no stop words).
 * @returns null when the package is not installed: it is for development only
 */
export async function openMiniSearch(
  documents: readonly Pick<StoredDocument, 'key' | 'title' | 'text'>[],
  load: () => Promise<{ readonly default: typeof MiniSearch }> = () => import('minisearch'),
): Promise<KeywordBaseline | null> {
  const library = await load().catch((error: unknown) => {
    if (isNotInstalled(error)) return null;
    throw error;
  });
  if (library === null) return null;
  const index = new library.default<Pick<StoredDocument, 'key' | 'title' | 'text'>>({
    idField: 'key',
    fields: ['title', 'text'],
  });
  index.addAll(documents);
  return {
    name: 'MiniSearch',
    search: (query, among) =>
      index
        .search(query, among ? { filter: ({ id }) => among.has(String(id)) } : {})
        .slice(0, retrievedCount)
        .map(({ id }) => String(id)),
  };
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
