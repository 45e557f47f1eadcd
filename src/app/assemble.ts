import { readMetadataNames } from '../knowledge/metadata/names.ts';
import { reserveTokens } from '../agent/parts/budget.ts';
import type { Spending } from '../workspaces/spending.ts';
import { explainMiss } from '../agent/miss/explainMiss.ts';
import { replayRun } from '../agent/replay.ts';
import { changeRunRetention, purgeRuns, readRunRetention } from '../agent/runs/purgeRuns.ts';
import { countOfRuns, pageOfRuns, readRun } from '../agent/runs/runs.ts';
import type { Looks } from '../agent/recalls/looks.ts';
import { countOfRecalls, pageOfRecalls, standingsOf, watchRecalls } from '../agent/recalls/recalls.ts';
import { withholdHidden } from '../agent/runs/withheld.ts';
import { checkGrounding } from '../agent/checking/checkGrounding.ts';
import { verifyCitation } from '../agent/checking/verifyCitation.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { CandorError, messageOf } from '../errors.ts';
import { countOfAliases, deleteAlias, pageOfAliases, readAlias, saveAlias } from '../knowledge/curated/aliases.ts';
import {
  confirmCurated,
  countOfCurated,
  deleteCurated,
  findCurated,
  pageOfCurated,
  saveCurated,
} from '../knowledge/curated/curated.ts';
import { listUnconfirmed, readEditionsOf, setSuccessor } from '../knowledge/editions/editions.ts';
import { readUnreadSeries } from '../knowledge/editions/series.ts';
import type { Embedders } from '../knowledge/embedders/embedders.ts';
import { languageOfQuestion } from '../knowledge/language/language.ts';
import { generateHypotheticals } from '../knowledge/hypotheticals/generate.ts';
import type { IngestParts } from '../knowledge/ingest/ingest.ts';
import { reEmbed } from '../knowledge/ingest/reEmbed.ts';
import type { Jobs } from '../knowledge/jobs/jobs.ts';
import { pagesOfChunks, readBlocks, readStoredChunks, setChunkOmitted } from '../knowledge/store/chunks.ts';
import {
  countOfDocuments,
  deleteDocument,
  pageOfDocuments,
  purgeDeleted,
  readDocuments,
  readDocumentsByKey,
  readVersions,
  readVersionsOf,
  restoreDocument,
  setState,
} from '../knowledge/store/documents.ts';
import { auditConflicts } from '../learning/audits/auditConflicts.ts';
import { listFound, resolveFound } from '../learning/audits/foundConflicts.ts';
import type { FeedbackVerbs } from '../learning/feedback/feedbackVerbs.ts';
import type { Models } from '../models/openModels.ts';
import { listWeights, removeWeights, saveWeights, weightsInUse } from '../retrieval/fuse/fittedWeights.ts';
import {
  type Caller,
  demandRole as demand,
  demandAll,
  demandEveryRun,
  demandScope,
  runsOf,
} from '../workspaces/caller.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Loops } from './loops.ts';
import type { AskSpending, Conflicts, FusionWeights, Grounding, Knowledge, Runs } from './verbs.ts';

/** The app always has embedders to choose among. */
export type AppIngestParts = IngestParts & { readonly embedders: Embedders };

