import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../../../clock.ts';
import { CandorError, isCandorError, readingStopped } from '../../../errors.ts';
import { fetchUrl, type FetchOptions } from '../../ingest/fetchUrl.ts';
import type { SkippedPath } from '../../ingest/readPath.ts';
import type { FileNote, ManifestFile } from '../manifest.ts';
import { saltOf } from '../planSync.ts';
import type { ListedFile, Listing, SourceReader, SyncOptions } from '../syncSource.ts';
import { pageLinks, readSitemap } from './pageLinks.ts';
import { conditions, goneStatuses, type PageNote, pageNote } from './pageNote.ts';
import { readRobots, type Robots } from './robots.ts';

/** What begins the argument of `candor ingest` for a site. */
export const sitePrefix = 'site:';

export interface SiteOptions extends Pick<FetchOptions, 'allowPrivate' | 'resolve' | 'timeoutMillis'> {
  /** At most so many pages, 1 to 50,000. Default 1,000. */
  readonly maxPages?: number | undefined;
  /** At most so many requests a second. Default 5. */
  readonly perSecond?: number | undefined;
}

/** So many pages in a row that cannot be read end a reading. */
const maxFaults = 10;

/**
 * The pages of a web site: those that a sitemap lists, or that are linked from a page, one from another, below its
 * folder. robots.txt is obeyed, and each hop passes the guard of `fetchUrl`.
 * @param where `site:URL` of a sitemap or a page
 * @throws BAD_INPUT for an address that is none
 */
export function siteReader(where: string, options: SiteOptions = {}): SourceReader {
  const given = where.slice(sitePrefix.length);
  const start = URL.canParse(given) ? new URL(given) : undefined;
  if (!start || !/^https?:$/.test(start.protocol) || start.username || start.password || start.search)
    throw new CandorError('BAD_INPUT', 'That is no address of a site.', {
      remedy:
        'Give the http or https address of a sitemap or a page, without user name and query: site:https://docs.example/guide/.',
    });
  start.hash = '';
  const crawl = { folder: '' };
  return {
    draft: {
      root: `${sitePrefix}${start.href}`,
      kind: 'SITE',
      maxPages: options.maxPages,
      perSecond: options.perSecond,
    },
    list: async (known, sync) => {
      crawl.folder = await mkdtemp(join(tmpdir(), 'candor-site-'));
      return new Crawl(start, known, { ...options, ...sync, folder: crawl.folder }).list();
    },
    close: async () => {
      if (crawl.folder) await rm(crawl.folder, { recursive: true, force: true });
    },
  };
}

type CrawlOptions = SiteOptions & SyncOptions & { readonly folder: string };

/** One reading of a site, one page after the other. */
class Crawl {
  readonly #start: URL;
  readonly #prefix: string;
  readonly #known: ReadonlyMap<string, ManifestFile>;
  readonly #options: CrawlOptions;
  readonly #salt: string;
  readonly #waiting: string[] = [];
  readonly #seen = new Set<string>();
  readonly #files = new Map<string, ListedFile>();
  readonly #kept = new Set<string>();
  readonly #skipped: SkippedPath[] = [];
  readonly #notes = new Map<string, FileNote>();
  /** Pages that are gone for the first time. */
  readonly #missed = new Set<string>();
  /** Faults in a row: the site is down, and each further one would take its whole time limit. */
  #faults = 0;
  #copies = 0;
  #robots: Robots = readRobots('');
  #nextAt = 0;

  constructor(start: URL, known: readonly ManifestFile[], options: CrawlOptions) {
    this.#start = start;
    this.#prefix = new URL('.', start).href;
    this.#known = new Map(known.map((file) => [file.path, file]));
    this.#options = options;
    this.#salt = saltOf(options.facts);
  }

