import { createHash } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isCandorError } from '../../../src/errors.ts';
import { remoteReader } from '../../../src/knowledge/sync/remoteReader.ts';
import { siteReader } from '../../../src/knowledge/sync/site/readSite.ts';
import { createRandom } from '../../../src/stats.ts';
import { hasRclone, startRcloneStore } from './rcloneStore.ts';
import { startSite } from './siteServer.ts';
import { openSourceWorld, type SourceWorld, versionCount } from './sourceWorld.ts';

/** What a source has: the texts by name, with the groups in their front matter. */
type Texts = Map<string, string>;

interface Store {
  /** Makes the source have just these texts. */
  readonly have: (texts: Texts) => Promise<void>;
  /** Reads it once; the signal kills the process, `onDocument` is called for each that is stored. Returns rows written. */
  readonly read: (signal?: AbortSignal, onDocument?: () => void) => Promise<number>;
  readonly keyOf: (name: string) => string;
  /** From now on those requests to it fail that are drawn. */
  readonly failing: (fails: () => boolean) => void;
  readonly close: () => Promise<void>;
}

const random = createRandom(72);
const groupOf = (n: number) => (n % 3 === 0 ? 'hr' : n % 3 === 1 ? 'staff' : '');
const textOf = (n: number, more = '', group = groupOf(n)) =>
  `---\naccess: [${group}]\n---\n# Valve ${n}\n\nValve number ${n} opens at ${n * 13 + 7} bar.${more}`;
const nameOf = (n: number) => `v${String(n).padStart(3, '0')}.md`;
const groupIn = (text: string) => /access: \[(\w*)\]/.exec(text)![1]!;

async function siteStore(world: SourceWorld): Promise<Store> {
  const site = await startSite();
  const reader = () =>
    siteReader(`site:${site.url}/w/sitemap.xml`, { allowPrivate: true, perSecond: 100_000, timeoutMillis: 2_000 });
  return {
    have: async (texts) => {
      site.pages.clear();
      for (const [name, text] of texts) site.pages.set(`/w/${name}`, text);
      const locs = [...texts.keys()].map((name) => `<url><loc>${site.url}/w/${name}</loc></url>`);
      site.pages.set('/w/sitemap.xml', `<urlset>${locs.join('')}</urlset>`);
    },
    read: async (signal, onDocument) => (await world.sync(reader(), { signal, onDocument })).rowsWritten,
    keyOf: (name) => `${site.url}/w/${name}`,
    failing: (fails) => {
      site.fails = fails;
    },
    close: site.close,
  };
}

async function rcloneStore(world: SourceWorld): Promise<Store> {
  const store = await startRcloneStore();
  let had: Texts = new Map();
  let clock = Date.parse('2026-01-01T00:00:00Z');
  return {
    have: async (texts) => {
      for (const [name, text] of texts) {
        if (had.get(name) === text) continue;
        await writeFile(join(store.folder, name), text);
        const time = new Date((clock += 2_000));
        await utimes(join(store.folder, name), time, time);
      }
      for (const name of had.keys()) if (!texts.has(name)) await rm(join(store.folder, name));
      had = new Map(texts);
    },
    read: async (signal, onDocument) =>
      (await world.sync(remoteReader('rclone:dav:'), { signal, onDocument })).rowsWritten,
    keyOf: (name) => `dav:${name}`,
    failing: (fails) => {
      store.fault = () => (fails() ? (random() < 0.5 ? 'CUT_OFF' : 503) : undefined);
    },
    close: store.close,
  };
}

async function pushedStore(world: SourceWorld): Promise<Store> {
  let texts: Texts = new Map();
  let fails = () => false;
  const checksum = (text: string) => createHash('sha256').update(text).digest('hex');
  const entry = (name: string, text: string) => {
    const group = groupIn(text);
    return { key: name, checksum: checksum(text.replace(/^---[^]*?---\n/, '')), accessGroups: group ? [group] : [] };
  };
  return {
    have: async (now) => {
      texts = new Map(now);
    },
    // The integration dies between its calls, and the job in the middle.
    read: async (signal, onDocument) => {
      const before = world.open.database.rowsWritten();
      const plan = await world.push({
        source: 'valves',
        entries: [...texts].map(([name, text]) => entry(name, text)),
        complete: true,
      });
      // The note that it was read.
      const rows = world.open.database.rowsWritten() - before - 1;
      if (fails()) throw new Error('the integration died');
      for (let from = 0; from < plan.wanted.length; from += 100) {
        const documents = plan.wanted.slice(from, from + 100).map((name) => {
          const text = texts.get(name)!;
          return { ...entry(name, text), text, format: 'MARKDOWN' as const };
        });
        await world.send('valves', documents, signal);
        if (fails()) throw new Error('the integration died');
        for (const _document of documents) onDocument?.();
        signal?.throwIfAborted();
      }
      return rows;
    },
    keyOf: (name) => name,
    failing: (now) => {
      fails = now;
    },
    close: async () => undefined,
  };
}

