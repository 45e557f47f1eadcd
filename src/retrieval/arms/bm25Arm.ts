import type { Transaction } from '../../db/database.ts';
import { bounds, type ArmScope } from './armScope.ts';
import { type KeywordHits, type KeywordQuery, noKeywords } from './keywordHits.ts';
import type { QuestionWords } from '../question/questionWords.ts';
import { searchBm25 } from '../sql/searchBm25.ts';

/** Rows that are scored: below the 200th the keyword part of a fused score is next to nothing. */
const scoredRows = 200;

/** The keyword arm of the default preset. */
export async function bm25Arm(
  transaction: Transaction,
  scope: ArmScope,
  { words, searchConfig, limit }: Pick<KeywordQuery, 'words' | 'searchConfig' | 'limit'>,
): Promise<KeywordHits> {
  const groups = groupsOf(words);
  if (groups.length === 0) return noKeywords;
  const members = groups.flatMap(({ members: lexemes }, position) =>
    lexemes.map((member) => ({ ...member, group: position + 1 })),
  );
  const values = [
    scope.workspaceId,
    members.map((member) => member.lexeme),
    members.map((member) => member.group),
    members.map((member) => member.weight),
    groups.map((group) => group.count),
    words.phrases,
    searchConfig,
    Math.max(limit, scoredRows),
    scope.asOf,
    ...bounds(scope),
  ];
  const rows = await transaction.query(searchBm25, values);
  const first = rows[0];
  const nameOf = (position: number) => groups[position - 1]?.name ?? '';
  return {
    hits: rows.slice(0, limit).map((row) => ({ chunkId: row.parent_id, rawScore: row.score })),
    scores: new Map(rows.map((row) => [row.parent_id, row.score])),
    matched: new Map(rows.map((row) => [row.parent_id, row.matched.map(nameOf)])),
    idf: new Map(first?.idfs?.map((idf, position) => [nameOf(position + 1), idf])),
    unknown: first?.known?.flatMap((known, position) => (known ? [] : [nameOf(position + 1)])) ?? [],
  };
}

interface WordGroup {
  readonly name: string;
  readonly count: number;
  readonly members: readonly { readonly lexeme: string; readonly weight: number }[];
}

/** Words and phrases as candor_search_bm25 numbers them. A look-alike weighs the square of its similarity: .5 is little, and .9 nearly the word. */
function groupsOf({ words, phrases }: QuestionWords): WordGroup[] {
  const single = words.map(({ lexeme, count, lookalikes }): WordGroup => ({
    name: lexeme,
    count,
    members: [
      { lexeme, weight: 1 },
      ...lookalikes.map((other) => ({ lexeme: other.lexeme, weight: other.similarity ** 2 })),
    ],
  }));
  const quoted = phrases.map((phrase, position): WordGroup => ({
    name: `"${phrase}"`,
    count: 1,
    members: [{ lexeme: `"${words.length + position + 1}`, weight: 1 }],
  }));
  return [...single, ...quoted];
}
