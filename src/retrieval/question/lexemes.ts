import type { Database, Transaction, TransactionOptions } from '../../db/database.ts';
import { searchText } from '../../knowledge/searchText.ts';
import { perWorkspace } from '../../workspaces/facts.ts';
import { analyse } from './question.sql.ts';

/** Texts of a workspace whose lexemes are kept: those that some twenty questions read. */
const keptTexts = 2_000;

const keptLexemes = perWorkspace(() => new Map<string, readonly string[]>());

interface TextScope {
  readonly database: Database;
  readonly workspaceId: string;
  /** The text search configuration. */
  readonly searchConfig: string;
}

/**
 * The lexemes of each text, by the analysis of an index: stemmed, without stop words. In the order of `texts`; what was
 * analysed lately is not sent again.
 */
export async function lexemesOf(
  scope: TextScope,
  texts: readonly string[],
  options: TransactionOptions = {},
): Promise<readonly (readonly string[])[]> {
  const known = knownLexemes(scope, texts).filter((lexemes) => lexemes !== undefined);
  if (known.length === texts.length) return known;
  return scope.database.inWorkspace(
    scope.workspaceId,
    (transaction) => lexemesWithin(transaction, scope, texts),
    options,
  );
}

/** The same inside a transaction that reads more than this. */
export async function lexemesWithin(
  transaction: Transaction,
  scope: TextScope,
  texts: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const { searchConfig } = scope;
  const known = new Map(knownLexemes(scope, texts).map((lexemes, position) => [texts[position] ?? '', lexemes]));
  const missing = [...known].flatMap(([text, lexemes]) => (lexemes === undefined ? [text] : []));
  if (missing.length > 0) {
    const rows = await transaction.query(analyse, [
      missing.map((text) => searchText(text, searchConfig)),
      searchConfig,
    ]);
    for (const [position, text] of missing.entries()) known.set(text, rows[position]?.lexemes ?? []);
    keep(scope, known);
  }
  return texts.map((text) => known.get(text) ?? []);
}

function knownLexemes(scope: TextScope, texts: readonly string[]): (readonly string[] | undefined)[] {
  const kept = keptLexemes(scope.database.identity, scope.workspaceId);
  return texts.map((text) => kept.get(keyOf(scope, text)));
}

/** Those of the newest texts stay. */
function keep(scope: TextScope, lexemes: ReadonlyMap<string, readonly string[] | undefined>): void {
  const kept = keptLexemes(scope.database.identity, scope.workspaceId);
  for (const [text, found] of lexemes) {
    const key = keyOf(scope, text);
    kept.delete(key);
    if (found) kept.set(key, found);
  }
  for (const key of kept.keys()) {
    if (kept.size <= keptTexts) break;
    kept.delete(key);
  }
}

const keyOf = ({ searchConfig }: TextScope, text: string): string => `${searchConfig} ${text}`;
