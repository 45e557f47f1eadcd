import type { GroundingReport, GroundingRequest } from '../agent/checking/checkGrounding.ts';
import type { CitationRequest, CitationVerification } from '../agent/checking/verifyCitation.ts';
import type { MissExplanation } from '../agent/miss/missExplanation.ts';
import type { ReplayOverrides, RunReplay } from '../agent/replay.ts';
import type { AskRequest } from '../agent/request.ts';
import type { Run, RunFilter, RunListOptions } from '../agent/runs/runs.ts';
import type { ReservedAsk } from '../agent/budget.ts';
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
import type { IngestJob, JobItem } from '../knowledge/jobs/job.ts';
import type { QueuedDocument } from '../knowledge/jobs/jobs.ts';
import type { PageRequest } from '../knowledge/page.ts';
import type { StoredBlock, StoredChunk } from '../knowledge/store/chunks.ts';
import type { SyncPathOptions, SyncResult } from '../knowledge/sync/syncPath.ts';
import type { ArmWeights, FittedWeights, StoredWeights } from '../retrieval/fuse/fittedWeights.ts';
import type { BudgetChange, GateSetting } from '../workspaces/settings.ts';
import type { Caller } from '../workspaces/caller.ts';
import type { Reservation } from '../workspaces/spending.ts';
import type { Workspace } from '../workspaces/workspaces.ts';

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
  /**
   * All blocks of each version, in the order of `versionIds`; null where the caller can see none, or it was stored
   * before blocks were kept.
   */
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
  /**
   * Needs ADMIN. What is left out stays, null goes back to the product's own. @throws BAD_INPUT, also for a default
   * above its ceiling
   */
  setBudget(caller: Caller, change: BudgetChange): Promise<Workspace>;
  /**
   * How sure answers must be where a question does not say; null goes back to the product's own. Needs ADMIN. @throws
   * BAD_INPUT
   */
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
  /**
   * Brings in what has changed, moved and gone in a file or folder of this machine. Needs EDITOR; called by the command
   * line alone. @throws BAD_INPUT, EMBEDDER_MISMATCH, CANCELLED
   */
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
  /**
   * Why a document was not used in a run; undefined where the caller can see no such run or document, whatever the
   * reason. @throws EMBEDDER_MISMATCH, DATABASE_FAILED, CANCELLED
   */
  explainMiss(
    caller: Caller,
    runId: string,
    documentId: string,
    options?: CallOptions,
  ): Promise<MissExplanation | undefined>;
  list(caller: Caller, page: PageRequest, filter: RunFilter, options?: RunListOptions): Promise<Page<Run>>;
  /**
   * Asks a run's question again, with the caller's own access, and tells what differs. @throws NOT_FOUND, BAD_INPUT,
   * CANCELLED, and what ended the repetition
   */
  replay(caller: Caller, id: string, overrides: ReplayOverrides, options?: CallOptions): Promise<RunReplay>;
}

/** Checks of what was said before, or elsewhere. No model is asked, and nothing is recorded. */
export interface Grounding {
  /** Replays a citation, and tells whether it still holds today. @throws NOT_FOUND, BAD_INPUT, CANCELLED */
  verifyCitation(caller: Caller, request: CitationRequest, options?: CallOptions): Promise<CitationVerification>;
  /**
   * Verifies a text against documents, claim by claim. @throws NOT_FOUND naming the unknown documents, BAD_INPUT,
   * CANCELLED
   */
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
