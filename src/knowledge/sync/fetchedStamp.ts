import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FetchedUrl } from '../ingest/fetchUrl.ts';
import type { Sent } from '../jobs/job.ts';
import type { FileStamp } from './manifest.ts';
import { saltOf } from './planSync.ts';
import { pageNote } from './site/pageNote.ts';

/** What a reading of an address notes for the next: also whence it came and what was said of the document. */
export const fetchedNote = pageNote.extend({ url: z.string(), facts: z.record(z.string(), z.unknown()).catch({}) });

/** Whether a document is part of a source of addresses, and not sent by an integration that gives its addresses. */
export const isOfAddresses = ({ note }: Sent): boolean => fetchedNote.safeParse(note).success;

/** What is stored of an address that has been fetched. */
export function fetchedStamp(sent: Sent, { bytes, etag, lastModified }: FetchedUrl): FileStamp {
  const { sourceId: _sourceId, note, ...stamp } = sent;
  return {
    ...stamp,
    contentHash: hashOf(bytes),
    size: bytes.length,
    modifiedAt: (lastModified ?? new Date(0)).toISOString(),
    note: { ...note, etag, lastModified: lastModified?.toUTCString() ?? null, missed: false },
  };
}

/** What a document is compared by. What is said of it counts too, but only when it is sent. */
export const hashOf = (bytes: Uint8Array): string =>
  `${saltOf(undefined)}:${createHash('sha256').update(bytes).digest('hex')}`;
