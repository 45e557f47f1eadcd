import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { remoteReader } from '../../../src/knowledge/sync/remoteReader.ts';
import type { SyncRunOptions } from '../../../src/knowledge/sync/syncSource.ts';
import { hasRclone, type RcloneStore, startRcloneStore } from './rcloneStore.ts';
import { openSourceWorld, type SourceWorld } from './sourceWorld.ts';

let world: SourceWorld;

describe.skipIf(!hasRclone)('a WebDAV server, by rclone', () => {
  let store: RcloneStore;
  beforeAll(async () => {
    store = await startRcloneStore();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    world = await openSourceWorld();
    for (const name of await readdir(store.folder)) await rm(join(store.folder, name), { recursive: true });
    for (let n = 1; n <= 6; n += 1)
      await put(`sub/f${n}.md`, `# Boat ${n}\n\nBoat number ${n} carries ${n + 40} people.`);
    await put('notes.bin', 'no document');
  });
  afterEach(() => {
    store.fault = () => undefined;
    store.onGet = () => Promise.resolve();
  });

  let clock = Date.parse('2026-01-01T00:00:00Z');
  const put = async (path: string, text: string) => {
    const file = join(store.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    // WebDAV tells whole seconds.
    const time = new Date((clock += 5_000));
    await utimes(file, time, time);
  };
  const read = (options: SyncRunOptions = {}, where = 'rclone:dav:') => world.sync(remoteReader(where), options);
  const decisions = ({ files }: Awaited<ReturnType<typeof read>>) =>
    files.filter(({ decision }) => decision !== 'UNCHANGED').map(({ path, decision }) => [path, decision]);

  it('takes its files, compares them by size and time, and keeps nothing of what opens the store', async () => {
    const first = await read();
    expect(first.job?.counts).toMatchObject({ created: 6, failed: 0 });
    expect(first.skipped).toMatchObject([{ path: 'dav:notes.bin' }]);
    expect((await world.keys())[0]).toBe('dav:sub/f1.md');
    expect(await read()).toMatchObject({ job: null, rowsWritten: 0 });
    await put('sub/f2.md', '# Boat 2\n\nBoat number 2 sank.');
    await rm(join(store.folder, 'sub/f3.md'));
    await put('sub/f7.md', 'Boat number 7 is new.');
    expect(decisions(await read({ dryRun: true }))).toHaveLength(3);
    expect(decisions(await read())).toEqual([
      ['dav:sub/f2.md', 'CHANGED'],
      ['dav:sub/f7.md', 'NEW'],
      ['dav:sub/f3.md', 'DELETED'],
    ]);
    const kept = JSON.stringify([
      await world.rows('select * from sync_source where workspace_id = $1'),
      await world.rows('select * from ingest_job where workspace_id = $1'),
      await world.rows('select * from ingest_item where workspace_id = $1'),
    ]);
    expect(kept).not.toMatch(/sesame|ann|127\.0\.0\.1/);
  });

  it('deletes nothing for a listing that fails, is cut off, or comes back empty', async () => {
    await read();
    for (const fault of [500, 403, 'CUT_OFF'] as const) {
      store.fault = (method) => (method === 'PROPFIND' ? fault : undefined);
      await expect(read({ allowShrink: true })).rejects.toMatchObject({ code: 'URL_FAILED' });
    }
    store.fault = (method, path) => (method === 'PROPFIND' && path.includes('sub') ? 500 : undefined);
    await expect(read({ allowShrink: true })).rejects.toMatchObject({ code: 'URL_FAILED' });
    store.fault = () => undefined;
    await rename(join(store.folder, 'sub'), `${store.folder}-away`);
    await expect(read({ allowShrink: true })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await put('sub/f1.md', '# Boat 1\n\nBoat number 1 carries 41 people.');
    expect((await read()).files.filter(({ decision }) => decision === 'HELD')).toHaveLength(5);
    expect(await world.count()).toBe(6);
    await rm(`${store.folder}-away`, { recursive: true });
    await read({ allowShrink: true });
    expect(await world.keys()).toEqual(['dav:sub/f1.md']);
  });

  it('does not take a file that changes while it is read, or breaks off, and tries it again', async () => {
    store.onGet = async (path) => {
      if (path.includes('f2')) await put('sub/f2.md', 'Boat number 2 is another boat altogether, and longer.');
    };
    store.fault = (method, path) => (method === 'GET' && path.includes('f4') ? 'CUT_OFF' : undefined);
    const first = await read();
    expect(first.job?.counts).toMatchObject({ created: 4, failed: 2 });
    store.fault = () => undefined;
    store.onGet = () => Promise.resolve();
    expect((await read()).job?.counts).toMatchObject({ created: 2, failed: 0 });
    expect(await read()).toMatchObject({ job: null });
  });

  it('gives the documents to the groups of the source unless their front matter names others', async () => {
    await put('sub/f1.md', '---\naccess: [hr]\n---\nBoat number 1 is leased.');
    await read({ facts: { accessGroups: ['crew'] } });
    expect([await world.count([]), await world.count(['crew']), await world.count(['hr'])]).toEqual([0, 5, 1]);
    await put('sub/f2.md', '---\naccess: [oops\n---\nBoat number 2 is secret.');
    await read({ facts: { accessGroups: ['crew'] } });
    expect((await world.document('dav:sub/f2.md'))?.accessGroups).toEqual(['crew']);
    await read({ facts: { accessGroups: ['board'] } });
    expect([await world.count(['crew']), await world.count(['board'])]).toEqual([1, 4]);
    // Whoever leaves the groups out opens nothing; whoever names none does.
    await put('sub/f4.md', 'Boat number 4 is for the board alone.');
    await read();
    expect((await world.document('dav:sub/f4.md'))?.accessGroups).toEqual(['board']);
    await put('sub/f4.md', 'Boat number 4 is for everybody.');
    await read({ facts: { accessGroups: [] } });
    expect((await world.document('dav:sub/f4.md'))?.accessGroups).toEqual([]);
  });

  it('says what is wrong', async () => {
    await expect(read({}, 'rclone:dav:nowhere')).rejects.toMatchObject({ code: 'URL_FAILED' });
    await expect(read({}, 'rclone:nobody:x')).rejects.toMatchObject({ code: 'URL_FAILED' });
    vi.stubEnv('PATH', '/nowhere');
    await expect(read()).rejects.toMatchObject({
      code: 'BAD_CONFIG',
      remedy: expect.stringContaining('apt-get install rclone'),
    });
    vi.unstubAllEnvs();
  });
});

it.each(['rclone:', 'rclone:/tmp', 'rclone::webdav,url=http://x,pass=y:', 'rclone:drive,token=abc:x', 'rclone:-v:x'])(
  'takes no settings in the name of a remote: %s',
  (where) => {
    expect(() => remoteReader(where)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
  },
);
