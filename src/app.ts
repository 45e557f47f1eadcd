import { ask } from './agent/ask.ts';
import type { AskEvent } from './agent/events.ts';
import { buildGraph } from './agent/graph.ts';
import type { AgentParts } from './agent/parts.ts';
import type { AskRequest } from './agent/request.ts';
import { resolveRequest } from './agent/resolveRequest.ts';
import type { Run, RunFilter } from './agent/run.ts';
import { pageOfRuns, readRun, saveRun } from './agent/runs.ts';
import { search, type SearchRequest, type SearchResult } from './agent/search.ts';
import { refuseTracing, secretsOf, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/openDatabase.ts';
import { doctor, type Check, type DoctorOptions } from './doctor.ts';
import { CandorError } from './errors.ts';
import { deleteCurated, readCurated, saveCurated } from './knowledge/curated.ts';
import type {
  CuratedAnswer, CuratedAnswerInput, Document, DocumentFilter, DocumentInput, DocumentState, DocumentVersion, IngestProgress, IngestSummary, Page,
} from './knowledge/document.ts';
import { deleteDocument, pageOfDocuments, readDocuments, readVersions, readVersionsOf, setState } from './knowledge/documents.ts';
import { ingest, type IngestParts } from './knowledge/ingest.ts';
import type { PageRequest } from './knowledge/page.ts';
import { reEmbed } from './knowledge/reEmbed.ts';
import { createLog, type Log } from './log.ts';
import { openModels, type Models } from './models/openModels.ts';
import type { Caller, Role } from './workspaces/caller.ts';
import { createKeys, type Keys } from './workspaces/keys.ts';
import { createWorkspaces, type Workspaces } from './workspaces/workspaces.ts';

export type { ApiKey } from './workspaces/keys.ts';
export type { Check } from './doctor.ts';
export type { PageRequest } from './knowledge/page.ts';
export type { Workspace } from './workspaces/workspaces.ts';

export type { SearchRequest, SearchResult } from './agent/search.ts';

export interface CallOptions {
  /** Aborting stops running SQL and model calls and rejects with CANCELLED. */
  readonly signal?: AbortSignal | undefined;
}

export interface IngestOptions extends CallOptions {
  readonly onProgress?: (progress: IngestProgress) => void;
}

/** Documents and curated answers, apart from their ingestion. */
export interface Knowledge {
  /** In the order of `ids`; undefined where this workspace has none. */
  documents(caller: Caller, ids: readonly string[]): Promise<readonly (Document | undefined)[]>;
  versions(caller: Caller, ids: readonly string[]): Promise<readonly (DocumentVersion | undefined)[]>;
  /** Newest first, one list a document, in the order of `documentIds`. */
  versionsOf(caller: Caller, documentIds: readonly string[]): Promise<readonly (readonly DocumentVersion[])[]>;
  listDocuments(caller: Caller, page: PageRequest, filter: DocumentFilter): Promise<Page<Document> & { readonly totalCount: number }>;
  /** @throws NOT_FOUND */
  setState(caller: Caller, documentId: string, state: DocumentState): Promise<Document>;
  /** @throws NOT_FOUND */
  deleteDocument(caller: Caller, documentId: string): Promise<void>;
  /** @throws NOT_FOUND for an id or a source that this workspace does not have; BAD_INPUT. */
  saveCurated(caller: Caller, input: CuratedAnswerInput): Promise<CuratedAnswer>;
  /** @throws NOT_FOUND */
  deleteCurated(caller: Caller, id: string): Promise<void>;
  listCurated(caller: Caller): Promise<readonly CuratedAnswer[]>;
  /** Embeds all stored text again with the configured embedder, then switches the workspace to it. Needs EDITOR. */
  reEmbed(caller: Caller, options?: IngestOptions): Promise<{ readonly windowCount: number }>;
}

export interface Runs {
  find(caller: Caller, id: string): Promise<Run | undefined>;
  list(caller: Caller, page: PageRequest, filter: RunFilter): Promise<Page<Run>>;
}

/** Everything Candor does, behind fewer than ten verbs. The doors (GraphQL, command line, evaluation) call nothing else. */
export interface App {
  readonly config: Config;
  readonly log: Log;
  /**
   * Answers one question. Yields events in order; the last is `Finished` or `Failed`, and nothing is thrown but BAD_INPUT before the first event.
   * Leaving the iteration early, or aborting, stops the running SQL and model calls.
   */
  ask(caller: Caller, request: AskRequest, options?: CallOptions): AsyncIterable<AskEvent>;
  /** @throws BAD_INPUT, DATABASE_FAILED when both arms failed, CANCELLED. */
  search(caller: Caller, request: SearchRequest, options?: CallOptions): Promise<SearchResult>;
  /** Needs EDITOR. One bad document is reported in its result and never stops the others. @throws FORBIDDEN, BAD_INPUT, EMBEDDER_MISMATCH. */
  ingest(caller: Caller, documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>, options?: IngestOptions & { readonly total?: number }): Promise<IngestSummary>;
  readonly knowledge: Knowledge;
  readonly runs: Runs;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  /** Tests database, migrations, roles, embedder and chat model. Never throws. */
  doctor(options?: DoctorOptions): Promise<readonly Check[]>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly log?: Log;
  /** A dumped, migrated data folder to start the embedded database from (tests). */
  readonly snapshot?: Blob;
}

/**
 * Opens database (migrating it) and models.
 * @throws DATABASE_LOCKED, DATABASE_UNREACHABLE, DATABASE_NEWER, MODEL_WEIGHTS, MODEL_UNAVAILABLE.
 */
export async function openApp(config: Config, options: OpenOptions = {}): Promise<App> {
  refuseTracing();
  const log = options.log ?? createLog(config.logLevel, undefined, secretsOf(config));
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataFolder: config.dataFolder, ...(options.snapshot ? { snapshot: options.snapshot } : {}) });
  try {
    return assemble(config, log, database, await openModels(config.models, log));
  } catch (error) {
    await database.close();
    throw error;
  }
}

