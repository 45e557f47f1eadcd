import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readBackupLines } from '../../../src/db/backup/file.ts';
import type { Caller } from '../../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../../support/database.ts';
import { answerTo, audited, fillWorkspace } from './filledWorkspace.ts';
import { rewriteBackup } from './rewriteBackup.ts';

vi.setConfig({ testTimeout: 90_000 });

let open: OpenTestApp;
let folder: string;
let caller: Caller;
let whole: string;
beforeAll(async () => {
  [open, folder] = await Promise.all([openTestApp(audited), mkdtemp(join(tmpdir(), 'candor-backup-'))]);
  caller = await fillWorkspace(open.app);
  whole = join(folder, 'whole.gz');
  await save(whole);
}, 120_000);
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true, force: true });
});

const save = (path: string) => open.app.backups.backup(path, { workspaceIds: [caller.workspaceId] });
const bringBack = (path: string, replace = false) => open.app.backups.restore(path, { replace });
const remove = () => open.app.workspaces.remove(caller.workspaceId);
const isThere = async () => (await open.app.workspaces.find(caller.workspaceId)) !== undefined;
/** The backup with its text changed, packed again. */
async function changed(change: (text: string) => string): Promise<string> {
  const path = join(folder, `changed-${Math.random()}.gz`);
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(whole)).toString('utf8'))));
  return path;
}

it('what comes back is what was saved, row by row, and answers as before', async () => {
  const before = await save(join(folder, 'before.gz'));
  const answer = await answerTo(open.app, caller);
  const withRun = await save(join(folder, 'with-run.gz'));
  expect(withRun.tables['run']).toBe((before.tables['run'] ?? 0) + 1);
  await remove();
  const restored = await bringBack(join(folder, 'with-run.gz'));
  expect(restored).toMatchObject(withRun);
  expect(await save(join(folder, 'again.gz'))).toEqual(withRun);
  expect(answer).toContain('30 days');
  expect(await answerTo(open.app, caller)).toBe(answer);
  for (const table of [
    'workspace',
    'document_metadata',
    'document_version',
    'chunk_window',
    'posting',
    'vocabulary',
    'alias',
    'curated_window',
    'api_key',
    'audit_entry',
  ])
    expect(withRun.tables[table]).toBeGreaterThan(0);
});

it('a new document is found after a restore: the words of the backup are of this database again', async () => {
  await remove();
  await bringBack(whole);
  await open.app.ingest(caller, [{ key: 'zebra.md', title: 'Zebra', text: 'The zebra crossing opens in May.' }]);
  const found = await open.app.search(caller, { query: 'zebra crossing' });
  expect(found.passages[0]?.documentKey).toBe('zebra.md');
});

it('a workspace that is there is left alone, unless it is to be replaced', async () => {
  await remove();
  await bringBack(whole);
  await open.app.ingest(caller, [{ key: 'later.md', title: 'Later', text: 'Written after the backup.' }]);
  await expect(bringBack(whole)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('is there') as unknown,
  });
  expect(await open.app.knowledge.documentsByKey(caller, ['later.md'])).toMatchObject([{ key: 'later.md' }]);
  await bringBack(whole, true);
  expect(await open.app.knowledge.documentsByKey(caller, ['later.md'])).toEqual([undefined]);
});

