import { countOfDocuments, pageOfDocuments, readDocumentsByKey } from '../../../src/knowledge/store/documents.ts';
import type { JobParts } from '../../../src/knowledge/jobs/job.ts';
import { createJobs } from '../../../src/knowledge/jobs/jobs.ts';
import { runJob } from '../../../src/knowledge/jobs/runJob.ts';
import { asSent, type PushedList, type SentDocument, syncDocuments } from '../../../src/knowledge/sync/pushed.ts';
import { type SourceReader, type SyncRunOptions, syncSource } from '../../../src/knowledge/sync/syncSource.ts';
import { silentLog } from '../../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../../support/database.ts';
import { createHashedEmbedder } from '../../support/hashedEmbedder.ts';
import { inlineParser } from '../../support/parser.ts';

export type SourceWorld = Awaited<ReturnType<typeof openSourceWorld>>;

/** A workspace with a source, and what a person sees of it. */
export async function openSourceWorld(opened?: OpenTestDatabase) {
  const open = opened ?? (await openTestDatabase());
  const { database } = open;
  const workspaceId = await newWorkspace(database);
  const parts: JobParts = {
    database,
    embedder: createHashedEmbedder(),
    parser: inlineParser,
    log: silentLog,
    allowPrivate: true,
  };
  const jobs = createJobs(parts);
  const reader = (accessGroups: readonly string[] | null) => ({ workspaceId, accessGroups });
  const everything = async (accessGroups: readonly string[] | null, filter = {}) => {
    const found = [];
    for (let after: string | undefined; ;) {
      const page = await pageOfDocuments(
        database,
        reader(accessGroups),
        { first: 100, ...(after && { after }) },
        filter,
      );
      found.push(...page.nodes);
      if (!page.hasNextPage || page.endCursor === null) return found;
      after = page.endCursor;
    }
  };
  return {
    open,
    parts,
    jobs,
    workspaceId,
    sync: (source: SourceReader, options: SyncRunOptions = {}) => syncSource(parts, jobs, workspaceId, source, options),
    push: (list: PushedList) => syncDocuments(database, workspaceId, list),
    /** Sends documents as an integration does, and works the job off; `signal` kills it. */
    send: async (source: string, documents: readonly SentDocument[], signal?: AbortSignal) => {
      const job = await jobs.submit(workspaceId, await asSent(database, workspaceId, source, documents));
      await runJob(parts, { workspaceId, jobId: job.id }, { signal });
      return jobs.require(workspaceId, job.id);
    },
    resume: (jobId: string) => runJob(parts, { workspaceId, jobId }),
    keys: async (groups: readonly string[] | null = null, filter = {}) =>
      (await everything(groups, filter)).map(({ key }) => key).sort(),
    document: async (key: string) => (await readDocumentsByKey(database, reader(null), [key]))[0],
    count: (groups: readonly string[] | null = null) => countOfDocuments(database, reader(groups), {}),
    /** Rows of a statement with the workspace as `$1`. */
    rows: async <Row extends object>(text: string) => (await open.pool.query<Row>(text, [workspaceId])).rows,
  };
}

/** Numbers the versions of all documents: nothing is doubled where there is one more for each change. */
export const versionCount = async ({ rows }: SourceWorld): Promise<number> =>
  (await rows<{ n: number }>('select count(*)::int as n from document_version where workspace_id = $1'))[0]?.n ?? 0;
