import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import type { QueuedDocument } from '../jobs/jobs.ts';
import { claimSource, type Source, sourceAt } from './sources.ts';
import { nameOfSource } from './pushed.ts';
import { pageNote } from './site/pageNote.ts';

/** The least time between two readings, an hour: these are other people's servers. */
const leastSeconds = 3_600;
const mostSeconds = 366 * 86_400;

const rootOf = (name: string): string => `fetched:${name}`;

/** Whether a workspace has a source of addresses with a name. */
export async function isFetched(database: Database, workspaceId: string, name: string): Promise<boolean> {
  const root = rootOf(name.trim());
  return database.inWorkspace(
    workspaceId,
    async (transaction) => (await sourceAt(transaction, workspaceId, root)) !== undefined,
  );
}

/**
 * Makes documents with an address part of a source whose addresses are read again, which is created if it is new.
 * @param everySeconds undefined: as before
 * @throws BAD_INPUT for a document without an address, a time that is none, and a name that another source has
 */
export async function asFetched(
  database: Database,
  workspaceId: string,
  name: string,
  documents: readonly QueuedDocument[],
  everySeconds: number | undefined,
): Promise<{ readonly source: Source; readonly documents: readonly QueuedDocument[] }> {
  const own = nameOfSource(name);
  if (everySeconds !== undefined && (everySeconds < leastSeconds || everySeconds > mostSeconds))
    throw new CandorError('BAD_INPUT', `everySeconds must be ${leastSeconds} to ${mostSeconds}.`, {
      details: { field: 'everySeconds' },
    });
  const source = await database.inWorkspace(workspaceId, (transaction) =>
    claimSource(transaction, workspaceId, {
      root: rootOf(own),
      kind: 'FETCHED',
      name: own,
      everySeconds,
      accessGroups: [],
      options: { facts: {} },
    }),
  );
  return { source, documents: documents.map((document) => asPart(source, document)) };
}

function asPart({ id: sourceId }: Source, document: QueuedDocument): QueuedDocument {
  if (!('fetchUrl' in document))
    throw new CandorError('BAD_INPUT', `${JSON.stringify(document.key)} has no address to be read again.`, {
      details: { field: 'documents', key: document.key },
      remedy: 'Give each document of this source a fetchUrl; send texts by themselves, without everySeconds.',
    });
  const { fetchUrl: url, key: _key, ...facts } = document;
  const note = { ...pageNote.parse({}), url, facts };
  const stamp = { decision: 'NEW', contentHash: '', size: 0, modifiedAt: new Date().toISOString(), note } as const;
  return { ...document, sent: { sourceId, ...stamp } };
}