it('half a file is refused at whatever byte it ends, before anything is touched', async () => {
  await remove();
  const bytes = await readFile(whole);
  for (const share of [0, 0.01, 0.5, 0.9, 1 - 1 / bytes.length]) {
    const half = join(folder, 'half.gz');
    await writeFile(half, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(bringBack(half)).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  }
  const lines = gunzipSync(bytes).toString('utf8').split('\n');
  for (const count of [1, 2, Math.floor(lines.length / 2), lines.length - 2])
    await expect(bringBack(await changed((text) => text.split('\n').slice(0, count).join('\n')))).rejects.toMatchObject(
      {
        code: 'BACKUP_INVALID',
      },
    );
  expect(await isThere()).toBe(false);
});

it.each([
  ['a changed word', (text: string) => text.replace('within 30 days', 'within 90 days')],
  ['a line twice', (text: string) => text.replace(/^(\S{22} \{.*\n)/m, '$1$1')],
  ['a line less', (text: string) => text.replace(/^\S{22} \{.*\n/m, '')],
  ['another format', (text: string) => text.replace('"format":1', '"format":9')],
  ['a schema that there never was', (text: string) => text.replace(/"schemaVersion":\d+/, '"schemaVersion":0')],
  [
    'a workspace that the file does not name',
    (text: string) => text.replace(/"workspaces":\["[^"]+"\]/, '"workspaces":[]'),
  ],
  ['no backup at all', () => 'hello\n'],
])('%s is told, and nothing is kept', async (_, change) => {
  await remove();
  await expect(bringBack(await changed(change))).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
  expect(await isThere()).toBe(false);
});

it('a restore that is stopped keeps nothing, and a backup that is stopped leaves no file', async () => {
  await remove();
  const stop = new AbortController();
  const restoring = open.app.backups.restore(whole, {
    replace: false,
    signal: stop.signal,
    onProgress: (phase, { table }) => {
      if (phase === 'STORE' && table === 'posting') stop.abort();
    },
  });
  await expect(restoring).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await isThere()).toBe(false);
  await bringBack(whole);
  const stopped = new AbortController();
  const saving = open.app.backups.backup(join(folder, 'stopped.gz'), {
    workspaceIds: [caller.workspaceId],
    signal: stopped.signal,
    onProgress: ({ table }) => {
      if (table === 'chunk') stopped.abort();
    },
  });
  await expect(saving).rejects.toMatchObject({ code: 'CANCELLED' });
  expect((await readdir(folder)).filter((name) => name.includes('stopped'))).toEqual([]);
});

it('no file is written over, and only its owner reads it', async () => {
  await expect(save(whole)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect((await stat(whole)).mode & 0o077).toBe(0);
  await expect(save(join(folder, 'no', 'such', 'folder.gz'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(bringBack(join(folder, 'missing.gz'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it('a workspace that is not there has no backup', async () => {
  const nowhere = '01900000-0000-7000-8000-00000000dead';
  await expect(open.app.backups.backup(join(folder, 'none.gz'), { workspaceIds: [nowhere] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('an audit comes back proved, its end is told, and new entries follow it', async () => {
  await remove();
  const { audits } = await bringBack(whole);
  const verified = await open.app.audit.verify(caller);
  expect(verified).toMatchObject({ holds: true, count: 2 });
  expect(audits).toEqual([{ workspaceId: caller.workspaceId, count: 2, head: verified.head }]);
  const act = { action: 'SEARCH', outcome: 'DONE', code: null, targets: [], text: 'later' } as const;
  await Promise.all([open.app.audit.record(caller, act), open.app.audit.record(caller, act)]);
  expect(await open.app.audit.verify(caller, verified.head)).toMatchObject({ holds: true, count: 4 });
});

it('an empty workspace, as every command makes one, does not stand in the way; one with an audit alone does', async () => {
  await remove();
  await open.app.workspaces.ensure(caller.workspaceId, 'made by a command');
  await bringBack(whole);
  expect(await open.app.workspaces.find(caller.workspaceId)).toMatchObject({ name: 'Größe “quoted” \\ 日本語' });
  await remove();
  await open.app.workspaces.ensure(caller.workspaceId, 'made by a command');
  const act = { action: 'ASK', outcome: 'DONE', code: null, targets: [], text: null } as const;
  await open.app.audit.record(caller, act);
  await expect(bringBack(whole)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { table: 'audit_entry' } });
  expect(await open.app.audit.verify(caller)).toMatchObject({ holds: true, count: 1 });
  await bringBack(whole, true);
  expect(await open.app.audit.verify(caller)).toMatchObject({ holds: true, count: 2 });
});

/** What somebody can do to the rows of an audit, in a file whose own hashes are right again. */
const forgeries: Readonly<Record<string, (rows: readonly string[], table: string) => readonly string[]>> = {
  'an entry that says something else': (rows) =>
    rows.map((row) => row.replaceAll(String.raw`\"DONE\"`, String.raw`\"FAILED\"`)),
  'another action beside the entry': (rows) => rows.map((row) => row.replace('"action": "ASK"', '"action": "INGEST"')),
  'another text': (rows) => rows.map((row) => row.replace('Who voids labels?', 'Who owns labels?')),
  'the newest entry gone': (rows, table) => (table === 'audit_entry' ? rows.slice(0, -1) : rows),
  'the oldest entry gone': (rows, table) => (table === 'audit_entry' ? rows.slice(1) : rows),
  'every entry gone': (rows, table) => (table === 'audit_entry' ? [] : rows),
  'no end of the chain': (rows, table) => (table === 'audit_head' ? [] : rows),
  'a beginning after its first entry': (rows) =>
    rows.map((row) => row.replace('"anchor_sequence": 0', '"anchor_sequence": 1')),
  'an entry before the first': (rows, table) =>
    table === 'audit_entry' ? [(rows[0] ?? '').replace('"sequence": 1', '"sequence": 0'), ...rows] : rows,
  'an entry behind the end': (rows, table) =>
    table === 'audit_entry' ? [...rows, (rows[0] ?? '').replace('"sequence": 1', '"sequence": 3')] : rows,
};

it.each(Object.entries(forgeries))('an audit with %s is refused, and nothing is kept', async (_, forge) => {
  await remove();
  let changes = 0;
  const forged = await rewriteBackup(whole, join(folder, `forged-${Math.random()}.gz`), {
    rows: (rows, table) => {
      if (!table.startsWith('audit')) return rows;
      const made = forge(rows, table);
      changes += Number(made.join() !== rows.join());
      return made;
    },
  });
  expect(changes).toBeGreaterThan(0);
  await expect(bringBack(forged)).rejects.toMatchObject({
    code: 'BACKUP_INVALID',
    message: expect.stringContaining('does not hold') as unknown,
    remedy: expect.stringContaining('--without-audit') as unknown,
  });
  expect(await isThere()).toBe(false);
});

it('an audit that was written anew as a whole is told by an end that was kept elsewhere', async () => {
  await remove();
  const kept = (await bringBack(whole)).audits[0]?.head;
  await remove();
  const forged = await rewriteBackup(whole, join(folder, 'anew.gz'), {
    rows: (rows, table) => (table.startsWith('audit') ? [] : rows),
  });
  await expect(open.app.backups.restore(forged, { replace: false, anchor: kept })).rejects.toMatchObject({
    code: 'BACKUP_INVALID',
  });
  expect(await isThere()).toBe(false);
  expect((await open.app.backups.restore(whole, { replace: false, anchor: kept })).audits[0]?.head).toEqual(kept);
});

it('a workspace comes back without an audit that does not hold, which then begins anew', async () => {
  await remove();
  const forged = await rewriteBackup(whole, join(folder, 'without.gz'), {
    rows: (rows, table) => (table === 'audit_head' ? [] : rows),
  });
  expect((await open.app.backups.restore(forged, { replace: false, withoutAudit: true })).audits).toEqual([]);
  expect(await answerTo(open.app, caller)).toContain('30 days');
  expect(await open.app.audit.verify(caller)).toMatchObject({ holds: true, count: 0 });
});

it('a small file that unpacks to one endless line is refused, and the process goes on', async () => {
  const path = join(folder, 'endless.gz');
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, 'a'), { level: 9 });
  // More than a string can hold; gzip may have several members.
  await writeFile(path, Buffer.concat(Array.from({ length: 600 }, () => megabyte)));
  expect((await stat(path)).size).toBeLessThan(700_000);
  await expect(bringBack(path)).rejects.toMatchObject({
    code: 'BACKUP_INVALID',
    message: expect.stringContaining('Line 1 is longer') as unknown,
    remedy: expect.stringContaining('nothing was changed') as unknown,
  });
});

it('a row that is longer than a reader takes is refused at its line', async () => {
  const lines: unknown[] = [];
  const reading = async () => {
    for await (const line of readBackupLines(whole, 300)) lines.push(line);
  };
  await expect(reading()).rejects.toMatchObject({
    code: 'BACKUP_INVALID',
    message: expect.stringMatching(/^Line \d+ is longer/) as unknown,
  });
  expect(lines.length).toBeGreaterThan(0);
});

it('a text with line separators that JSON does not escape comes back', async () => {
  await remove();
  await bringBack(whole);
  const metadata = { note: 'One\u2028two\u2029three' };
  await open.app.ingest(caller, [{ key: 'separators.md', text: 'Otters sleep.', metadata }]);
  const path = join(folder, 'separators.gz');
  await save(path);
  await remove();
  await bringBack(path);
  const [document] = await open.app.knowledge.documentsByKey(caller, ['separators.md']);
  expect(document?.metadata).toEqual(metadata);
});