  async list(): Promise<Listing> {
    this.#robots = await this.#readRobots();
    if (!this.#robots.allows(this.#start.pathname))
      throw new CandorError(
        'URL_REFUSED',
        `${this.#start.host} asks programs in its robots.txt not to read that address.`,
        {
          remedy: 'Ask whoever runs the site for leave, or for an export of the documents. Nothing was deleted.',
        },
      );
    await this.#begin();
    // A page that nothing links to any more is looked at all the same: what decides is whether it is there.
    for (const path of this.#known.keys()) this.#find(path);
    const { maxPages = 1_000 } = this.#options;
    for (let at = 0; at < this.#waiting.length; at += 1) {
      const url = this.#waiting[at] ?? '';
      if (this.#files.has(url)) continue;
      if (this.#files.size >= maxPages) this.#leave(url, `more than ${maxPages} pages; --max-pages raises that`);
      else if (this.#robots.allows(pathOf(url))) await this.#visit(url);
      else this.#leave(url, 'robots.txt asks not to read it');
      this.#options.onProgress?.(url, at + 1, this.#waiting.length);
    }
    this.#findMoved();
    const files = [...this.#files.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
    return { files, kept: this.#kept, skipped: this.#skipped, notes: this.#notes };
  }

  /** Finds the first pages. @throws URL_FAILED, URL_REFUSED: without them nothing is known of the site */
  async #begin(): Promise<void> {
    const { pathname } = this.#start;
    if (!pathname.endsWith('.xml')) return this.#find(this.#start.href);
    const sitemaps = [this.#start.href];
    for (let at = 0; at < sitemaps.length && at < 200; at += 1) {
      const { bytes } = await this.#fetch(sitemaps[at] ?? '', { anyType: true, maxBytes: 50 * 1024 * 1024 });
      const listed = readSitemap(Buffer.from(bytes).toString('utf8'));
      if (!listed)
        throw new CandorError('URL_FAILED', `${this.#start.host}${pathname} holds no sitemap.`, {
          remedy: 'Give the address of a sitemap (urlset or sitemapindex), or of a page. Nothing was deleted.',
        });
      for (const url of listed.pages) this.#find(url);
      sitemaps.push(...listed.sitemaps.filter((url) => this.#isBelow(url) && !sitemaps.includes(url)));
    }
  }

  #find(url: string): void {
    if (this.#seen.has(url) || !this.#isBelow(url)) return;
    this.#seen.add(url);
    this.#waiting.push(url);
  }

  #isBelow(url: string): boolean {
    return url.startsWith(this.#prefix);
  }

  /** Leaves a page as it is. */
  #leave(url: string, reason: string): void {
    if (this.#known.has(url)) this.#kept.add(url);
    if (reason) this.#skipped.push({ path: url, reason });
  }

  async #visit(url: string): Promise<void> {
    const known = this.#known.get(url);
    const note = known?.note ? pageNote.parse(known.note) : undefined;
    const isFresh = known?.contentHash.startsWith(`${this.#salt}:`) === true;
    try {
      const page = await this.#fetch(url, { headers: isFresh && note ? conditions(note) : {} });
      await this.#take(url, page);
      this.#faults = 0;
    } catch (error) {
      if (!isCandorError(error) || error.code === 'CANCELLED') throw error;
      const { status, elsewhere } = error.details;
      this.#faults = error.code !== 'URL_FAILED' || Number(status) < 500 ? 0 : this.#faults + 1;
      if (this.#faults === maxFaults) throw error;
      if (known && note && status === 304) this.#stay(known, note);
      else if (known && (goneStatuses.has(status) || elsewhere === true)) this.#miss(known, note);
      else if (url === this.#start.href && this.#files.size === 0) throw error;
      else this.#leave(url, error.message);
    }
  }

  /** The page has not changed since. */
  #stay(known: ManifestFile, note: PageNote): void {
    this.#files.set(known.path, {
      path: known.path,
      stamp: { contentHash: known.contentHash, size: 0, modifiedAt: new Date(0).toISOString(), note },
      bytes: null,
    });
    for (const link of note.links) this.#find(link);
    if (note.missed) this.#notes.set(known.path, { ...note, missed: false });
  }

  /** Deletes a page that is gone for the second time, and notes the first. */
  #miss({ path }: ManifestFile, note: PageNote | undefined): void {
    if (note?.missed) return;
    this.#kept.add(path);
    this.#missed.add(path);
    this.#notes.set(path, { ...(note ?? pageNote.parse({})), missed: true });
  }

  /** A page that is gone, and of which a new one has the bytes, has moved: that needs no second look. */
  #findMoved(): void {
    for (const { path, stamp } of this.#files.values()) {
      if (this.#known.has(path)) continue;
      const from = [...this.#missed].find((each) => this.#known.get(each)?.contentHash === stamp.contentHash);
      if (from === undefined) continue;
      this.#missed.delete(from);
      this.#kept.delete(from);
      this.#notes.delete(from);
    }
  }

  async #take(url: string, page: Awaited<ReturnType<typeof fetchUrl>>): Promise<void> {
    const { url: path, bytes, name, etag, lastModified } = page;
    if (path !== url) {
      // It lives elsewhere now: there it is taken, here it is gone.
      const known = this.#known.get(url);
      if (known) this.#miss(known, known.note ? pageNote.parse(known.note) : undefined);
      this.#seen.add(path);
      if (this.#files.has(path)) return;
    }
    const links = /\.x?html?$/i.test(name)
      ? pageLinks(Buffer.from(bytes).toString('utf8'), path).filter(
          (link) => this.#isBelow(link) && !link.includes('?'),
        )
      : [];
    for (const link of this.#start.pathname.endsWith('.xml') ? [] : links) this.#find(link);
    const note = { etag, lastModified: lastModified?.toUTCString() ?? null, links, missed: false };
    const contentHash = `${this.#salt}:${createHash('sha256').update(bytes).digest('hex')}`;
    const known = this.#known.get(path);
    const same = known?.contentHash === contentHash;
    if (same && JSON.stringify(pageNote.parse(known.note ?? {})) !== JSON.stringify(note)) this.#notes.set(path, note);
    const modifiedAt = (lastModified ?? new Date(0)).toISOString();
    const copy = join(this.#options.folder, String((this.#copies += 1)));
    if (!same) await writeFile(copy, bytes);
    this.#files.set(path, {
      path,
      stamp: { contentHash, size: bytes.length, modifiedAt, note },
      bytes: same ? null : { kind: 'PAGE', path: copy, name, updatedAt: lastModified?.toISOString() ?? null },
    });
  }

  /** @throws URL_FAILED if what the site lets programs read is not known for the time being */
  async #readRobots(): Promise<Robots> {
    try {
      const { bytes } = await this.#fetch(new URL('/robots.txt', this.#start).href, { anyType: true }, () => true);
      return readRobots(Buffer.from(bytes).toString('utf8'));
    } catch (error) {
      const status = isCandorError(error) ? error.details['status'] : undefined;
      if (typeof status === 'number' && status >= 400 && status < 500) return readRobots('');
      throw error;
    }
  }

  /** Fetches an address when its turn has come. Redirects lead only to what may be read. */
  async #fetch(
    url: string,
    options: FetchOptions,
    mayFollow = (next: URL) => this.#isBelow(next.href) && this.#robots.allows(pathOf(next.href)),
  ): ReturnType<typeof fetchUrl> {
    const { allowPrivate, resolve, timeoutMillis, perSecond = 5, signal } = this.#options;
    await pause(Math.max(0, this.#nextAt - performance.now()), signal, readingStopped);
    this.#nextAt = performance.now() + Math.max(1_000 / perSecond, this.#robots.delayMillis);
    return fetchUrl(url, { ...options, allowPrivate, resolve, timeoutMillis, signal, mayFollow });
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
