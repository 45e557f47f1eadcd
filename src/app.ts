import { ask } from './agent/ask.ts';
import { byWorkspace } from './agent/boundRequest.ts';
import type { AskEvent } from './agent/events.ts';
import { explainMiss } from './agent/miss/explainMiss.ts';
import { buildGraph } from './agent/graph.ts';
import { checkGrounding, type GroundingReport, type GroundingRequest } from './agent/checking/checkGrounding.ts';
import { verifyCitation, type CitationRequest, type CitationVerification } from './agent/checking/verifyCitation.ts';
import type { MissExplanation } from './agent/miss/missExplanation.ts';
import type { AgentParts } from './agent/parts.ts';
import { replayRun, type ReplayOverrides, type RunReplay } from './agent/replay/replay.ts';
import type { AskRequest } from './agent/request.ts';
import { reserveTokens, type ReservedAsk } from './agent/spending/reserveTokens.ts';
import { resolveRequest } from './agent/resolveRequest.ts';
import type { Run, RunFilter } from './agent/runs/run.ts';
import { pageOfRuns, readRun, saveRun } from './agent/runs/runs.ts';
import { measuredRun } from './agent/runs/measuredRun.ts';
import { search, type SearchRequest, type SearchResult } from './agent/search.ts';
import { refuseTracing, secretsOf, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/openDatabase.ts';
import { tryChat } from './agent/tryChat.ts';
import { doctor, type Check, type DoctorOptions } from './doctor.ts';
import { createErasure, type Erasure } from './erasure/erasure.ts';
import { messageOf } from './errors.ts';
import {
  aliasesIn,
  deleteAlias,
  pageOfAliases,
  saveAlias,
  type Alias,
  type AliasGroup,
} from './knowledge/curated/aliases.ts';
import { readBlocks, type StoredBlock } from './knowledge/store/blocks.ts';
import { confirmCurated, deleteCurated, pageOfCurated, saveCurated } from './knowledge/curated/curated.ts';
import type {
  CuratedAnswer,
  CuratedAnswerInput,
  CuratedFilter,
  Document,
  DocumentFilter,
  DocumentInput,
  DocumentState,
  DocumentVersion,
  IngestProgress,
  IngestSummary,
  Page,
} from './knowledge/document.ts';
import { pagesOfChunks, setChunkOmitted } from './knowledge/store/chunks.ts';
import { deleteDocument, restoreDocument, purgeDeleted } from './knowledge/store/deletion.ts';
import {
  pageOfDocuments,
  readDocuments,
  readDocumentsByKey,
  readVersions,
  readVersionsOf,
  setState,
} from './knowledge/store/documents.ts';
import { ingest, type IngestParts } from './knowledge/ingest/ingest.ts';
import type { IngestJob, JobItem, JobParts } from './knowledge/jobs/job.ts';
import { createJobs, type Jobs, type QueuedDocument } from './knowledge/jobs/jobs.ts';
import { createParserThread } from './knowledge/formats/parserThread.ts';
import { generateHypotheticals } from './knowledge/hypotheticals/generate.ts';
import { syncPath, type SyncPathOptions, type SyncResult } from './knowledge/sync/syncPath.ts';
import type { UploadDoor } from './knowledge/ingest/upload.ts';
import type { PageRequest } from './knowledge/page.ts';
import { reEmbed, type ReEmbedOptions } from './knowledge/ingest/reEmbed.ts';
import type { StoredChunk } from './knowledge/store/storedChunk.ts';
import { createCalibrations, type Calibrations } from './learning/calibrations/calibrations.ts';
import { scaleFor } from './learning/calibrations/store.ts';
import { createFeedback, type FeedbackVerbs } from './learning/feedback/feedbackVerbs.ts';
import { knowledgeGaps, type GapPage, type GapRequest } from './learning/gaps/knowledgeGaps.ts';
import type { WorkspaceHealth } from './learning/health/health.ts';
import { recentHealth } from './learning/health/readHealth.ts';
import { createLog, type Log } from './log.ts';
import { cachedEmbedder } from './models/cachedEmbedder.ts';
import type { Embedder } from './models/embedder.ts';
import { openModels, type Models } from './models/openModels.ts';
import {
  listWeights,
  removeWeights,
  saveWeights,
  weightsInUse,
  type FittedWeights,
  type StoredWeights,
} from './retrieval/fuse/fittedWeights.ts';
import type { ArmWeights } from './retrieval/fuse/weights.ts';
import { createMeasures, type Measures } from './telemetry/measures.ts';
import { startTracing } from './telemetry/tracing.ts';
import { createAudit } from './workspaces/audit/audit.ts';
import { createAuditVerbs, type AuditVerbs } from './workspaces/audit/auditVerbs.ts';
import type { BudgetChange } from './workspaces/budget.ts';
import type { Caller } from './workspaces/caller.ts';
import type { GateSetting } from './workspaces/gate.ts';
import { createIdentity, type Identity } from './workspaces/identity.ts';
import { createKeys, type Keys } from './workspaces/keys.ts';
import { personOf, type Subject } from './workspaces/people.ts';
import { demandAll, demandEveryRun, demandRole as demand, demandScope } from './workspaces/permission.ts';
import { createSpending, type Reservation } from './workspaces/spending.ts';
import { createWorkspaces, type Workspace, type Workspaces } from './workspaces/workspaces.ts';

export type { ApiKey } from './workspaces/keys.ts';
export type { Check } from './doctor.ts';
export type { PageRequest } from './knowledge/page.ts';
export type { GroundingReport } from './agent/checking/checkGrounding.ts';
export type { CitationVerification } from './agent/checking/verifyCitation.ts';
export type { Workspace } from './workspaces/workspaces.ts';

export type { SyncResult } from './knowledge/sync/syncPath.ts';
export type { SearchRequest, SearchResult } from './agent/search.ts';

export interface CallOptions {
  /** Aborting stops running SQL and model calls and rejects with CANCELLED. */
  readonly signal?: AbortSignal | undefined;
}

export interface IngestOptions extends CallOptions {
  readonly onProgress?: (progress: IngestProgress) => void;
}

/** Documents, curated answers and aliases, apart from their ingestion. */
export interface Knowledge {
  /** In the order of `ids`; undefined where the caller can see none. */
  documents(caller: Caller, ids: readonly string[]): Promise<readonly (Document | undefined)[]>;
  documentsByKey(caller: Caller, keys: readonly string[]): Promise<readonly (Document | undefined)[]>;
  versions(caller: Caller, ids: readonly string[]): Promise<readonly (DocumentVersion | undefined)[]>;
  /** Newest first, one list a document, in the order of `documentIds`. */
  versionsOf(caller: Caller, documentIds: readonly string[]): Promise<readonly (readonly DocumentVersion[])[]>;
  /** All blocks of each version, in the order of `versionIds`; null where the caller can see none, or it was stored before blocks were kept. */
  blocks(caller: Caller, versionIds: readonly string[]): Promise<readonly (readonly StoredBlock[] | null)[]>;
  /** The same page of each version, in the order of `versionIds`. @throws BAD_INPUT */
  chunks(caller: Caller, versionIds: readonly string[], page: PageRequest): Promise<readonly Page<StoredChunk>[]>;
  /** Deleted documents need EDITOR. @throws BAD_INPUT, FORBIDDEN */
  listDocuments(
    caller: Caller,
    page: PageRequest,
    filter: DocumentFilter,
  ): Promise<Page<Document> & { readonly totalCount: number }>;
  /** @throws NOT_FOUND */
  setState(caller: Caller, documentId: string, state: DocumentState): Promise<Document>;
  /** Restorable until the workspace's retention ends, unless purged. @throws NOT_FOUND */
  deleteDocument(caller: Caller, documentId: string, purge?: boolean): Promise<void>;
  /** @throws NOT_FOUND */
  restoreDocument(caller: Caller, documentId: string): Promise<Document>;
  /** Against the rule's verdict; null: as the rule says. @throws NOT_FOUND */
  setChunkOmitted(caller: Caller, chunkId: string, omitted: boolean | null): Promise<StoredChunk>;
  /** Needs ADMIN. @throws BAD_INPUT */
  setRetention(caller: Caller, days: number): Promise<Workspace>;
  /** Needs ADMIN. What is left out stays, null goes back to the product's own. @throws BAD_INPUT, also for a default above its ceiling */
  setBudget(caller: Caller, change: BudgetChange): Promise<Workspace>;
  /** How sure answers must be where a question does not say; null goes back to the product's own. Needs ADMIN. @throws BAD_INPUT */
  setGate(caller: Caller, gate: GateSetting | null): Promise<Workspace>;
  /** @throws NOT_FOUND for an id or a source that this workspace does not have; BAD_INPUT. */
  saveCurated(caller: Caller, input: CuratedAnswerInput): Promise<CuratedAnswer>;
  /** @throws NOT_FOUND */
  deleteCurated(caller: Caller, id: string): Promise<void>;
  /** A person has checked the answer against its sources as they are now. @throws NOT_FOUND */
  confirmCurated(caller: Caller, id: string): Promise<CuratedAnswer>;
  /** Last saved first, with what became of their sources. */
  listCurated(caller: Caller, page: PageRequest, filter: CuratedFilter): Promise<Page<CuratedAnswer>>;
  /** Replaces the group that the term has. Needs EDITOR. @throws BAD_INPUT */
  saveAlias(caller: Caller, input: AliasGroup): Promise<Alias>;
  /** By id or term. Needs EDITOR. @throws NOT_FOUND */
  deleteAlias(caller: Caller, which: string): Promise<Alias>;
  /** Last saved first. @throws BAD_INPUT */
  listAliases(caller: Caller, page: PageRequest): Promise<Page<Alias>>;
  /** Embeds all stored text again with the configured embedder, then switches the workspace to it. Needs EDITOR. */
  reEmbed(caller: Caller, options?: ReEmbedOptions): Promise<{ readonly windowCount: number }>;
}

/** Ingestions that go on after the call that began them. */
export interface IngestJobs extends UploadDoor {
  /** Takes documents in later; those with an address are fetched. Needs EDITOR. @throws BAD_INPUT */
  submit(caller: Caller, documents: readonly QueuedDocument[]): Promise<IngestJob>;
  /** Brings in what has changed, moved and gone in a file or folder of this machine. Needs EDITOR; called by the command line alone. @throws BAD_INPUT, EMBEDDER_MISMATCH, CANCELLED */
  syncPath(caller: Caller, path: string, options?: SyncPathOptions): Promise<SyncResult>;
  find(caller: Caller, id: string): Promise<IngestJob | undefined>;
  /** @throws NOT_FOUND */
  require(caller: Caller, id: string): Promise<IngestJob>;
  /** Newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<IngestJob>>;
  items(caller: Caller, id: string, first: number, after: number): Promise<readonly JobItem[]>;
  /** Needs EDITOR. @throws NOT_FOUND */
  cancel(caller: Caller, id: string): Promise<IngestJob>;
  /** The job whenever it changes, the last time when it is over. @throws NOT_FOUND, CANCELLED */
  watch(caller: Caller, id: string, options?: CallOptions): AsyncIterable<IngestJob>;
  /** Ingestions that are not over, by their state. */
  open(caller: Caller): Promise<Readonly<Record<'RECEIVING' | 'QUEUED' | 'RUNNING', number>>>;
  /** Begins to work on queued jobs; a process that serves calls it once. */
  start(caller: Caller): Promise<void>;
}

export interface Runs {
  find(caller: Caller, id: string): Promise<Run | undefined>;
  /** Why a document was not used in a run; undefined where the caller can see no such run or document, whatever the reason. @throws EMBEDDER_MISMATCH, DATABASE_FAILED, CANCELLED */
  explainMiss(
    caller: Caller,
    runId: string,
    documentId: string,
    options?: CallOptions,
  ): Promise<MissExplanation | undefined>;
  list(caller: Caller, page: PageRequest, filter: RunFilter): Promise<Page<Run>>;
  /** Asks a run's question again, with the caller's own access, and tells what differs. @throws NOT_FOUND, BAD_INPUT, CANCELLED, and what ended the repetition */
  replay(caller: Caller, id: string, overrides: ReplayOverrides, options?: CallOptions): Promise<RunReplay>;
}

/** Checks of what was said before, or elsewhere. No model is asked, and nothing is recorded. */
export interface Grounding {
  /** Replays a citation, and tells whether it still holds today. @throws NOT_FOUND, BAD_INPUT, CANCELLED */
  verifyCitation(caller: Caller, request: CitationRequest, options?: CallOptions): Promise<CitationVerification>;
  /** Verifies a text against documents, claim by claim. @throws NOT_FOUND naming the unknown documents, BAD_INPUT, CANCELLED */
  check(caller: Caller, request: GroundingRequest, options?: CallOptions): Promise<GroundingReport>;
}

/** Weights of the fusion that were fitted on a workspace's own questions. All need ADMIN. */
export interface FusionWeights {
  /** Those of other embedders included. */
  list(caller: Caller): Promise<readonly StoredWeights[]>;
  /** What the default preset weighs its arms with for questions of a language (ISO 639-1). */
  inUse(caller: Caller, language: string): Promise<ArmWeights>;
  /** For the embedder that is configured; those of the same language are replaced. @throws BAD_INPUT */
  save(caller: Caller, fitted: readonly FittedWeights[]): Promise<void>;
  /** Forgets all of them; how many there were. */
  remove(caller: Caller): Promise<number>;
}

/** Questions counted against allowances. The doors to the network count; the command line is its operator's. */
export interface AskSpending {
  /** Undefined where nothing bounds the caller. @throws OVERLOADED, BUDGET_EXCEEDED, BAD_INPUT */
  reserve(caller: Caller, request: AskRequest): Promise<ReservedAsk | undefined>;
  settle(caller: Caller, reservation: Reservation, tokens: number): Promise<void>;
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
  ingest(
    caller: Caller,
    documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>,
    options?: IngestOptions & { readonly total?: number },
  ): Promise<IngestSummary>;
  readonly jobs: IngestJobs;
  readonly knowledge: Knowledge;
  readonly runs: Runs;
  readonly grounding: Grounding;
  readonly feedback: FeedbackVerbs;
  /** What people ask and the documents do not tell, most asked first. @throws BAD_INPUT, CANCELLED */
  gaps(caller: Caller, request: GapRequest): Promise<GapPage>;
  /** Whether the workspace's calibrations still fit what is asked; at most a minute old. */
  health(caller: Caller): Promise<WorkspaceHealth>;
  readonly calibrations: Calibrations;
  readonly weights: FusionWeights;
  /** What this process counts of the questions it was asked. */
  readonly measures: Measures;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  /** Saves workspaces to a file, and brings them back. For the operator at the command line: no caller is asked who they are. */
  readonly backups: Pick<Database, 'backup' | 'restore'>;
  readonly identity: Identity;
  readonly audit: AuditVerbs;
  readonly spending: AskSpending;
  readonly erasure: Erasure;
  /** Who a token is of, as an id of the workspace. @throws FORBIDDEN for a workspace that is not there */
  personOf(workspaceId: string, subject: Subject): Promise<string>;
  /** Tests database, migrations, roles and every configured model. Never throws. */
  doctor(options?: DoctorOptions): Promise<readonly Check[]>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly log?: Log;
  /** An open, migrated database and embedder to use in place of those that the configuration names; close() closes them as if they were its own (tests). */
  readonly opened?: { readonly database?: Database; readonly embedder?: Embedder };
}

/**
 * Opens database (migrating it) and models.
 * @throws DATABASE_LOCKED, DATABASE_UNREACHABLE, DATABASE_NEWER, MODEL_WEIGHTS, MODEL_UNAVAILABLE.
 */
export async function openApp(config: Config, options: OpenOptions = {}): Promise<App> {
  refuseTracing();
  const log = options.log ?? createLog(config.logLevel, undefined, secretsOf(config));
  const tracing = await startTracing(config.telemetry, log);
  const settings = { databaseUrl: config.databaseUrl, dataFolder: config.dataFolder };
  const database = options.opened?.database ?? (await openDatabase(settings));
  try {
    const app = assemble(config, log, database, await openModels(config.models, log, options.opened?.embedder));
    return { ...app, close: () => app.close().finally(() => tracing.stop()) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function assemble(config: Config, log: Log, database: Database, models: Models): App {
  const { chat, reranker, reader, entailment, words } = models;
  const embedder = cachedEmbedder(models.embedder);
  const measures = createMeasures();
  const agent: AgentParts = {
    database,
    embedder,
    chat,
    chatPrices: config.models.chatPrices ?? null,
    reranker,
    reader,
    words,
    entailment,
    log,
    scaleFor: (question, signal) => scaleFor({ database, embedder: embedder.fingerprint }, question, signal),
    aliasesIn: (workspaceId, question, signal) => aliasesIn(database, workspaceId, question, signal),
    openings: new Map(),
    countRun: (workspaceId, run) => measures.count(workspaceId, measuredRun(run)),
    saveRun: (workspaceId, run) => saveRun(database, workspaceId, run),
  };
  const graph = buildGraph(agent);
  const parser = createParserThread();
  const ingestParts: IngestParts = { database, embedder, parser, log };
  const jobParts: JobParts = {
    ...ingestParts,
    allowPrivate: config.fetchPrivate,
    afterJob: ({ workspaceId }, signal) => afterIngestion(config, { ...ingestParts, chat }, workspaceId, signal),
  };
  const jobs = createJobs(jobParts);
  const workspaces = createWorkspaces(database);
  const keys = createKeys(database);
  const spending = createSpending(database);
  return {
    config,
    log,
    ask: (caller, request, options = {}) =>
      ask(
        graph,
        agent,
        resolveRequest(demandScope(caller, 'ASK'), request),
        options.signal,
        byWorkspace(agent, request),
      ),
    search: async (caller, request, options = {}) => search(agent, demandScope(caller, 'ASK'), request, options.signal),
    ingest: async (caller, documents, options = {}) => {
      demandAll(caller, 'EDITOR');
      return ingest(ingestParts, caller.workspaceId, documents, options);
    },
    jobs: assembleJobs(jobParts, jobs),
    knowledge: assembleKnowledge(ingestParts, workspaces),
    runs: {
      find: async (caller, id) => readRun(database, demandScope(caller, 'ASK'), id),
      explainMiss: async (caller, runId, documentId, options = {}) =>
        explainMiss(agent, demandScope(caller, 'READ'), { runId, documentId, signal: options.signal }),
      list: async (caller, page, filter) => pageOfRuns(database, demandScope(caller, 'READ'), page, filter),
      replay: async (caller, id, overrides, options = {}) =>
        replayRun({ graph, parts: agent, caller: demandScope(caller, 'READ') }, id, overrides, options.signal),
    },
    grounding: {
      verifyCitation: async (caller, request, options = {}) =>
        verifyCitation(database, demandScope(caller, 'ASK'), request, options),
      check: async (caller, request, options = {}) =>
        checkGrounding(database, demandScope(caller, 'ASK'), request, options),
    },
    feedback: assembleFeedback(createFeedback(database, embedder.fingerprint)),
    health: async (caller) =>
      recentHealth({ database, embedder: embedder.fingerprint }, demandScope(caller, 'READ').workspaceId),
    gaps: async (caller, request) => knowledgeGaps({ database, embedder, log }, demandEveryRun(caller), request),
    calibrations: createCalibrations(database, embedder.fingerprint, (caller) => demandAll(caller, 'ADMIN')),
    weights: assembleWeights(database, embedder.fingerprint),
    measures,
    workspaces,
    keys,
    identity: createIdentity(keys, spending),
    audit: createAuditVerbs(createAudit(database, config.audit.texts), config.audit.isOn),
    spending: {
      reserve: (caller, request) => reserveTokens({ database, spending, hasChat: chat !== null }, caller, request),
      settle: (caller, reservation, tokens) => spending.settle(caller, reservation, tokens),
    },
    erasure: createErasure({ database, workspaces, forget: embedder.forget }),
    personOf: (workspaceId, subject) => personOf(database, workspaceId, subject),
    backups: database,
    doctor: (options = {}) => doctor({ database, models, workspaceId: config.workspaceId, tryChat }, options),
    close: async () => {
      await jobs.stop();
      await parser.close();
      await models.close();
      await database.close();
    },
  };
}

function assembleKnowledge(parts: IngestParts, workspaces: Workspaces): Knowledge {
  const { database, embedder } = parts;
  return {
    documents: (caller, ids) => readDocuments(database, caller, ids),
    documentsByKey: async (caller, keys) => readDocumentsByKey(database, demandScope(caller, 'READ'), keys),
    versions: (caller, ids) => readVersions(database, caller, ids),
    versionsOf: async (caller, documentIds) => readVersionsOf(database, demandScope(caller, 'READ'), documentIds),
    blocks: async (caller, versionIds) => readBlocks(database, demandScope(caller, 'READ'), versionIds),
    chunks: async (caller, versionIds, page) => pagesOfChunks(database, demandScope(caller, 'READ'), versionIds, page),
    listDocuments: async (caller, page, filter) =>
      pageOfDocuments(database, demand(caller, filter.deleted ? 'EDITOR' : 'READER'), page, filter),
    setState: async (caller, documentId, state) => setState(database, demand(caller, 'EDITOR'), documentId, state),
    deleteDocument: async (caller, documentId, purge) =>
      deleteDocument(database, demand(caller, 'EDITOR'), documentId, purge),
    restoreDocument: async (caller, documentId) => restoreDocument(database, demand(caller, 'EDITOR'), documentId),
    setChunkOmitted: async (caller, chunkId, omitted) =>
      setChunkOmitted(database, demand(caller, 'EDITOR'), chunkId, omitted),
    setRetention: async (caller, days) => {
      const { workspaceId } = demand(caller, 'ADMIN');
      return workspaces.setRetention(workspaceId, days);
    },
    setBudget: async (caller, change) => workspaces.setBudget(demand(caller, 'ADMIN').workspaceId, change),
    setGate: async (caller, gate) => workspaces.setGate(demand(caller, 'ADMIN').workspaceId, gate),
    saveCurated: async (caller, input) =>
      saveCurated(database, embedder, demand(caller, 'EDITOR').workspaceId, input, caller.accessGroups),
    deleteCurated: async (caller, id) =>
      deleteCurated(database, demand(caller, 'EDITOR').workspaceId, id, caller.accessGroups),
    confirmCurated: async (caller, id) => confirmCurated(database, demand(caller, 'EDITOR'), id),
    listCurated: async (caller, page, filter) => pageOfCurated(database, demandScope(caller, 'READ'), page, filter),
    saveAlias: async (caller, input) => saveAlias(database, demand(caller, 'EDITOR').workspaceId, input),
    deleteAlias: async (caller, which) => deleteAlias(database, demand(caller, 'EDITOR').workspaceId, which),
    listAliases: async (caller, page) => pageOfAliases(database, demandScope(caller, 'READ').workspaceId, page),
    reEmbed: async (caller, options = {}) => reEmbed(parts, demandAll(caller, 'EDITOR').workspaceId, options),
  };
}

function assembleJobs(parts: JobParts, jobs: Jobs): IngestJobs {
  return {
    upload: async (caller, files, options) => jobs.upload(demandAll(caller, 'EDITOR').workspaceId, files, options),
    submit: async (caller, documents) => jobs.submit(demandAll(caller, 'EDITOR').workspaceId, documents),
    syncPath: async (caller, path, options = {}) =>
      syncPath(parts, jobs, demandAll(caller, 'EDITOR').workspaceId, path, options),
    find: async (caller, id) => jobs.find(demandAll(caller, 'EDITOR').workspaceId, id),
    require: async (caller, id) => jobs.require(demandAll(caller, 'EDITOR').workspaceId, id),
    list: async (caller, page) => jobs.list(demandAll(caller, 'EDITOR').workspaceId, page),
    items: async (caller, id, first, after) => jobs.items(demandAll(caller, 'EDITOR').workspaceId, id, first, after),
    cancel: async (caller, id) => jobs.cancel(demandAll(caller, 'EDITOR').workspaceId, id),
    watch: (caller, id, options = {}) => jobs.watch(demandAll(caller, 'EDITOR').workspaceId, id, options.signal),
    open: (caller) => jobs.open(caller.workspaceId),
    start: (caller) => jobs.start(caller.workspaceId),
  };
}

/** What is said of runs is read by those who read the runs. */
function assembleFeedback(verbs: FeedbackVerbs): FeedbackVerbs {
  return {
    record: async (caller, input) => verbs.record(demandScope(caller, 'ASK'), input),
    list: async (caller, page) => verbs.list(demandEveryRun(caller), page),
    ofRuns: async (caller, runIds) => verbs.ofRuns(demandScope(caller, 'ASK'), runIds),
    queue: async (caller, first, options) => verbs.queue(demandEveryRun(caller), first, options),
    exportSet: async (caller, options) => verbs.exportSet(demandEveryRun(caller), options),
  };
}

function assembleWeights(database: Database, embedder: string): FusionWeights {
  const scopeOf = (caller: Caller) => ({ database, embedder, workspaceId: demand(caller, 'ADMIN').workspaceId });
  return {
    list: async (caller) => listWeights(scopeOf(caller)),
    inUse: async (caller, language) => weightsInUse(scopeOf(caller), language),
    save: async (caller, fitted) => saveWeights(scopeOf(caller), fitted),
    remove: async (caller) => removeWeights(scopeOf(caller)),
  };
}

/** What follows an ingestion: rows past their retention go, and new passages get their hypotheticals. A fault here never undoes what was stored. */
async function afterIngestion(
  config: Config,
  parts: IngestParts & Pick<Models, 'chat'>,
  workspaceId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await purgeDeleted(parts.database, workspaceId);
    if (parts.chat && config.hypotheticals.perChunk > 0)
      await generateHypotheticals({ ...parts, chat: parts.chat }, workspaceId, { ...config.hypotheticals, signal });
  } catch (error) {
    parts.log.warn('work after an ingestion was left undone', { error: messageOf(error) });
  }
}
