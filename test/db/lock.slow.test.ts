import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded, takeLock } from '../../src/db/openEmbedded.ts';
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
  const lock = await takeLock(file);
  expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
  await expect(takeLock(file)).rejects.toMatchObject({
    ...locked,
    message: expect.stringContaining(String(process.pid)),
    details: { lockFile: file, processId: process.pid },
  });
  await lock.release();
});

it('is free again after its release, and leaves no file', async () => {
  await (await takeLock(file)).release();
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  await (await takeLock(file)).release();
});

it('is refused while another living process has it, and taken over once that is dead', async () => {
  const owner = spawn('sleep', ['60']);
  await writeFile(file, `${owner.pid}\n`);
  await expect(takeLock(file)).rejects.toMatchObject({ ...locked, details: { processId: owner.pid } });

  const gone = new Promise((resolve) => owner.once('exit', resolve));
  owner.kill('SIGKILL');
  await gone;

  const lock = await takeLock(file);
  expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
  await lock.release();
});

it.each([
  ['an empty file', ''],
  ['no number', 'garbage'],
  ['the id of a dead process', `${spawnSync('true').pid}\n`],
  ['our own id, from before a restart of the container', `${process.pid}\n`],
])('takes over %s', async (_, content) => {
  await writeFile(file, content);
  const lock = await takeLock(file);
  expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
  await lock.release();
});

it('goes to exactly one of many who ask at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file)));
  const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(winners).toHaveLength(1);
  await winners[0]!.release();
});

it('goes to exactly one of several processes that find the same stale file', async () => {
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('../../src/db/openEmbedded.ts', import.meta.url).href)});
    const [file, rounds] = process.argv.slice(1);
    for (let round = 0; round < Number(rounds); round += 1) {
      process.send('ready');
      await new Promise((resolve) => process.once('message', resolve));
      process.send(await takeLock(file + round).then(() => 'won', (error) => error.code));
    }
    await new Promise((resolve) => process.once('message', resolve));
    process.disconnect();`;
  const rounds = 25;
  const takers = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, file, String(rounds)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  const wins: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await writeFile(`${file}${round}`, 'stale\n');
    await Promise.all(takers.map((taker) => messageOf(taker)));
    const answers = takers.map((taker) => messageOf(taker));
    takers.forEach((taker) => void taker.send('go'));
    wins.push((await Promise.all(answers)).filter((answer) => answer === 'won').length);
  }
  // Only now: the lock of a process that has ended is free again.
  takers.forEach((taker) => void taker.send('end'));
  expect(wins).toEqual(wins.map(() => 1));
});

const messageOf = (child: ChildProcess) => new Promise((resolve) => child.once('message', resolve));

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
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
});