export function assembleKnowledge(parts: AppIngestParts, workspaces: Workspaces, looks: Looks): Knowledge {
  const { database, embedders } = parts;
  /** Whatever becomes of a document, answers that quote it are looked at again. */
  const changing = async <Result>({ workspaceId }: Caller, change: Promise<Result>): Promise<Result> => {
    const result = await change;
    looks.begin(workspaceId);
    return result;
  };
  return {
    documents: (caller, ids) => readDocuments(database, caller, ids),
    documentsByKey: async (caller, keys) => readDocumentsByKey(database, demandScope(caller, 'READ'), keys),
    versions: (caller, ids) => readVersions(database, caller, ids),
    versionsOf: async (caller, documentIds) => readVersionsOf(database, demandScope(caller, 'READ'), documentIds),
    blocks: async (caller, versionIds) => readBlocks(database, demandScope(caller, 'READ'), versionIds),
    chunks: async (caller, versionIds, page) => pagesOfChunks(database, demandScope(caller, 'READ'), versionIds, page),
    listDocuments: async (caller, page, filter) =>
      pageOfDocuments(database, demand(caller, filter.deleted ? 'EDITOR' : 'READER'), page, filter),
    countDocuments: async (caller, filter) =>
      countOfDocuments(database, demand(caller, filter.deleted ? 'EDITOR' : 'READER'), filter),
    metadataNames: async (caller, values) => readMetadataNames(database, demandScope(caller, 'READ'), values),
    findChunks: async (caller, ids) => readStoredChunks(database, demandScope(caller, 'READ'), ids),
    setState: async (caller, documentId, state) =>
      changing(caller, setState(database, demand(caller, 'EDITOR'), documentId, state)),
    editions: async (caller, ids) => readEditionsOf(database, demandScope(caller, 'READ'), ids),
    setSuccessor: async (caller, documentId, successorId) =>
      changing(caller, setSuccessor(database, demand(caller, 'EDITOR'), documentId, successorId)),
    unconfirmedEditions: async (caller) => listUnconfirmed(database, demandScope(caller, 'READ')),
    deleteDocument: async (caller, documentId, purge) =>
      changing(caller, deleteDocument(database, demand(caller, 'EDITOR'), documentId, purge)),
    restoreDocument: async (caller, documentId) =>
      changing(caller, restoreDocument(database, demand(caller, 'EDITOR'), documentId)),
    setChunkOmitted: async (caller, chunkId, omitted) =>
      setChunkOmitted(database, demand(caller, 'EDITOR'), chunkId, omitted),
    setRetention: async (caller, days) => {
      const { workspaceId } = demand(caller, 'ADMIN');
      return workspaces.setRetention(workspaceId, days);
    },
    setBudget: async (caller, change) => workspaces.setBudget(demand(caller, 'ADMIN').workspaceId, change),
    setGate: async (caller, gate) => workspaces.setGate(demand(caller, 'ADMIN').workspaceId, gate),
    saveCurated: async (caller, input) => {
      const { workspaceId } = demand(caller, 'EDITOR');
      const embedder = await embedders.claim(workspaceId, [languageOfQuestion(input.question)]);
      return saveCurated(database, embedder, workspaceId, input, caller.accessGroups);
    },
    deleteCurated: async (caller, id) =>
      deleteCurated(database, demand(caller, 'EDITOR').workspaceId, id, caller.accessGroups),
    confirmCurated: async (caller, id) => confirmCurated(database, demand(caller, 'EDITOR'), id),
    listCurated: async (caller, page, filter) => pageOfCurated(database, demandScope(caller, 'READ'), page, filter),
    findCurated: async (caller, id) => findCurated(database, demandScope(caller, 'READ'), id),
    countCurated: async (caller, filter) => countOfCurated(database, demandScope(caller, 'READ'), filter),
    saveAlias: async (caller, input) => saveAlias(database, demand(caller, 'EDITOR').workspaceId, input),
    deleteAlias: async (caller, which) => deleteAlias(database, demand(caller, 'EDITOR').workspaceId, which),
    findAlias: async (caller, id) => readAlias(database, demandScope(caller, 'READ').workspaceId, id),
    countAliases: async (caller) => countOfAliases(database, demandScope(caller, 'READ').workspaceId),
    listAliases: async (caller, page) => pageOfAliases(database, demandScope(caller, 'READ').workspaceId, page),
    reEmbed: async (caller, options = {}) => {
      const { workspaceId } = demandAll(caller, 'EDITOR');
      return reEmbed({ database, embedder: await embedders.wanted(workspaceId) }, workspaceId, options);
    },
  };
}

