import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../../clock.ts';
import { isCandorError, readingStopped } from '../../errors.ts';
import { type FetchOptions, fetchUrl } from '../ingest/fetchUrl.ts';
import { fetchedNote, hashOf } from './fetchedStamp.ts';
import type { FileNote, ManifestFile } from './manifest.ts';
import { saltOf } from './planSync.ts';
import { conditions, goneStatuses } from './site/pageNote.ts';
import type { ListedFile, Listing, SourceReader, SyncOptions } from './syncSource.ts';

/** Addresses are asked one after the other, with a rest. */
const restMillis = 200;

interface FetchedOptions extends Pick<FetchOptions, 'allowPrivate' | 'resolve' | 'timeoutMillis'> {
  /** The addresses whose documents are there: one that somebody deleted by hand is asked for no more. */
  readonly live: ReadonlySet<string>;
}

/**
 * The addresses that were given by `fetchUrl`, each asked whether it has changed, by its ETag and Last-Modified. Each
 * hop passes the guard of `fetchUrl`. One that is gone twice in a row is deleted; other faults leave its document.
 */
export function fetchedReader(where: string, options: FetchedOptions): SourceReader {
  let folder: string | undefined;
  return {
    draft: { root: where, kind: 'FETCHED' },
    list: async (known, sync) => {
      folder = await mkdtemp(join(tmpdir(), 'candor-fetched-'));
      return new Round(known, { ...options, ...sync, folder }).list();
    },
    close: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

type RoundOptions = FetchedOptions & SyncOptions & { readonly folder: string };

class Round {
  readonly #known: readonly ManifestFile[];
  readonly #options: RoundOptions;
  readonly #files: ListedFile[] = [];
  readonly #kept = new Set<string>();
  readonly #skipped: { readonly path: string; readonly reason: string }[] = [];
  readonly #notes = new Map<string, FileNote>();

  constructor(known: readonly ManifestFile[], options: RoundOptions) {
    this.#known = known;
    this.#options = options;
  }

  async list(): Promise<Listing> {
    const { signal, live, onProgress } = this.#options;
    for (const [at, file] of this.#known.entries()) {
      const note = fetchedNote.safeParse(file.note);
      // What could not be read has no document, and may be readable by now.
      if (note.success && (live.has(file.path) || file.decision === 'FAILED')) {
        await pause(at === 0 ? 0 : restMillis, signal, readingStopped);
        await this.#ask(file, note.data);
      } else this.#kept.add(file.path);
      onProgress?.(file.path, at + 1, this.#known.length);
    }
    return { files: this.#files, kept: this.#kept, skipped: this.#skipped, notes: this.#notes };
  }

  async #ask(file: ManifestFile, note: FetchedNote): Promise<void> {
    const { allowPrivate, resolve, timeoutMillis, signal } = this.#options;
    const isFresh = file.contentHash.startsWith(`${saltOf(undefined)}:`);
    const headers = isFresh ? conditions(note) : {};
    try {
      await this.#take(file, note, await fetchUrl(note.url, { allowPrivate, resolve, timeoutMillis, signal, headers }));
    } catch (error) {
      if (!isCandorError(error) || error.code === 'CANCELLED') throw error;
      const { status } = error.details;
      if (status === 304) this.#stay(file, { ...note, missed: false }, note);
      else if (!goneStatuses.has(status)) {
        this.#kept.add(file.path);
        this.#skipped.push({ path: file.path, reason: error.message });
      } else if (!note.missed) {
        this.#kept.add(file.path);
        this.#notes.set(file.path, { ...note, missed: true });
      }
    }
  }

  #stay({ path, contentHash }: ManifestFile, now: FetchedNote, before: FetchedNote): void {
    const stamp = { contentHash, size: 0, modifiedAt: new Date(0).toISOString(), note: now };
    this.#files.push({ path, stamp, bytes: null });
    if (JSON.stringify(now) !== JSON.stringify(before)) this.#notes.set(path, now);
  }

  async #take(file: ManifestFile, before: FetchedNote, page: Awaited<ReturnType<typeof fetchUrl>>): Promise<void> {
    const { bytes, name, etag, lastModified, url } = page;
    const note = { ...before, etag, lastModified: lastModified?.toUTCString() ?? null, missed: false };
    const contentHash = hashOf(bytes);
    if (contentHash === file.contentHash) return this.#stay(file, note, before);
    const copy = join(this.#options.folder, String(this.#files.length));
    await writeFile(copy, bytes);
    const updatedAt = lastModified?.toISOString() ?? null;
    this.#files.push({
      path: file.path,
      stamp: { contentHash, size: bytes.length, modifiedAt: updatedAt ?? new Date(0).toISOString(), note },
      bytes: { kind: 'PAGE', path: copy, name, updatedAt, fetched: { url, facts: before.facts } },
    });
  }
}

type FetchedNote = ReturnType<typeof fetchedNote.parse>;
