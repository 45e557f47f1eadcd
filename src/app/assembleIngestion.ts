import type { Looks } from '../agent/recalls/looks.ts';
import type { Database } from '../db/database.ts';
import { CandorError, messageOf } from '../errors.ts';
import { readUnreadSeries } from '../knowledge/editions/series.ts';
import type { JobParts } from '../knowledge/jobs/job.ts';
import type { Jobs } from '../knowledge/jobs/jobs.ts';
import { readDocumentsByKey } from '../knowledge/store/documents.ts';
import { asFetched, isFetched } from '../knowledge/sync/fetched.ts';
import { asSent, syncDocuments } from '../knowledge/sync/pushed.ts';
import { readAgain } from '../knowledge/sync/readAgain.ts';
import { remoteReader, rclonePrefix } from '../knowledge/sync/remoteReader.ts';
import { removeSource } from '../knowledge/sync/removeSource.ts';
import type { Schedule } from '../knowledge/sync/schedule.ts';
import { type SiteOptions, siteReader } from '../knowledge/sync/site/readSite.ts';
import {
  countOfSources,
  pageOfSources,
  readSource,
  setSchedule,
  sourceNamed,
  sourcesOf,
} from '../knowledge/sync/sources.ts';
import { syncPath } from '../knowledge/sync/syncPath.ts';
import { syncSource } from '../knowledge/sync/syncSource.ts';
import { type Caller, demandAll } from '../workspaces/caller.ts';
import type { IngestJobs, SourceVerbs } from './verbs.ts';

/** What brings documents in: at once or later, once or again and again. */
export function assembleIngestion(
  parts: JobParts,
  jobs: Jobs,
  looks: Looks,
  schedule: Schedule,
): {
  readonly jobs: IngestJobs;
  readonly sources: SourceVerbs;
} {
  return { jobs: assembleJobs(parts, jobs, looks), sources: assembleSources(parts, jobs, { looks, schedule }) };
}

function assembleJobs(parts: JobParts, jobs: Jobs, looks: Looks): IngestJobs {
  return {
    upload: async (caller, files, options) => {
      const { workspaceId } = demandAll(caller, 'EDITOR');
      await demandReplaced(parts.database, caller, options.supersedes);
      return jobs.upload(workspaceId, files, options);
    },
    submit: async (caller, documents) => jobs.submit(demandAll(caller, 'EDITOR').workspaceId, documents),
    syncPath: async (caller, path, options = {}) =>
      syncPath(parts, jobs, demandAll(caller, 'EDITOR').workspaceId, path, options),
    find: async (caller, id) => jobs.find(demandAll(caller, 'EDITOR').workspaceId, id),
    require: async (caller, id) => jobs.require(demandAll(caller, 'EDITOR').workspaceId, id),
    list: async (caller, page) => jobs.list(demandAll(caller, 'EDITOR').workspaceId, page),
    count: async (caller) => jobs.count(demandAll(caller, 'EDITOR').workspaceId),
    items: async (caller, id, first, after) => jobs.items(demandAll(caller, 'EDITOR').workspaceId, id, first, after),
    cancel: async (caller, id) => jobs.cancel(demandAll(caller, 'EDITOR').workspaceId, id),
    watch: (caller, id, options = {}) => jobs.watch(demandAll(caller, 'EDITOR').workspaceId, id, options.signal),
    open: (caller) => jobs.open(caller.workspaceId),
    start: async ({ workspaceId }) => {
      await jobs.start(workspaceId);
      // What ended while nobody was there.
      looks.begin(workspaceId);
      // Of what was stored before it was kept; questions are answered meanwhile.
      readUnreadSeries(parts.database, workspaceId).catch((error: unknown) => {
        parts.log.warn('editions of stored documents were not read', { error: messageOf(error) });
      });
    },
    renewVectors: async (caller, options = {}) => jobs.renewVectors(demandAll(caller, 'EDITOR').workspaceId, options),
  };
}

function assembleSources(
  parts: JobParts,
  jobs: Jobs,
  { looks, schedule }: { readonly looks: Looks; readonly schedule: Schedule },
): SourceVerbs {
  const { database } = parts;
  const scope = (caller: Caller) => demandAll(caller, 'EDITOR').workspaceId;
  const readerOf = (where: string, options: SiteOptions) =>
    where.startsWith(rclonePrefix)
      ? remoteReader(where)
      : siteReader(where, { ...options, allowPrivate: parts.allowPrivate });
  return {
    list: async (caller, page) => pageOfSources(database, scope(caller), page),
    count: async (caller) => countOfSources(database, scope(caller)),
    find: async (caller, id) => readSource(database, scope(caller), id),
    named: async (caller, which) => sourceNamed(database, scope(caller), which),
    remove: async (caller, which, stays) => {
      const workspaceId = scope(caller);
      const removed = await removeSource(database, workspaceId, which, stays);
      if (stays === 'DELETE') looks.begin(workspaceId);
      return removed;
    },
    ofDocuments: async (caller, documentIds) => sourcesOf(database, scope(caller), documentIds),
    sync: async (caller, where, options = {}) => {
      const workspaceId = scope(caller);
      const reader = readerOf(where, options);
      const result = await syncSource(parts, jobs, workspaceId, reader, options);
      if (options.everySeconds && !options.dryRun)
        await schedule.keep(workspaceId, await sourceNamed(database, workspaceId, result.root));
      return result;
    },
    readAgain: async (caller, which, options) => {
      const workspaceId = scope(caller);
      return readAgain(parts, jobs, workspaceId, await sourceNamed(database, workspaceId, which), options);
    },
    readSoon: async (caller, which, options) => {
      const workspaceId = scope(caller);
      const source = await sourceNamed(database, workspaceId, which);
      await schedule.readSoon(workspaceId, source, options);
      return source;
    },
    setSchedule: async (caller, which, everySeconds) => {
      const workspaceId = scope(caller);
      const source = await setSchedule(database, workspaceId, which, everySeconds);
      await schedule.keep(workspaceId, source);
      return source;
    },
    start: async (caller) => schedule.start(scope(caller)),
    push: async (caller, list) => {
      const workspaceId = scope(caller);
      const plan = await syncDocuments(database, workspaceId, list);
      // What was deleted or hidden may be quoted.
      if (!list.dryRun) looks.begin(workspaceId);
      return plan;
    },
    submit: async (caller, name, documents, everySeconds) => {
      const workspaceId = scope(caller);
      if (everySeconds === undefined && !(await isFetched(database, workspaceId, name)))
        return jobs.submit(workspaceId, await asSent(database, workspaceId, name, documents));
      const fetched = await asFetched(database, workspaceId, name, documents, everySeconds);
      const job = await jobs.submit(workspaceId, fetched.documents);
      await schedule.keep(workspaceId, fetched.source);
      return job;
    },
  };
}

/** @throws NOT_FOUND for a document that an upload replaces and that is not there */
async function demandReplaced(database: Database, caller: Caller, key: string | undefined): Promise<void> {
  const [found] = key === undefined ? [] : await readDocumentsByKey(database, caller, [key]);
  if (key === undefined || found) return;
  throw new CandorError('NOT_FOUND', 'This workspace has no document with the key that the upload supersedes.', {
    details: { field: 'supersedes', key },
  });
}