export function assembleRuns(loops: Loops, database: Database, looks: Looks): Runs {
  return {
    retention: async (caller) => readRunRetention(database, demandScope(caller, 'READ').workspaceId),
    setRetention: async (caller, change) =>
      changeRunRetention(database, demandAll(caller, 'ADMIN').workspaceId, change),
    find: async (caller, id) => {
      const run = await readRun(database, demandScope(caller, 'ASK'), id);
      return run && (await withholdHidden(database, caller, [run]))[0];
    },
    explainMiss: async (caller, runId, documentId, options = {}) => {
      const scope = demandScope(caller, 'READ');
      return loops.within(caller.workspaceId, ({ agent }) =>
        explainMiss(agent, scope, { runId, documentId, signal: options.signal }),
      );
    },
    list: async (caller, page, filter, options) => {
      const found = await pageOfRuns(database, demandScope(caller, 'READ'), page, filter, options);
      return { ...found, nodes: await withholdHidden(database, caller, found.nodes) };
    },
    count: async (caller, filter) => countOfRuns(database, demandScope(caller, 'READ'), filter),
    standings: async (caller, ids) => standingsOf(database, demandScope(caller, 'ASK'), ids),
    recalls: async (caller, page, filter, options) => {
      const reader = demandScope(caller, 'READ');
      looks.beginSometimes(caller.workspaceId);
      return pageOfRecalls(database, reader, page, filter, options);
    },
    countRecalls: async (caller, filter) => countOfRecalls(database, demandScope(caller, 'READ'), filter),
    watchRecalls: (caller, { signal, runIds } = {}) => {
      // Who may ask reads its own runs by their ids.
      const reader = demandScope(caller, runIds ? 'ASK' : 'READ');
      const look = () => looks.beginSometimes(reader.workspaceId);
      return watchRecalls(database, reader, { runIds }, { look, signal });
    },
    lookAgain: async (caller) => looks.finish(demandScope(caller, 'READ').workspaceId),
    replay: async (caller, id, overrides, options = {}) => {
      const scope = demandScope(caller, 'READ');
      return loops.within(caller.workspaceId, ({ graph, agent }) =>
        replayRun({ graph, parts: agent, caller: scope }, id, overrides, options.signal),
      );
    },
  };
}

export function assembleGrounding(database: Database): Grounding {
  return {
    verifyCitation: async (caller, request, options = {}) =>
      verifyCitation(database, demandScope(caller, 'ASK'), request, options),
    check: async (caller, request, options = {}) =>
      checkGrounding(database, demandScope(caller, 'ASK'), request, options),
  };
}

export function assembleConflicts(database: Database, embedders: Embedders, reader: Models['reader']): Conflicts {
  return {
    audit: async (caller, options) => {
      const { workspaceId } = demandAll(caller, 'EDITOR');
      if (!reader)
        throw new CandorError('BAD_INPUT', 'An audit of conflicts needs a reader, and none is configured.', {
          remedy: 'Set READER to builtin, chat or http.',
        });
      const { fingerprint } = await embedders.of(workspaceId);
      return auditConflicts({ database, embedder: { fingerprint }, reader }, workspaceId, options);
    },
    list: async (caller, resolved) => listFound(database, demandScope(caller, 'READ'), resolved),
    resolve: async (caller, id, verdict) => resolveFound(database, demand(caller, 'EDITOR'), id, verdict),
  };
}

