import type { Database, TransactionOptions } from '../db/database.ts';
import { vectorText } from '../knowledge/storeVersion.ts';
import type { ArmHit } from './fuse.ts';
import { filterJson } from './filter.ts';
import type { SearchFilter } from './passage.ts';
import type { Preset } from './presets.ts';
import { searchBm25 } from './sql/searchBm25.ts';
import { searchVector } from './sql/searchVector.ts';
import { searchWebsearch } from './sql/searchWebsearch.ts';

/** What both arms are told alike. */
export interface ArmScope extends TransactionOptions {
  readonly database: Database;
  readonly workspaceId: string;
  readonly asOf: Date;
  readonly filter: SearchFilter;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
}

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly model: string;
  readonly limit: number;
  readonly maxDistance: number;
  /** Only these parents: to learn the score of what the other arm found. */
  readonly chunkIds?: readonly string[];
}

/** The vector arm: parents by cosine similarity, best first. */
export async function vectorArm(scope: ArmScope, query: VectorQuery): Promise<ArmHit[]> {
  const values = [scope.workspaceId, query.model, vectorText(query.vector), query.limit, query.maxDistance, scope.asOf, ...bounds(scope), query.chunkIds ?? null];
  const rows = await scope.database.inWorkspace(scope.workspaceId, (transaction) => transaction.query(searchVector, values), scope);
  return rows.map((row) => ({ chunkId: row.parent_id, rawScore: 1 - row.distance }));
}

export interface KeywordQuery {
  readonly arm: NonNullable<Preset['keywordArm']>;
  readonly text: string;
  readonly lexemes: readonly string[];
  readonly limit: number;
}

export interface KeywordHits {
  readonly hits: readonly ArmHit[];
  /** Scores below the limit too: a passage that the vector arm found has one, which one statement more would cost as much again. */
  readonly scores: ReadonlyMap<string, number>;
  /** Lexemes of the question that each hit holds. Empty where the rank function does not tell. */
  readonly matched: ReadonlyMap<string, readonly string[]>;
  /** Inverse document frequency of each lexeme of the question. Empty when nothing was found. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
}

export const noKeywords: KeywordHits = { hits: [], scores: new Map(), matched: new Map(), idf: new Map(), unknown: [] };

/** The keyword arm, best first. A question without a usable word finds nothing. */
export async function keywordArm(scope: ArmScope, query: KeywordQuery): Promise<KeywordHits> {
  if (query.lexemes.length === 0) return noKeywords;
  return query.arm === 'BM25' ? bm25(scope, query) : websearch(scope, query);
}

/** Rows that are scored: below the 200th the keyword part of a fused score is next to nothing. */
const scoredRows = 200;

async function bm25(scope: ArmScope, query: KeywordQuery): Promise<KeywordHits> {
  const values = [scope.workspaceId, query.lexemes, Math.max(query.limit, scoredRows), scope.asOf, ...bounds(scope)];
  const rows = await scope.database.inWorkspace(scope.workspaceId, (transaction) => transaction.query(searchBm25, values), scope);
  const first = rows[0];
  return {
    hits: rows.slice(0, query.limit).map((row) => ({ chunkId: row.parent_id, rawScore: row.score })),
    scores: new Map(rows.map((row) => [row.parent_id, row.score])),
    matched: new Map(rows.map((row) => [row.parent_id, row.matched])),
    idf: new Map(first?.lexemes.map((lexeme, position) => [lexeme, first.idfs[position] ?? 0])),
    unknown: first?.lexemes.filter((_, position) => first.known[position] === false) ?? [],
  };
}

async function websearch(scope: ArmScope, query: KeywordQuery): Promise<KeywordHits> {
  const values = [scope.workspaceId, query.text, query.limit, scope.asOf, ...bounds(scope)];
  const rows = await scope.database.inWorkspace(scope.workspaceId, (transaction) => transaction.query(searchWebsearch, values), scope);
  return { ...noKeywords, hits: rows.map((row) => ({ chunkId: row.parent_id, rawScore: row.score })) };
}

function bounds(scope: ArmScope): [readonly string[] | null, string] {
  return [scope.accessGroups, filterJson(scope.filter)];
}
