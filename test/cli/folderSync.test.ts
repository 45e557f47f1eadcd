import { expect, it } from 'vitest';
import type { SyncResult } from '../../src/app/app.ts';
import { readEvery, syncUntilDone, type SyncTask } from '../../src/cli/folderSync.ts';
import { CandorError } from '../../src/errors.ts';

const result = { job: { counts: {} } } as unknown as SyncResult;
const progress = () => ({ update: () => undefined, finish: () => undefined });

/** Fails as often as it is told, as with a database that is away. */
function failing(times: number) {
  let tries = 0;
  const syncPath = () =>
    (tries += 1) > times ? Promise.resolve(result) : Promise.reject(new CandorError('DATABASE_UNREACHABLE', 'Away.'));
  const task = { app: { jobs: { syncPath } }, caller: {}, path: '.', options: {} } as unknown as SyncTask;
  return { task, tries: () => tries };
}

it('a round that fails is told and tried again until it works', async () => {
  const { task, tries } = failing(2);
  const faults: unknown[] = [];
  const rounds: unknown[] = [];
  const told = { onRound: (round: unknown) => rounds.push(round), onFault: (error: unknown) => faults.push(error) };
  await syncUntilDone(task, { signal: new AbortController().signal, progress }, told, 1);
  expect(tries()).toBe(3);
  expect(faults).toMatchObject([{ code: 'DATABASE_UNREACHABLE' }, { code: 'DATABASE_UNREACHABLE' }]);
  expect(rounds).toHaveLength(1);
});

it('an interrupt ends it between two tries', async () => {
  const { task, tries } = failing(Infinity);
  const stop = new AbortController();
  const told = { onRound: () => undefined, onFault: () => stop.abort() };
  await expect(syncUntilDone(task, { signal: stop.signal, progress }, told)).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(tries()).toBe(1);
});

it('a site is read again and again: a fault does not end it, and what a person confirmed holds for one reading', async () => {
  const stop = new AbortController();
  const asked: unknown[] = [];
  const sync = (_caller: unknown, where: string, { allowShrink, allowEmpty }: SyncTask['options']) => {
    asked.push([where, allowShrink, allowEmpty]);
    if (asked.length === 3) stop.abort();
    return asked.length === 1 ? Promise.reject(new CandorError('URL_FAILED', 'Away.')) : Promise.resolve(result);
  };
  const options = { allowShrink: true, allowEmpty: true };
  const task = {
    app: { sources: { sync } },
    caller: {},
    path: 'site:https://x.example/',
    options,
  } as unknown as SyncTask;
  const faults: unknown[] = [];
  const told = { onRound: () => undefined, onFault: (error: unknown) => faults.push(error) };
  await readEvery(task, 0.001, { signal: stop.signal, progress }, told);
  expect(asked).toEqual(Array(3).fill(['site:https://x.example/', false, false]));
  expect(faults).toMatchObject([{ code: 'URL_FAILED' }]);
});
