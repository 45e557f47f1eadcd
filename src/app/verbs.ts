import type { MetadataName } from '../knowledge/metadata/names.ts';
import type { RunRetention, RunRetentionChange } from '../agent/runs/purgeRuns.ts';
import type { GroundingReport, GroundingRequest } from '../agent/checking/checkGrounding.ts';
import type { CitationRequest, CitationVerification } from '../agent/checking/verifyCitation.ts';
import type { MissExplanation } from '../agent/miss/missExplanation.ts';
import type { ReplayOverrides, RunReplay } from '../agent/replay.ts';
import type { AskRequest } from '../agent/state/request.ts';
import type { RunFilter, RunListOptions, RunPageRequest } from '../agent/runs/runs.ts';
import type { AnswerStanding, RecallFilter } from '../agent/recalls/recalls.ts';
import type { Run } from '../agent/state/run.ts';
import type { ReservedAsk } from '../agent/parts/budget.ts';
import type { Alias, AliasGroup } from '../knowledge/curated/aliases.ts';
import type {
  CuratedAnswer,
  CuratedAnswerInput,
  CuratedFilter,
  Document,
  DocumentFilter,
  DocumentState,
  DocumentVersion,
  IngestProgress,
  Page,
} from '../knowledge/document.ts';
import type { ReEmbedOptions } from '../knowledge/ingest/reEmbed.ts';
import type { UploadDoor } from '../knowledge/ingest/upload.ts';
import type { DocumentEditions, Succession } from '../knowledge/editions/editions.ts';
import type { IngestJob, JobItem } from '../knowledge/jobs/job.ts';
import type { QueuedDocument } from '../knowledge/jobs/jobs.ts';
import type { DocumentPageRequest, PageRequest } from '../knowledge/page.ts';
import type { StoredBlock, StoredChunk } from '../knowledge/store/chunks.ts';
import type { PushedList, PushedPlan, SentDocument } from '../knowledge/sync/pushed.ts';
import type { SiteOptions } from '../knowledge/sync/site/readSite.ts';
import type { ReadAgainOptions } from '../knowledge/sync/readAgain.ts';
import type { RemovedSource, WhatStays } from '../knowledge/sync/removeSource.ts';
import type { Source } from '../knowledge/sync/sources.ts';
import type { SyncResult, SyncRunOptions } from '../knowledge/sync/syncSource.ts';
import type { AuditOptions, AuditProgress } from '../learning/audits/auditConflicts.ts';
import type { ConflictVerdict, FoundConflict } from '../learning/audits/foundConflicts.ts';
import type { ArmWeights } from '../retrieval/presets.ts';
import type { FittedWeights, StoredWeights } from '../retrieval/fuse/fittedWeights.ts';
import type { BudgetChange, GateSetting } from '../workspaces/settings.ts';
import type { Caller } from '../workspaces/caller.ts';
import type { Reservation } from '../workspaces/spending.ts';
import type { Workspace } from '../workspaces/workspaces.ts';

export interface CallOptions {
  /** Aborting stops running SQL and model calls and rejects with CANCELLED. */
  readonly signal?: AbortSignal | undefined;
}

export interface AskOptions extends CallOptions {
  /** When the question's time began, by `performance.now()`. Left out: now. */
  readonly startedAt?: number | undefined;
}

export interface IngestOptions extends CallOptions {
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Somebody waits for the results: they come soon, also when the database falls silent. */
  readonly isAwaited?: boolean | undefined;
}

