import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '../../src/db/folderLock.ts';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { readSnapshot } from '../support/database.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const locked = { code: 'DATABASE_LOCKED', remedy: expect.stringMatching(/stop it, or set CANDOR_DATA/i) };

it('is taken once: a second taker is told who has it and what to do', async () => {
  const lock = await lockFolder(folder);
  const held: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(held).toEqual({ processId: process.pid, host: hostname(), since: expect.stringMatching(/^\d{4}-.+Z$/) });
  await expect(lockFolder(folder)).rejects.toMatchObject({
    ...locked,
    message: expect.stringMatching(new RegExp(`in use by process ${process.pid}, since 2`)),
    details: { lockFile: file, processId: process.pid, host: hostname() },
  });
  lock.release();
});

it('is free again after its release, and its file says nothing then', async () => {
  const lock = await lockFolder(folder);
  lock.release();
  lock.release();
  expect(await readFile(file, 'utf8')).toBe('');
  (await lockFolder(folder)).release();
});

it.each([
  ['an empty file', ''],
  ['no name', 'garbage'],
  ['the id of an earlier version', '1\n'],
  ['the name of one that has ended', '{"processId":1,"host":"gone","since":"2026-01-01T00:00:00Z"}\n'],
])('takes over %s', async (_, content) => {
  await writeFile(file, content);
  const lock = await lockFolder(folder);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ processId: process.pid });
  lock.release();
});

it('goes to exactly one of many who ask at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(winners).toHaveLength(1);
  winners[0]!.release();
});

const sourceOf = (name: string) => JSON.stringify(new URL(`../../src/db/${name}`, import.meta.url).href);
/** Does as it is told: lock the folder, open its database, or block its own thread for some milliseconds. */
const holder = `
const { lockFolder } = await import(${sourceOf('folderLock.ts')});
const { openEmbedded } = await import(${sourceOf('openEmbedded.ts')});
const [folder] = process.argv.slice(1);
const orders = {
  lock: () => lockFolder(folder).then(() => 'won'),
  block: (millis) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis),
  open: () => openEmbedded(folder).then(() => 'won'),
};
process.on('message', async ({ order, value }) => {
  try {
    if (order === 'block') process.send('blocking');
    const said = await orders[order](value);
    process.send({ processId: process.pid, said });
  } catch (error) {
    process.send({ processId: process.pid, said: error.code, message: error.message });
  }
});
process.send('ready');`;
/** What a container has of its own and a volume does not hide: ids of processes, and a name. */
const inContainer = (name: string) =>
  ['unshare', '--pid', '--uts', '--fork', '--kill-child', 'sh', '-c', `hostname ${name} && exec "$0" "$@"`] as const;

/**
 * @param wrap the program that starts the process, with its arguments
 * @param flags further ones for Node
 */
async function startHolder(wrap: readonly string[] = [], flags: readonly string[] = []): Promise<ChildProcess> {
  const [command, ...args] = [...wrap, process.execPath];
  const child = spawn(command, [...args, ...flags, '--import', 'tsx', '--input-type=module', '-e', holder, folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await messageOf(child)).toBe('ready');
  return child;
}

const messageOf = (child: ChildProcess) => new Promise((answer) => child.once('message', answer));

function tell(child: ChildProcess, order: 'lock' | 'open' | 'block', value?: number): Promise<unknown> {
  const answer = messageOf(child);
  child.send({ order, value });
  return answer;
}

/** Asks until it is won, and returns the milliseconds that this took. */
async function untilWon(child: ChildProcess): Promise<number> {
  const begun = performance.now();
  await expect.poll(() => tell(child, 'lock')).toMatchObject({ said: 'won' });
  return performance.now() - begun;
}

it('is free as soon as its holder was killed, and held while the holder is busy', async () => {
  const [first, second] = await Promise.all([startHolder(), startHolder()]);
  expect(await tell(first, 'lock')).toMatchObject({ said: 'won' });
  expect(await tell(first, 'block', 3_000)).toBe('blocking');
  expect(await tell(second, 'lock')).toMatchObject({
    said: 'DATABASE_LOCKED',
    message: expect.stringContaining(`process ${first.pid}`),
  });
  first.kill('SIGKILL');
  expect(await untilWon(second)).toBeLessThan(2_000);
});

const spaces = hasNamespaces();
if (!spaces) process.stdout.write('SKIPPED: two containers on one folder: only root can make namespaces.\n');

describe.skipIf(!spaces)('two containers on one folder, each process with the id 1', () => {
  it('the second is refused, and told the id and the host of the first', async () => {
    const [first, second] = await Promise.all([startHolder(inContainer('first')), startHolder(inContainer('second'))]);
    expect(await tell(first, 'open')).toEqual({ processId: 1, said: 'won' });
    expect(await tell(second, 'open')).toEqual({
      processId: 1,
      said: 'DATABASE_LOCKED',
      message: expect.stringMatching(/^The data folder is in use by process 1 on first, since 2\S+\.$/),
    });
    first.kill('SIGKILL');
    expect(await untilWon(second)).toBeLessThan(5_000);
  });
});

function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--uts', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('keeps a second database off an open data folder, and lets it in after the first was closed', async () => {
  const snapshot = await readSnapshot();
  const first = await openEmbedded(folder, snapshot);
  await expect(openEmbedded(folder)).rejects.toMatchObject(locked);
  await first.pool.query('create table kept as select 42 as answer');
  await first.close();

  const second = await openEmbedded(folder);
  expect((await second.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
  await second.close();
});

it('is released when the database does not open', async () => {
  await expect(openEmbedded(folder, new Blob(['no archive']))).rejects.toThrow();
  (await lockFolder(folder)).release();
});

it('is no lock at all, and no database, where its binary cannot be loaded: on Alpine', async () => {
  const refuse = `export const resolve = (name, context, next) => {
    if (name === 'fs-native-extensions') throw new Error('No binary.');
    return next(name, context);
  }`;
  const withoutBinary = `import { register } from 'node:module';
register('data:text/javascript,${encodeURIComponent(refuse).replaceAll("'", '%27')}');`;
  const child = await startHolder([], ['--import', `data:text/javascript,${encodeURIComponent(withoutBinary)}`]);
  expect(await tell(child, 'open')).toMatchObject({
    said: 'DATABASE_FAILED',
    message: 'This system has no lock for the embedded database: No binary.',
  });
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});

const ofProc = '/proc/self/fd';
it.skipIf(process.platform !== 'linux')('says what is wrong where a folder cannot hold a lock file', async () => {
  await expect(openEmbedded(ofProc)).rejects.toMatchObject({
    code: 'DATABASE_FAILED',
    details: { folder: ofProc, reason: 'UNOPENED' },
  });
});
