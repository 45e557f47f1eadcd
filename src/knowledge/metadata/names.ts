import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { groupBy } from '../../stats.ts';
import type { Reader } from '../../workspaces/caller.ts';
import { nearest } from '../language/nearest.ts';
import { findMetadataNames, listMetadataValues } from './metadata.sql.ts';

/** A name of metadata with its most frequent values. */
export interface MetadataName {
  readonly name: string;
  /** Most frequent first. */
  readonly values: readonly MetadataValue[];
}

interface MetadataValue {
  readonly value: string;
  /** Of documents. */
  readonly count: number;
}

/** Names of one workspace that are listed. */
const mostNames = 200;
const mostValues = 100;
/** Names that a remedy lists. */
const listedNames = 10;

/**
 * The metadata of the documents that a search of the reader may find, by name.
 * @param values of each name, 1 to 100
 * @throws BAD_INPUT
 */
export async function readMetadataNames(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  values: number,
  signal?: AbortSignal,
): Promise<MetadataName[]> {
  if (values < 1 || values > mostValues)
    throw new CandorError('BAD_INPUT', `values must be 1 to ${mostValues}.`, { details: { field: 'values' } });
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listMetadataValues, { workspaceId, accessGroups, names: mostNames, values }),
    { readOnly: true, ...(signal && { signal }) },
  );
  return [...groupBy(rows, ({ name }) => name)].map(([name, found]) => ({
    name,
    values: found.map(({ value, count }) => ({ value, count })),
  }));
}

/**
 * Refuses names that no document has which the reader may find: a filter by them would find nothing, and a slip would
 * look like a gap in the documents. The remedy has the nearest name, of those that the reader may know.
 * @throws BAD_INPUT
 */
export async function refuseUnknownNames(
  database: Database,
  reader: Reader,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { workspaceId, accessGroups } = reader;
  const found = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(findMetadataNames, { workspaceId, accessGroups, names }),
    { readOnly: true, ...(signal && { signal }) },
  );
  const known = new Set(found.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const there = (await readMetadataNames(database, reader, 1, signal)).map(({ name }) => name);
  throw new CandorError('BAD_INPUT', `No document has metadata with the name ${quoted(unknown)}.`, {
    details: { field: 'filter.metadata', name: unknown },
    remedy: remedyFor(unknown, there),
  });
}

function remedyFor(unknown: string, there: readonly string[]): string {
  const near = nearestName(unknown, there.filter(isPlain));
  if (near !== undefined) return `Did you mean ${quoted(near)}?`;
  if (there.length === 0) return 'Leave metadata out of the filter: no document that you can find has any.';
  const listed = there
    .filter(isPlain)
    .slice(0, listedNames)
    .map((name) => quoted(name));
  if (listed.length === there.length) return `There are ${listed.join(', ')}.`;
  return `Workspace.metadataNames lists the names${listed.length > 0 ? `, such as ${listed.join(', ')}` : ''}.`;
}

/** Whoever writes a document names its fields, and a remedy is read by models, too: a sentence is no name for them. */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}_.-]{1,40}$/u.test(name);

/** Another case first. */
function nearestName(unknown: string, there: readonly string[]): string | undefined {
  const byLowerCase = new Map(there.map((name) => [name.toLowerCase(), name]));
  const near = nearest(unknown.toLowerCase(), [...byLowerCase.keys()]);
  return near === undefined ? undefined : byLowerCase.get(near);
}

const quoted = (name: string): string => JSON.stringify(name);