let store: Store | undefined;
afterEach(() => store?.close());

/** Now and then, often, or all from a drawn request on. */
function drawnFaults(turn: number): () => boolean {
  let left = Math.floor(random() * 200);
  if (turn % 3 === 2) return () => (left -= 1) < 0;
  return () => random() < (turn % 3 === 1 ? 0.02 : 0.3);
}

describe.each([
  ['PUSHED', pushedStore, true],
  ['SITE', siteStore, true],
  ['RCLONE', rcloneStore, hasRclone],
] as const)('300 documents of a source: %s', (kind, open, can) => {
  it.skipIf(!can)(
    'stays in step, killed and failing',
    async () => {
      const world = await openSourceWorld();
      store = await open(world);
      const { have, read, keyOf, failing } = store;
      const texts: Texts = new Map();
      /** Whatever was read when: nobody finds what the source shows them at no time. */
      const expectHidden = async () => {
        const everShown = new Set([...texts].filter(([, text]) => groupIn(text) === '').map(([name]) => keyOf(name)));
        expect((await world.keys([])).filter((key) => !everShown.has(key) && !open_before.has(key))).toEqual([]);
      };
      let open_before = new Set<string>();
      const expectSame = async () => {
        const groups = { '': [] as string[], hr: ['hr'], staff: ['staff'] };
        for (const [group, held] of Object.entries(groups)) {
          const wanted = [...texts].filter(([, text]) => groupIn(text) === '' || groupIn(text) === group);
          expect(await world.keys(held)).toEqual(wanted.map(([name]) => keyOf(name)).sort());
        }
      };
      const settle = async () => {
        for (let tries = 0; tries < 6 && (await read()) > 0; tries += 1);
      };
      const killedAfter = async (count: number) => {
        const stop = new AbortController();
        let seen = 0;
        await read(stop.signal, () => {
          if ((seen += 1) === count) stop.abort();
        }).catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
        expect(seen).toBeGreaterThanOrEqual(count);
      };

      for (let n = 0; n < 300; n += 1) texts.set(nameOf(n), textOf(n));
      await have(texts);
      await killedAfter(100);
      expect(await world.count()).toBeLessThan(300);
      await expectHidden();
      await settle();
      await expectSame();
      expect(await versionCount(world)).toBe(300);
      expect(await read()).toBe(0);

      open_before = new Set(await world.keys([]));
      for (let n = 0; n < 10; n += 1) texts.set(nameOf(n), textOf(n, ' Since May.'));
      for (let n = 10; n < 15; n += 1) {
        texts.set(`moved-${nameOf(n)}`, texts.get(nameOf(n))!);
        texts.delete(nameOf(n));
      }
      for (let n = 15; n < 20; n += 1) texts.delete(nameOf(n));
      for (let n = 20; n < 25; n += 1) texts.set(nameOf(n), textOf(n, '', n % 2 ? 'hr' : ''));
      await have(texts);
      await killedAfter(3);
      await expectHidden();
      await settle();
      if (kind === 'SITE') await settle();
      await expectSame();
      expect(await world.count()).toBe(295);
      expect(await read()).toBe(0);

      // The server fails at drawn times; what it has changes meanwhile.
      for (let turn = 0; turn < 50; turn += 1) {
        open_before = new Set(await world.keys([]));
        failing(drawnFaults(turn));
        const n = 30 + turn * 5;
        texts.set(nameOf(n), textOf(n, ` Turn ${turn}.`, groupOf(turn)));
        texts.delete(nameOf(n + 1));
        texts.set(`late-${nameOf(turn)}`, textOf(turn, ' Late.'));
        await have(texts);
        await read().catch((error: unknown) => {
          if (!isCandorError(error, 'URL_FAILED') && !(error as Error).message.includes('died')) throw error;
        });
        await expectHidden();
      }
      failing(() => false);
      await settle();
      await settle();
      await expectSame();
      expect(await read()).toBe(0);
    },
    1_200_000,
  );
});
