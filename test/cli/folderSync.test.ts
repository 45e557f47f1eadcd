import { expect, it } from 'vitest';
import type { SyncResult } from '../../src/app/app.ts';
import { syncUntilDone, type SyncTask } from '../../src/cli/folderSync.ts';
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