/** Documents, curated answers and aliases, without ingestion. */
export interface Knowledge {
  /** In the order of `ids`; undefined for a document that the caller cannot see. */
  documents(caller: Caller, ids: readonly string[]): Promise<readonly (Document | undefined)[]>;
  documentsByKey(caller: Caller, keys: readonly string[]): Promise<readonly (Document | undefined)[]>;
  versions(caller: Caller, ids: readonly string[]): Promise<readonly (DocumentVersion | undefined)[]>;
  /** Newest first, one list per document, in the order of `documentIds`. */
  versionsOf(caller: Caller, documentIds: readonly string[]): Promise<readonly (readonly DocumentVersion[])[]>;
  /**
   * All blocks of each version, in the order of `versionIds`; null if the caller cannot see it or it was stored before
   * blocks were kept.
   */
  blocks(caller: Caller, versionIds: readonly string[]): Promise<readonly (readonly StoredBlock[] | null)[]>;
  /** One page of chunks per version, all with the same page request, in the order of `versionIds`. @throws BAD_INPUT */
  chunks(caller: Caller, versionIds: readonly string[], page: PageRequest): Promise<readonly Page<StoredChunk>[]>;
  /** In the order of `ids`; undefined for a chunk that the caller cannot see. */
  findChunks(caller: Caller, ids: readonly string[]): Promise<readonly (StoredChunk | undefined)[]>;
  /** Listing deleted documents needs EDITOR. @throws BAD_INPUT, FORBIDDEN */
  listDocuments(caller: Caller, page: DocumentPageRequest, filter: DocumentFilter): Promise<Page<Document>>;
  /** How many `listDocuments` has on all pages. @throws BAD_INPUT, FORBIDDEN */
  countDocuments(caller: Caller, filter: DocumentFilter): Promise<number>;
  /**
   * The metadata of the documents that a search of the caller may find, by name, each with its most frequent values, 1 to
   * 100. @throws BAD_INPUT
   */
  metadataNames(caller: Caller, values: number): Promise<readonly MetadataName[]>;
  /** @throws NOT_FOUND */
  setState(caller: Caller, documentId: string, state: DocumentState): Promise<Document>;
  /** What replaces each document, and what it replaces, in the order of `ids`, among those that the caller may find. */
  editions(caller: Caller, ids: readonly string[]): Promise<readonly DocumentEditions[]>;
  /**
   * Sets by hand which document replaces another; null: none does. Holds when either is ingested again. Needs EDITOR.
   * @throws NOT_FOUND for one that the caller may not see, BAD_INPUT for a circle
   */
  setSuccessor(caller: Caller, documentId: string, successorId: string | null): Promise<Document>;
  /** Successions that names alone tell, of documents that the caller may find. */
  unconfirmedEditions(caller: Caller): Promise<readonly Succession[]>;
  /** The document can be restored until the workspace's retention ends, unless it is purged. @throws NOT_FOUND */
  deleteDocument(caller: Caller, documentId: string, purge?: boolean): Promise<void>;
  /** @throws NOT_FOUND */
  restoreDocument(caller: Caller, documentId: string): Promise<Document>;
  /** Overrides the verdict of the rule; null restores it. @throws NOT_FOUND */
  setChunkOmitted(caller: Caller, chunkId: string, omitted: boolean | null): Promise<StoredChunk>;
  /** Needs ADMIN. @throws BAD_INPUT */
  setRetention(caller: Caller, days: number): Promise<Workspace>;
  /**
   * Needs ADMIN. Omitted fields stay unchanged; null restores the product's default. @throws BAD_INPUT, also for a
   * default above its ceiling
   */
  setBudget(caller: Caller, change: BudgetChange): Promise<Workspace>;
  /**
   * How certain answers must be if a question does not specify it; null restores the product's default. Needs ADMIN.
   * @throws BAD_INPUT
   */
  setGate(caller: Caller, gate: GateSetting | null): Promise<Workspace>;
  /** @throws BAD_INPUT; NOT_FOUND for an id or a source that does not exist in this workspace. */
  saveCurated(caller: Caller, input: CuratedAnswerInput): Promise<CuratedAnswer>;
  /** @throws NOT_FOUND */
  deleteCurated(caller: Caller, id: string): Promise<void>;
  /** Records that a person has checked the answer against the current state of its sources. @throws NOT_FOUND */
  confirmCurated(caller: Caller, id: string): Promise<CuratedAnswer>;
  /** Undefined for an answer with a source that the caller may not read. */
  findCurated(caller: Caller, id: string): Promise<CuratedAnswer | undefined>;
  /** How many `listCurated` has on all pages. */
  countCurated(caller: Caller, filter: CuratedFilter): Promise<number>;
  /** Most recently saved first, with the state of their sources. */
  listCurated(caller: Caller, page: PageRequest, filter: CuratedFilter): Promise<Page<CuratedAnswer>>;
  /** Replaces the existing group of the term. Needs EDITOR. @throws BAD_INPUT */
  saveAlias(caller: Caller, input: AliasGroup): Promise<Alias>;
  /** By id or term. Needs EDITOR. @throws NOT_FOUND */
  deleteAlias(caller: Caller, which: string): Promise<Alias>;
  findAlias(caller: Caller, id: string): Promise<Alias | undefined>;
  /** How many `listAliases` has on all pages. */
  countAliases(caller: Caller): Promise<number>;
  /** Most recently saved first. @throws BAD_INPUT */
  listAliases(caller: Caller, page: PageRequest): Promise<Page<Alias>>;
  /** Embeds all stored text again with the configured embedder, then switches the workspace to it. Needs EDITOR. */
  reEmbed(caller: Caller, options?: ReEmbedOptions): Promise<{ readonly windowCount: number }>;
}

