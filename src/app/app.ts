import { ask } from '../agent/ask.ts';
import { lateDatabase } from '../agent/parts/budget.ts';
import { checkRequest } from '../agent/resolveRequest.ts';
import type { AskEvent } from '../agent/state/events.ts';
import type { AgentParts } from '../agent/parts/parts.ts';
import type { AskRequest, CheckedRequest } from '../agent/state/request.ts';
import { measuredRun } from '../agent/runs/recordRun.ts';
import { saveRun } from '../agent/runs/runs.ts';
import { createLooks, type Looks } from '../agent/recalls/looks.ts';
import { search, type SearchRequest, type SearchResult } from '../agent/search.ts';
import { tryChat } from '../agent/writing/tryChat.ts';
import {
  assembleGrounding,
  assembleSpending,
  assembleKnowledge,
  assembleConflicts,
  assembleRuns,
  assembleFeedback,
  assembleWeights,
  afterIngestion,
  renewAfter,
  purgeNowAndThen,
} from './assemble.ts';
import { assembleIngestion } from './assembleIngestion.ts';
import type {
  AskOptions,
  CallOptions,
  IngestOptions,
  Conflicts,
  Knowledge,
  IngestJobs,
  SourceVerbs,
  Runs,
  Grounding,
  FusionWeights,
  AskSpending,
} from './verbs.ts';
import { refuseTracing, secretsOf, type Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { CandorError } from '../errors.ts';
import { openDatabase } from '../db/openDatabase.ts';
import type { DatabaseNode } from '../db/probe.ts';
import { doctor, type Check, type DoctorOptions } from './doctor.ts';
import { createErasure, type Erasure } from './erasure/erasure.ts';
import { updateWorkspace, type WorkspaceChange } from './updateWorkspace.ts';
import { createLoops, perEmbedder, type Loops } from './loops.ts';
import { createEmbedders } from '../knowledge/embedders/embedders.ts';
import { aliasesIn } from '../knowledge/curated/aliases.ts';
import type { CuratedAnswer, DocumentInput, IngestSummary } from '../knowledge/document.ts';
import { createParserProcess, type ParserProcess } from '../knowledge/formats/process/parserProcess.ts';
import { findRecognition } from '../knowledge/formats/scan/recogniser.ts';
import { ingest } from '../knowledge/ingest/ingest.ts';
import type { JobParts } from '../knowledge/jobs/job.ts';
import { openSchedule } from '../knowledge/sync/schedule.ts';
import { createJobs, type Jobs } from '../knowledge/jobs/jobs.ts';
import { type Calibrations, createCalibrations } from '../learning/calibrations/calibrations.ts';
import { scaleFor } from '../learning/calibrations/store.ts';
import type { ChoiceInput } from '../learning/feedback/choice.ts';
import { createFeedback, type FeedbackVerbs } from '../learning/feedback/feedbackVerbs.ts';
import { groupQuestions } from '../learning/gaps/groupQuestions.ts';
import { curateChosen } from '../learning/gaps/curateChosen.ts';
import { keepGroups } from '../learning/gaps/keepGroups.ts';
import { knowledgeGaps, type GapPage, type GapRequest } from '../learning/gaps/knowledgeGaps.ts';
import { recentHealth, type WorkspaceHealth } from '../learning/health.ts';
import { createLog, type Log } from '../log.ts';
import { cachedEmbedder, type Embedder } from '../models/embedder.ts';
import { type Models, type OpenedModels, openModels } from '../models/openModels.ts';
import { createMeasures, type Measures } from '../telemetry/measures.ts';
import { startTracing } from '../telemetry/spans.ts';
import { type AuditVerbs, createAudit, createAuditVerbs } from '../workspaces/audit.ts';
import { type Backups, createBackups } from '../workspaces/backups.ts';
import { type Caller, demandAll, demandEveryRun, demandRole, demandScope } from '../workspaces/caller.ts';
import { createIdentity, createKeys, type Identity, type Keys } from '../workspaces/keys.ts';
import { personOf, type Subject } from '../workspaces/people.ts';
import { createSpending } from '../workspaces/spending.ts';
import { createWorkspaces, type Workspaces } from '../workspaces/workspaces.ts';

export type { ApiKey } from '../workspaces/keys.ts';
export type { Check } from './doctor.ts';
export type { PageRequest } from '../knowledge/page.ts';
export type { GroundingReport } from '../agent/checking/checkGrounding.ts';
export type { CitationVerification } from '../agent/checking/verifyCitation.ts';
export type { Workspace } from '../workspaces/workspaces.ts';
export type { SyncResult } from '../knowledge/sync/syncSource.ts';
export type { SearchRequest, SearchResult } from '../agent/search.ts';

/**
 * Everything that Candor does, as a small set of verbs. The interfaces (GraphQL, command line, evaluation) call nothing
 * else.
 */
export interface App {
  readonly config: Config;
  readonly log: Log;
  /**
   * Answers one question. Yields events in order; the last is `Finished` or `Failed`. Throws only BAD_INPUT, before the
   * first event. Leaving the iteration early, or aborting, stops the running SQL and model calls. Whoever wants only the
   * end reads it by `finalOutcome`: a second verb would pass by the guards, which replace this one.
   */
  ask(caller: Caller, request: AskRequest, options?: AskOptions): AsyncIterable<AskEvent>;
  /** @throws BAD_INPUT, DATABASE_FAILED when both arms failed, CANCELLED. */
  search(caller: Caller, request: SearchRequest, options?: CallOptions): Promise<SearchResult>;
  /**
   * Needs EDITOR. A bad document is reported in its own result and never stops the others. @throws FORBIDDEN,
   * BAD_INPUT, EMBEDDER_MISMATCH.
   */
  ingest(
    caller: Caller,
    documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>,
    options?: IngestOptions & { readonly total?: number },
  ): Promise<IngestSummary>;
  readonly jobs: IngestJobs;
  readonly sources: SourceVerbs;
  readonly knowledge: Knowledge;
  readonly runs: Runs;
  readonly grounding: Grounding;
  readonly conflicts: Conflicts;
  readonly feedback: FeedbackVerbs;
  /** What people ask and the documents do not cover, most frequent first. @throws BAD_INPUT, CANCELLED */
  gaps(caller: Caller, request: GapRequest): Promise<GapPage>;
  /**
   * Makes a curated answer of a passage that a run showed; left out: of the one that most people chose there. Needs
   * EDITOR. Doing the same again changes nothing. @throws NOT_FOUND, BAD_INPUT
   */
  curateChosen(caller: Caller, input: ChoiceInput): Promise<CuratedAnswer>;
  /** Whether the workspace's calibrations still fit the questions that are asked; at most a minute old. */
  health(caller: Caller): Promise<WorkspaceHealth>;
  readonly calibrations: Calibrations;
  readonly weights: FusionWeights;
  /** The counters of this process for the questions that it was asked. */
  readonly measures: Measures;
  readonly workspaces: Workspaces;
  /**
   * Changes all the settings that are given, or none. Needs ADMIN, and a key that sees every document for those of runs
   * and of the audit. @throws FORBIDDEN, BAD_INPUT that names the field
   */
  updateWorkspace(caller: Caller, change: WorkspaceChange): Promise<void>;
  readonly keys: Keys;
  /**
   * Saves workspaces to a file and restores them. Only for the operator at the command line, so callers are not
   * authorized.
   */
  readonly backups: Backups;
  readonly identity: Identity;
  readonly audit: AuditVerbs;
  readonly spending: AskSpending;
  readonly erasure: Erasure;
  /** The workspace's id of the person whom a token belongs to. @throws FORBIDDEN for a workspace that does not exist */
  personOf(workspaceId: string, subject: Subject): Promise<string>;
  /** The nodes of a distributed database that hold workspaces; none otherwise. @throws DATABASE_UNREACHABLE */
  databaseNodes(): Promise<readonly DatabaseNode[]>;
  /** What somebody ends with who has waited in vain for the database. @see lateDatabase */
  lateDatabase(waitedMillis: number): CandorError;
  /** Tests database, migrations, roles and every configured model. Never throws. */
  doctor(options?: DoctorOptions): Promise<readonly Check[]>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly log?: Log;
  /**
   * An open, migrated database and models to use instead of the configured ones (for tests). close() closes them too.
   */
  readonly opened?: OpenedModels & { readonly database?: Database };
}

/**
 * Opens the database, which migrates it, and the models.
 * @throws DATABASE_LOCKED, DATABASE_UNREACHABLE, DATABASE_NEWER, MODEL_WEIGHTS, MODEL_UNAVAILABLE.
 */
export async function openApp(config: Config, options: OpenOptions = {}): Promise<App> {
  refuseTracing();
  const log = options.log ?? createLog(config.logLevel, undefined, secretsOf(config));
  const tracing = await startTracing(config.telemetry, log);
  const settings = { databaseUrl: config.databaseUrl, dataFolder: config.dataFolder };
  const database = options.opened?.database ?? (await openDatabase(settings));
  try {
    const app = assemble(config, log, database, await openModels(config.models, log, options.opened));
    const close = async () => {
      try {
        await app.close();
      } finally {
        await tracing.stop();
      }
    };
    return { ...app, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @throws CONFIG_INVALID if recognition is switched on and not there */
function openParser({ ocr }: Config): ParserProcess {
  if (ocr !== undefined) findRecognition(ocr);
  return createParserProcess({ ocr });
}

function assemble(config: Config, log: Log, database: Database, models: Models): App {
  const [usual, ...others] = models.embedders;
  const cached = [cachedEmbedder(usual), ...others.map((other) => cachedEmbedder(other))] as const;
  const [embedder] = cached;
  const chooses = config.models.embedder === 'auto' && others.length > 0;
  const embedders = createEmbedders({ database, embedders: [...cached], chooses });
  const measures = createMeasures();
  const looks = createLooks({ database, log });
  const opened = { config, log, database, models, measures, looks };
  const loops = createLoops(embedders, (own) => partsOfLoop(opened, own));
  const embedderOf = async (workspaceId: string) => (await embedders.of(workspaceId)).fingerprint;
  const groups = keepGroups((unanswered, signal) =>
    // Their vectors are kept with the runs.
    groupQuestions(unanswered, embedders.named(unanswered[0]?.run.embedder ?? '') ?? embedder, log, signal),
  );
  const parser = openParser(config);
  const ingestParts = { database, embedder, embedders, parser, ocr: config.ocr, log };
  const jobParts: JobParts = {
    ...ingestParts,
    allowPrivate: config.fetchPrivate,
    afterJob: ({ workspaceId, jobId }, signal) =>
      afterIngestion(config, { ...ingestParts, chat: models.chat, jobs, looks }, workspaceId, { signal, after: jobId }),
  };
  const jobs: Jobs = createJobs(jobParts);
  const schedule = openSchedule(jobParts, jobs);
  const [workspaces, keys, spending] = [createWorkspaces(database), createKeys(database), createSpending(database)];
  return {
    config,
    log,
    ask: (caller, request, { signal, startedAt } = {}) =>
      askLoop(loops, checkRequest(demandScope(caller, 'ASK'), request, startedAt), signal),
    search: async (caller, request, options = {}) => {
      const scope = demandScope(caller, 'ASK');
      return loops.within(caller.workspaceId, ({ agent }) => search(agent, scope, request, options.signal));
    },
    ingest: async (caller, documents, options = {}) => {
      demandAll(caller, 'EDITOR');
      const summary = await ingest(ingestParts, caller.workspaceId, documents, options);
      if (summary.createdCount + summary.updatedCount > 0 && !lostDatabase(summary))
        await renewAfter({ jobs, log, looks }, caller.workspaceId, { signal: options.signal });
      return summary;
    },
    ...assembleIngestion(jobParts, jobs, looks, schedule),
    knowledge: assembleKnowledge(ingestParts, workspaces, looks),
    runs: assembleRuns(loops, database, looks),
    grounding: assembleGrounding(database),
    conflicts: assembleConflicts(database, embedders, models.reader),
    feedback: assembleFeedback(createFeedback(database, embedderOf)),
    health: async (caller) => {
      const { workspaceId } = demandScope(caller, 'READ');
      return recentHealth({ database, embedder: await embedderOf(workspaceId) }, workspaceId);
    },
    gaps: async (caller, request) => knowledgeGaps({ database, group: groups.group }, demandEveryRun(caller), request),
    curateChosen: async (caller, input) => {
      const editor = demandRole(caller, 'EDITOR');
      return curateChosen({ database, embedder: await embedders.claim(editor.workspaceId, []) }, editor, input);
    },
    calibrations: perEmbedder(loops, ({ embedder: { fingerprint } }) =>
      createCalibrations(database, fingerprint, (caller) => demandAll(caller, 'ADMIN')),
    ),
    weights: perEmbedder(loops, ({ embedder: { fingerprint } }) => assembleWeights(database, fingerprint)),
    measures,
    workspaces,
    updateWorkspace: (caller, change) => updateWorkspace(database, caller, change),
    keys,
    identity: createIdentity(keys, spending),
    audit: createAuditVerbs(createAudit(database, config.audit.texts), config.audit.isOn),
    spending: assembleSpending(spending, { database, hasChat: models.chat !== null }),
    erasure: createErasure({ database, workspaces, forget: [...cached.map(({ forget }) => forget), groups.forget] }),
    personOf: (workspaceId, subject) => personOf(database, workspaceId, subject),
    backups: createBackups(database),
    databaseNodes: () => database.nodes(),
    lateDatabase: (waitedMillis) => lateDatabase(database, waitedMillis),
    doctor: (options = {}) =>
      doctor({ database, models, workspaceId: config.workspaceId, setting: config.models.embedder, tryChat }, options),
    close: async () => {
      await Promise.all([schedule.stop(), jobs.stop()]);
      await looks.stop();
      await parser.close();
      await models.close();
      await database.close();
    },
  };
}

const lostDatabase = ({ results }: IngestSummary): boolean =>
  results.some(({ error }) => error?.code === 'DATABASE_UNREACHABLE' || error?.code === 'OVERLOADED');

/** Asks the loop of the workspace, whichever embedder its vectors are of. */
async function* askLoop(
  loops: Loops,
  checked: CheckedRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<AskEvent, void, undefined> {
  const { graph, agent } = await loops.of(checked.workspaceId);
  yield* ask(graph, agent, checked, signal, (fault) => loops.reEmbedded(checked.workspaceId, fault));
}

interface Opened {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly models: Models;
  readonly measures: Measures;
  readonly looks: Looks;
}

/** The dependencies of the agent loop: models, and what it reads and writes in addition to its searches. */
function partsOfLoop({ config, log, database, models, measures, looks }: Opened, embedder: Embedder): AgentParts {
  const { chat, reranker, reader, entailment, words } = models;
  const purge = purgeNowAndThen({ database, log });
  return {
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
    aliasesIn: (workspaceId, question, signal) => aliasesIn(database, workspaceId, question.text, signal),
    countRun: (workspaceId, run) => measures.count(workspaceId, measuredRun(run)),
    saveRun: async (workspaceId, run) => {
      await saveRun(database, workspaceId, run, (text) => embedder.embedQuery(text));
      purge(workspaceId);
      looks.beginSometimes(workspaceId);
    },
  };
}