/** Listing, queueing and exporting feedback needs access to every run; giving feedback only needs ASK. */
export function assembleFeedback(verbs: FeedbackVerbs): FeedbackVerbs {
  return {
    record: async (caller, input) => verbs.record(demandScope(caller, 'ASK'), input),
    choose: async (caller, input) => verbs.choose(demandScope(caller, 'ASK'), input),
    // Not refused: `node` asks for any id, and a refusal would stand in the audit.
    find: async (caller, id) => (runsOf(demandScope(caller, 'READ')) === 'ALL' ? verbs.find(caller, id) : undefined),
    count: async (caller) => verbs.count(demandEveryRun(caller)),
    list: async (caller, page) => verbs.list(demandEveryRun(caller), page),
    ofRuns: async (caller, runIds) => verbs.ofRuns(demandScope(caller, 'ASK'), runIds),
    queue: async (caller, first, options) => verbs.queue(demandEveryRun(caller), first, options),
    exportSet: async (caller, options) => verbs.exportSet(demandEveryRun(caller), options),
  };
}

export function assembleSpending(
  spending: Spending,
  { database, hasChat }: { readonly database: Database; readonly hasChat: boolean },
): AskSpending {
  return {
    reserve: (caller, request) => reserveTokens({ database, spending, hasChat }, caller, request),
    settle: (caller, reservation, tokens) => spending.settle(caller, reservation, tokens),
  };
}

export function assembleWeights(database: Database, embedder: string): FusionWeights {
  const scopeOf = (caller: Caller) => ({ database, embedder, workspaceId: demand(caller, 'ADMIN').workspaceId });
  return {
    list: async (caller) => listWeights(scopeOf(caller)),
    inUse: async (caller, language) => weightsInUse(scopeOf(caller), language),
    save: async (caller, fitted) => saveWeights(scopeOf(caller), fitted),
    remove: async (caller) => removeWeights(scopeOf(caller)),
  };
}

/**
 * The work after an ingestion: deletes rows past their retention, reads the editions that are not known and writes hypothetical questions for new passages. A
 * fault here never undoes what was stored.
 */
export async function afterIngestion(
  config: Config,
  parts: AppIngestParts & Pick<Models, 'chat'> & { readonly jobs: Jobs; readonly looks: Looks },
  workspaceId: string,
  { signal, after }: { readonly signal: AbortSignal | undefined; readonly after: string },
): Promise<void> {
  await renewAfter(parts, workspaceId, { signal, after });
  try {
    await purgeDeleted(parts.database, workspaceId);
    await purgeRuns(parts.database, workspaceId);
    await readUnreadSeries(parts.database, workspaceId, signal);
    if (parts.chat && config.hypotheticals.perChunk > 0)
      await generateHypotheticals(
        { ...parts, embedder: await parts.embedders.of(workspaceId), chat: parts.chat },
        workspaceId,
        { ...config.hypotheticals, signal },
      );
  } catch (error) {
    parts.log.warn('work after an ingestion was left undone', { error: messageOf(error) });
  }
}

/**
 * What was stored may have ended what answers quote, and have made the workspace one of another language. A fault here
 * never undoes what was stored.
 */
export async function renewAfter(
  { jobs, log, looks }: { readonly jobs: Jobs; readonly log: IngestParts['log']; readonly looks: Looks },
  workspaceId: string,
  options: { readonly signal: AbortSignal | undefined; readonly after?: string },
): Promise<void> {
  looks.begin(workspaceId);
  try {
    await jobs.renewVectors(workspaceId, options);
  } catch (error) {
    log.warn('vectors were not made again', { error: messageOf(error) });
  }
}

/** How many questions of a workspace this process records between two looks at what is beyond its retention. */
const runsBetween = 500;

/** A workspace that is asked and gets no documents is purged, too. Counted for each process. */
export function purgeNowAndThen({
  database,
  log,
}: Pick<IngestParts, 'database' | 'log'>): (workspaceId: string) => void {
  const recorded = new Map<string, number>();
  return (workspaceId) => {
    const count = (recorded.get(workspaceId) ?? 0) + 1;
    recorded.set(workspaceId, count % runsBetween);
    if (count < runsBetween) return;
    purgeRuns(database, workspaceId).catch((error: unknown) => {
      log.warn('runs beyond their retention were left', { error: messageOf(error) });
    });
  };
}
