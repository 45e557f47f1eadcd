import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchPath } from '../../../src/knowledge/sync/syncPath.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-watch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The next burst of changes; a file is written again and again, since nobody is told when a watch begins. */
async function changed(watching: AsyncGenerator<void>): Promise<boolean> {
  let told: boolean | undefined;
  const next = watching.next().then(({ done }) => (told = !done));
  for (let number = 0; told === undefined; number += 1) {
    await writeFile(join(folder, 'page.md'), `Change ${number}.`);
    await Promise.race([next, wait(20)]);
    // Bursts are told when they have settled.
    if (number === 10) await next;
  }
  return next;
}

/** Two links that lead to each other: no system call on them succeeds, whoever makes it. */
async function writeCircle(name: string): Promise<void> {
  const [left, right] = [join(folder, name), join(folder, `${name}-too`)];
  await symlink(right, left);
  await symlink(left, right);
}

test('what changed before anybody watched is a change', async () => {
  const stop = new AbortController();
  const watching = watchPath(folder, stop.signal);
  expect(await watching.next()).toEqual({ value: undefined, done: false });
  stop.abort();
  expect(await watching.next()).toEqual({ value: undefined, done: true });
});

test('links in a circle are a change: they end neither the watch that waits for one nor the process while the last one is worked on', async () => {
  const stop = new AbortController();
  const watching = watchPath(folder, stop.signal);
  expect(await changed(watching)).toBe(true);
  // Now whoever watches works on that change, and nobody waits for the next. An error that nobody hears fails the run.
  await writeCircle('first');
  expect(await watching.next()).toEqual({ value: undefined, done: false });
  const waiting = watching.next();
  await writeCircle('second');
  expect(await waiting).toEqual({ value: undefined, done: false });
  stop.abort();
  expect(await watching.next()).toEqual({ value: undefined, done: true });
});