function assemble(config: Config, log: Log, database: Database, models: Models): App {
  const { embedder, chat } = models;
  const agent: AgentParts = { database, embedder, chat, log, saveRun: (workspaceId, run) => saveRun(database, workspaceId, run) };
  const graph = buildGraph(agent);
  const ingestParts: IngestParts = { database, embedder, log };
  return {
    config,
    log,
    ask: (caller, request, options = {}) => ask(graph, agent, resolveRequest(caller.workspaceId, request), options.signal),
    search: (caller, request, options = {}) => search(agent, caller.workspaceId, request, options.signal),
    ingest: async (caller, documents, options = {}) => {
      demand(caller, 'EDITOR');
      return ingest(ingestParts, caller.workspaceId, documents, options);
    },
    knowledge: assembleKnowledge(ingestParts),
    runs: {
      find: (caller, id) => readRun(database, caller.workspaceId, id),
      list: (caller, page, filter) => pageOfRuns(database, caller.workspaceId, page, filter),
    },
    workspaces: createWorkspaces(database),
    keys: createKeys(database),
    doctor: (options = {}) => doctor({ database, models, workspaceId: config.workspaceId }, options),
    close: async () => {
      await models.close();
      await database.close();
    },
  };
}

function assembleKnowledge(parts: IngestParts): Knowledge {
  const { database, embedder } = parts;
  return {
    documents: (caller, ids) => readDocuments(database, caller.workspaceId, ids),
    versions: (caller, ids) => readVersions(database, caller.workspaceId, ids),
    versionsOf: (caller, documentIds) => readVersionsOf(database, caller.workspaceId, documentIds),
    listDocuments: (caller, page, filter) => pageOfDocuments(database, caller.workspaceId, page, filter),
    setState: async (caller, documentId, state) => setState(database, demand(caller, 'EDITOR').workspaceId, documentId, state),
    deleteDocument: async (caller, documentId) => deleteDocument(database, demand(caller, 'EDITOR').workspaceId, documentId),
    saveCurated: async (caller, input) => saveCurated(database, embedder, demand(caller, 'EDITOR').workspaceId, input),
    deleteCurated: async (caller, id) => deleteCurated(database, demand(caller, 'EDITOR').workspaceId, id),
    listCurated: (caller) => readCurated(database, caller.workspaceId),
    reEmbed: async (caller, options = {}) => reEmbed(parts, demand(caller, 'EDITOR').workspaceId, options),
  };
}

const rank: Readonly<Record<Role, number>> = { READER: 0, EDITOR: 1, ADMIN: 2 };

function demand(caller: Caller, role: Role): Caller {
  if (rank[caller.role] >= rank[role]) return caller;
  throw new CandorError('FORBIDDEN', `This needs a key with the role ${role}; this one has ${caller.role}.`, { details: { needed: role, role: caller.role } });
}