/** Ingestions that continue after the call that started them. */
export interface IngestJobs extends UploadDoor {
  /** Queues documents for ingestion; those with an address are fetched. Needs EDITOR. @throws BAD_INPUT */
  submit(caller: Caller, documents: readonly QueuedDocument[]): Promise<IngestJob>;
  /**
   * Ingests what was changed, moved or deleted in a local file or folder. Needs EDITOR; only called by the command
   * line. @throws BAD_INPUT, EMBEDDER_MISMATCH, CANCELLED
   */
  syncPath(caller: Caller, path: string, options?: SyncRunOptions): Promise<SyncResult>;
  find(caller: Caller, id: string): Promise<IngestJob | undefined>;
  /** @throws NOT_FOUND */
  require(caller: Caller, id: string): Promise<IngestJob>;
  /** Newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<IngestJob>>;
  /** How many `list` has on all pages. */
  count(caller: Caller): Promise<number>;
  items(caller: Caller, id: string, first: number, after: number): Promise<readonly JobItem[]>;
  /** Needs EDITOR. @throws NOT_FOUND */
  cancel(caller: Caller, id: string): Promise<IngestJob>;
  /** Yields the job whenever it changes; the last time when it has ended. @throws NOT_FOUND, CANCELLED */
  watch(caller: Caller, id: string, options?: CallOptions): AsyncIterable<IngestJob>;
  /** Unfinished ingestions, by their state. */
  open(caller: Caller): Promise<Readonly<Record<'RECEIVING' | 'QUEUED' | 'RUNNING', number>>>;
  /**
   * Embeds the workspace again in the background if its vectors should be another embedder's, by EMBEDDER or by the
   * languages of its documents.
   */
  renewVectors(caller: Caller, options?: CallOptions): Promise<void>;
  /** Starts work on queued jobs. A server process calls it once. */
  start(caller: Caller): Promise<void>;
}

export interface Runs {
  /** How long the workspace keeps its runs. */
  retention(caller: Caller): Promise<RunRetention>;
  /** Needs ADMIN. Null: back to the default. @throws FORBIDDEN, BAD_INPUT */
  setRetention(caller: Caller, change: RunRetentionChange): Promise<RunRetention>;
  find(caller: Caller, id: string): Promise<Run | undefined>;
  /**
   * Why a document was not used in a run; undefined if the caller can see no such run or document, for whatever reason.
   * @throws EMBEDDER_MISMATCH, DATABASE_FAILED, CANCELLED
   */
  explainMiss(
    caller: Caller,
    runId: string,
    documentId: string,
    options?: CallOptions,
  ): Promise<MissExplanation | undefined>;
  list(caller: Caller, page: RunPageRequest, filter: RunFilter, options?: RunListOptions): Promise<Page<Run>>;
  /** How many `list` has on all pages. */
  count(caller: Caller, filter: RunFilter): Promise<number>;
  /**
   * How answers stand, in the order of `ids`; null for one of which nothing that it quotes has changed, and for a run that
   * the caller may not read.
   */
  standings(caller: Caller, ids: readonly string[]): Promise<readonly (AnswerStanding | null)[]>;
  /** Runs whose answers no longer stand, last called back first. @throws BAD_INPUT */
  recalls(caller: Caller, page: PageRequest, filter: RecallFilter, options?: RunListOptions): Promise<Page<Run>>;
  /** How many `recalls` has on all pages. */
  countRecalls(caller: Caller, filter: RecallFilter): Promise<number>;
  /**
   * Yields each run whose answer is called back from now on, until the signal aborts. Runs that are named take no more
   * than the right to ask; those of them that were called back already come first. @throws CANCELLED, BAD_INPUT
   */
  watchRecalls(caller: Caller, options?: CallOptions & Pick<RecallFilter, 'runIds'>): AsyncIterable<Run>;
  /** Looks at the answers again whose documents have changed, as is otherwise done in the background. */
  lookAgain(caller: Caller): Promise<void>;
  /**
   * Asks a run's question again with the caller's own access, and reports the differences. @throws NOT_FOUND,
   * BAD_INPUT, CANCELLED, and the fault that ended the replay
   */
  replay(caller: Caller, id: string, overrides: ReplayOverrides, options?: CallOptions): Promise<RunReplay>;
}

/** Checks earlier answers, or text from elsewhere. Calls no model and records nothing. */
export interface Grounding {
  /** Replays a citation and reports whether it is still valid today. @throws NOT_FOUND, BAD_INPUT, CANCELLED */
  verifyCitation(caller: Caller, request: CitationRequest, options?: CallOptions): Promise<CitationVerification>;
  /**
   * Verifies a text against documents, claim by claim. @throws NOT_FOUND naming the unknown documents, BAD_INPUT,
   * CANCELLED
   */
  check(caller: Caller, request: GroundingRequest, options?: CallOptions): Promise<GroundingReport>;
}

