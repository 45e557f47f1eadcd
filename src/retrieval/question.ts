import type { Database, Transaction, TransactionOptions } from '../db/database.ts';
import { analyse } from './sql/analyse.ts';

/** 100,000 terms burn 7 s in Postgres' parser and nested input overflows its stack: cut before it sees them. */
export const maxQueryLength = 2_000;
const maxLexemes = 32;

/** A query that Postgres takes: bounded, without NUL and lone surrogates. The doors check a person's question; a chat model's own queries come unchecked. */
export function searchable(query: string): string {
  return query.slice(0, maxQueryLength).toWellFormed().replaceAll('\u0000', ' ');
}

/** The lexemes of each text, by the analysis of an index: stemmed, without stop words. In the order of `texts`. */
export async function lexemesOf(database: Database, workspaceId: string, texts: readonly string[], searchConfig: string, options: TransactionOptions = {}): Promise<string[][]> {
  if (texts.length === 0) return [];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(analyse, [texts, searchConfig]), options);
  return rows.map((row) => row.lexemes);
}

/** The lexemes that a question is searched by. */
export async function questionLexemes(transaction: Transaction, question: string, searchConfig: string): Promise<string[]> {
  const [row] = await transaction.query(analyse, [[searchable(question)], searchConfig]);
  return row?.lexemes.slice(0, maxLexemes) ?? [];
}
