import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { isDataset, isJsonLines, readDataset } from '../ingest/readJsonl.ts';
import type { DocumentFacts, DocumentInput } from '../document.ts';
import { type FetchedUrl, fetchUrl } from '../ingest/fetchUrl.ts';
import { readFoundFile } from '../ingest/readPath.ts';
import { detectFormat } from '../formats/detectFormat.ts';
import { fetchedStamp, isOfAddresses } from '../sync/fetchedStamp.ts';
import type { FileStamp } from '../sync/manifest.ts';
import { readRemoteFile } from '../sync/rclone.ts';
import { readPayload } from './jobs.sql.ts';
import { lowestTrust } from '../ingest/canonical.ts';
import type { ItemBytes, JobItem } from './job.ts';

interface OpenItemParts {
  readonly database: Database;
  readonly workspaceId: string;
  readonly jobId: string;
  /** Whether addresses on the private network may be fetched. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called with what an address of a source gave. */
  readonly onFetched?: ((item: JobItem, stamp: FileStamp) => void) | undefined;
}

/**
 * Yields the documents of an item and reads them lazily. Calls `onBadLine` for each line of a data set that is not a
 * document.
 * @throws any error that prevents the item from being read
 */
export async function* openItem(
  parts: OpenItemParts,
  item: JobItem,
  facts: DocumentFacts,
  onBadLine: (name: string, problem: string) => void,
): AsyncGenerator<DocumentInput> {
  const { source } = item;
  switch (source.kind) {
    case 'FILE':
      for await (const document of readFoundFile(
        { key: item.name, path: source.path, size: source.size },
        onBadLine,
        parts.signal,
      ))
        yield ofSource(document, facts);
      return;
    case 'REMOTE': {
      const bytes = await readRemoteFile(source, parts.signal);
      for await (const document of documentsIn(bytes, item.name, parts.signal, onBadLine))
        yield ofSource(document, facts);
      return;
    }
    case 'PAGE':
      yield await pageDocument(item.name, source, facts);
      return;
    case 'PAYLOAD': {
      const { sourceGroups } = source;
      const said = { ...facts, ...reviveFacts(source.facts) };
      for await (const document of documentsIn(
        await payloadOf(parts, item.ordinal),
        item.name,
        parts.signal,
        onBadLine,
      ))
        yield { ...overlay(document, said), sourceGroups };
      return;
    }
    case 'URL': {
      const page = await fetchUrl(source.url, { signal: parts.signal, allowPrivate: parts.allowPrivate });
      const { sourceGroups, sent } = source;
      if (sent && isOfAddresses(sent)) parts.onFetched?.(item, fetchedStamp(sent, page));
      const { lastModified } = page;
      const fetched = fetchedDocument(item.name, page, lastModified ? { updatedAt: lastModified } : {});
      yield { ...overlay(fetched, { ...facts, ...reviveFacts(source.facts) }), sourceGroups };
      return;
    }
    default:
      throw new CandorError('INTERNAL', `An item of the kind ${source.kind} has nothing to read.`);
  }
}

/**
 * Combines the facts of the job with those of a single document, which take precedence. Tags are merged, and the
 * source's trust can only lower that of the job.
 */
function overlay(document: DocumentInput, facts: DocumentFacts): DocumentInput {
  const tags = [...(facts.tags ?? []), ...(document.tags ?? [])];
  const given = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined));
  const trust = lowestTrust(facts.trust, document.trust);
  return { ...facts, ...given, ...(tags.length > 0 ? { tags } : {}), trust } as DocumentInput;
}

/** A document of a source: the groups of the source hold unless its own front matter names others. */
function ofSource(document: DocumentInput, { accessGroups, ...facts }: DocumentFacts): DocumentInput {
  return { ...overlay(document, facts), sourceGroups: accessGroups };
}

/** The documents that are in some bytes: one, or those of a data set. */
async function* documentsIn(
  bytes: Buffer,
  name: string,
  signal: AbortSignal | undefined,
  onBadLine: (name: string, problem: string) => void,
): AsyncGenerator<DocumentInput> {
  const once = () =>
    (async function* one() {
      yield await Promise.resolve(bytes);
    })();
  if (!isJsonLines(name) || !(await isDataset(once()))) {
    yield { key: name, bytes };
    return;
  }
  for await (const line of readDataset(once(), signal)) {
    if ('document' in line) yield line.document;
    else onBadLine(`${name}:${line.number}`, line.problem);
  }
}

async function* payloadParts(
  { database, workspaceId, jobId, signal }: OpenItemParts,
  ordinal: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const values = { workspaceId, jobId, ordinal, part };
    const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(readPayload, values), {
      signal,
    });
    if (!row) return;
    yield row.bytes;
  }
}

async function payloadOf(parts: OpenItemParts, ordinal: number): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const part of payloadParts(parts, ordinal)) found.push(part);
  return Buffer.concat(found);
}

/** A page that is already fetched: of a site, or of an address that was given by itself. */
async function pageDocument(
  key: string,
  { path, name, updatedAt: at, fetched }: Extract<ItemBytes, { readonly kind: 'PAGE' }>,
  facts: DocumentFacts,
): Promise<DocumentInput> {
  const bytes = await readFile(path);
  const updatedAt = at === null ? {} : { updatedAt: new Date(at) };
  if (!fetched) return ofSource({ key, bytes, format: detectFormat(name, bytes), url: key, ...updatedAt }, facts);
  const own = { ...facts, ...reviveFacts(fetched.facts) };
  return overlay(fetchedDocument(key, { name, bytes, url: fetched.url }, updatedAt), own);
}

function fetchedDocument(
  key: string,
  { name, bytes, url }: Pick<FetchedUrl, 'name' | 'bytes' | 'url'>,
  updatedAt: Pick<DocumentFacts, 'updatedAt'>,
): DocumentInput {
  return { key, bytes, ...typeOfName(name, key), url, ...updatedAt };
}

/**
 * A page's address seldom has a file extension, so the key gets the extension that follows from the server's content
 * type.
 */
function typeOfName(fetched: string, key: string): { readonly key?: string } {
  return extname(key) ? {} : { key: `${key}${extname(fetched)}` };
}

/** Turns the dates of facts back into `Date`: JSON keeps them as text. */
export function reviveFacts(facts: DocumentFacts | undefined): DocumentFacts {
  if (!facts) return {};
  const date = (value: Date | string | undefined) => (value === undefined ? undefined : new Date(value));
  const { effectiveFrom, effectiveUntil, updatedAt } = facts;
  const dates = {
    effectiveFrom: date(effectiveFrom),
    effectiveUntil: date(effectiveUntil),
    updatedAt: date(updatedAt),
  };
  return { ...facts, ...Object.fromEntries(Object.entries(dates).filter(([, value]) => value !== undefined)) };
}