/** Fusion weights that were fitted on a workspace's own questions. All operations need ADMIN. */
export interface FusionWeights {
  /** Includes the weights of other embedders. */
  list(caller: Caller): Promise<readonly StoredWeights[]>;
  /** The arm weights that the default preset uses for questions in a language (ISO 639-1). */
  inUse(caller: Caller, language: string): Promise<ArmWeights>;
  /** Saves weights for the configured embedder and replaces those of the same language. @throws BAD_INPUT */
  save(caller: Caller, fitted: readonly FittedWeights[]): Promise<void>;
  /** Deletes all weights and returns how many there were. */
  remove(caller: Caller): Promise<number>;
}

/**
 * Charges questions to allowances. The network interfaces are charged; the command line belongs to its operator and is
 * not.
 */
export interface AskSpending {
  /** Undefined if the caller has no limit. @throws OVERLOADED, BUDGET_EXCEEDED, BAD_INPUT */
  reserve(caller: Caller, request: AskRequest): Promise<ReservedAsk | undefined>;
  settle(caller: Caller, reservation: Reservation, tokens: number): Promise<void>;
}

/** Documents that contradict each other, found before anybody asks. */
export interface Conflicts {
  /**
   * Compares what was not compared yet. Needs EDITOR and a key that sees every document.
   * @throws FORBIDDEN, BAD_INPUT without a reader, CANCELLED
   */
  audit(caller: Caller, options?: AuditOptions): Promise<AuditProgress>;
  /** Those of which the caller may read both documents, last found first. @param resolved null: all */
  list(caller: Caller, resolved: boolean | null): Promise<readonly FoundConflict[]>;
  /** Writes down what holds. Needs EDITOR. @param verdict null: takes it back @throws FORBIDDEN, NOT_FOUND */
  resolve(caller: Caller, id: string, verdict: ConflictVerdict | null): Promise<FoundConflict>;
}

/** Where documents come from and are kept in step with. All operations need EDITOR and a key that sees every document. */
export interface SourceVerbs {
  /** Last created first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<Source>>;
  /** How many `list` has on all pages. */
  count(caller: Caller): Promise<number>;
  find(caller: Caller, id: string): Promise<Source | undefined>;
  /** By its name, its id or where it is. @throws NOT_FOUND with the nearest name */
  named(caller: Caller, which: string): Promise<Source>;
  /** @throws NOT_FOUND; OVERLOADED while it is being read */
  remove(caller: Caller, which: string, stays: WhatStays): Promise<RemovedSource>;
  /** The source that each document came from, in the order of `documentIds`; undefined for one that was sent by hand. */
  ofDocuments(caller: Caller, documentIds: readonly string[]): Promise<readonly (Source | undefined)[]>;
  /**
   * Ingests what is new, changed, moved or gone in `rclone:REMOTE:PATH` or `site:URL`; only called by the command line.
   * @throws BAD_INPUT, BAD_CONFIG without rclone, URL_REFUSED, URL_FAILED: nothing is deleted then; as `syncPath`
   */
  sync(caller: Caller, where: string, options?: SyncRunOptions & SiteOptions): Promise<SyncResult>;
  /**
   * Reads a source that is there, by its name, its id or where it is, as it was last read; only called by the command line.
   * @throws NOT_FOUND; BAD_INPUT for a folder and for what an integration sends; as `sync`
   */
  readAgain(caller: Caller, which: string, options?: ReadAgainOptions): Promise<SyncResult>;
  /**
   * Has a source read by a process that serves, as soon as one is free. @throws NOT_FOUND; BAD_INPUT for a folder and for
   * what an integration sends
   */
  readSoon(caller: Caller, which: string, options: Pick<ReadAgainOptions, 'allowShrink'>): Promise<Source>;
  /** How often a source is read by whoever serves; null: when somebody asks for it. @throws as `readSoon` */
  setSchedule(caller: Caller, which: string, everySeconds: number | null): Promise<Source>;
  /** Reads sources at their times. A server process calls it once. */
  start(caller: Caller): Promise<void>;
  /** Compares what an integration has with what came from it. @throws BAD_INPUT */
  push(caller: Caller, list: PushedList): Promise<PushedPlan>;
  /**
   * Queues documents that `push` wanted; with `everySeconds`, or of a source that has them already, addresses that are read
   * again so often. @throws BAD_INPUT, NOT_FOUND
   */
  submit(caller: Caller, source: string, documents: readonly SentDocument[], everySeconds?: number): Promise<IngestJob>;
}
