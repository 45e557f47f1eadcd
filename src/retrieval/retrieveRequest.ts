import type { Database } from '../db/database.ts';
import type { Embedder } from '../models/embedder.ts';
import type { RetrievalSettings, SearchFilter } from './passage.ts';
import type { Preset } from './presets.ts';
import type { Recency } from './recency.ts';

export interface RetrieveRequest {
  readonly workspaceId: string;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly query: string;
  /** BCP 47 tags that the query may be in, likeliest first. They count where documents are in several languages. */
  readonly languages: readonly string[];
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** Newer passages first among those that match about as well. Default: dates do not count. */
  readonly recency?: Recency | null | undefined;
  /** Passages of several documents where there are comparable ones. Default: by score alone. */
  readonly diverse?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For each statement; no second try begins beyond it. */
  readonly timeoutMillis?: number | undefined;
}

export interface RetrieveParts {
  readonly database: Database;
  readonly embedder: Embedder;
}
