import { reviveFacts } from '../jobs/openItem.ts';
import type { JobParts } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { remoteReader } from './remoteReader.ts';
import { fetchedReader } from './fetchedReader.ts';
import { siteReader } from './site/readSite.ts';
import { listSourceDocuments } from './sources.sql.ts';
import { demandReadHere, type Source } from './sources.ts';
import { type SourceReader, type SyncResult, type SyncRunOptions, syncSource } from './syncSource.ts';

/** What is said of this reading alone. */
export type ReadAgainOptions = Omit<SyncRunOptions, 'facts' | 'name' | 'everySeconds' | 'allowEmpty'>;

/**
 * Reads a source as it was last said to be read: with the same groups, labels and limits.
 * @throws BAD_INPUT for a folder and for what an integration sends; as `syncSource`
 */
export async function readAgain(
  parts: JobParts,
  jobs: Pick<Jobs, 'find'>,
  workspaceId: string,
  source: Source,
  options: ReadAgainOptions = {},
): Promise<SyncResult> {
  demandReadHere(source);
  const reader = await readerOf(parts, workspaceId, source);
  return syncSource(parts, jobs, workspaceId, reader, { ...options, facts: reviveFacts(source.options?.facts ?? {}) });
}

async function readerOf(
  { database, allowPrivate }: Pick<JobParts, 'database' | 'allowPrivate'>,
  workspaceId: string,
  { id: sourceId, kind, where, options }: Source,
): Promise<SourceReader> {
  if (kind === 'RCLONE') return remoteReader(where);
  if (kind === 'SITE')
    return siteReader(where, { allowPrivate, maxPages: options?.maxPages, perSecond: options?.perSecond });
  const held = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listSourceDocuments, { workspaceId, sourceId }),
  );
  return fetchedReader(where, { allowPrivate, live: new Set(held.map(({ path }) => path)) });
}
