import type { Database } from '../../src/db/database.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { PresetName, SearchFilter } from '../../src/retrieval/passage.ts';
import { presets, resolveSettings, type RetrievalOverrides } from '../../src/retrieval/presets.ts';
import type { Recency } from '../../src/retrieval/fuse/recency.ts';
import { retrieve, type Retrieval } from '../../src/retrieval/retrieve.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

export interface SearchChanges {
  readonly preset?: PresetName;
  readonly settings?: RetrievalOverrides;
  readonly filter?: SearchFilter;
  readonly asOf?: Date;
  readonly signal?: AbortSignal;
  readonly accessGroups?: readonly string[];
  readonly language?: string;
  readonly recency?: Recency;
  readonly diverse?: boolean;
  readonly timeoutMillis?: number;
}

/** One retrieval with everything at its default but what is named. */
export function search(
  parts: { readonly database: Database; readonly embedder: Embedder },
  workspaceId: string,
  query: string,
  changes: SearchChanges = {},
): Promise<Retrieval> {
  const preset = presets[changes.preset ?? 'CANDOR'];
  return retrieve(parts, {
    workspaceId,
    accessGroups: changes.accessGroups ?? null,
    query: readQuestion(query, { language: changes.language ?? 'en' }),
    preset,
    settings: resolveSettings(preset, changes.settings),
    filter: changes.filter ?? {},
    asOf: changes.asOf ?? new Date(),
    signal: changes.signal,
    recency: changes.recency,
    diverse: changes.diverse,
    timeoutMillis: changes.timeoutMillis,
  });
}

/** The keys of the documents found, best first. */
export const keysOf = (found: Retrieval): string[] => found.passages.map((passage) => passage.documentKey);
