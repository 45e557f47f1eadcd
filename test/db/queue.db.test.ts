import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('what a process had is given to the next at once where there can be one only, and not while others may live', async () => {
  const faults: string[] = [];
  const openQueue = () => open.database.openQueue('handed-on', (fault) => faults.push(fault));
  const former = await openQueue();
  let finish = (): void => undefined;
  let taken = 0;
  await former.work(async () => {
    taken += 1;
    await new Promise<void>((resolve) => (finish = resolve));
  });
  await former.send({ jobId: 'one' });
  await expect.poll(() => taken).toBe(1);

  const next = await openQueue();
  let handedOn = 0;
  await next.work(() => Promise.resolve(void (handedOn += 1)));
  if (open.url === null) await expect.poll(() => handedOn).toBe(1);
  else await pause(1_500);
  // The former holder ends nothing that is another's by now.
  finish();
  await former.stop();
  await next.stop();
  expect(handedOn).toBe(open.url === null ? 1 : 0);
  expect(faults).toEqual([]);
});

it('in a queue of the kind ONE_OF_A_KEY one item of a key waits, and none is handed out before its time', async () => {
  const queue = await open.database.openQueue('one-of-a-key', () => undefined, {
    kind: 'ONE_OF_A_KEY',
    pollMillis: 50,
  });
  const done: unknown[] = [];
  await queue.send({ n: 'late' }, { afterSeconds: 3_600, key: 'a' });
  await queue.send({ n: 'second of a' }, { key: 'a' });
  await queue.send({ n: 'b' }, { key: 'b' });
  await queue.work((data) => Promise.resolve(void done.push(data['n'])));
  await expect.poll(() => done).toEqual(['b']);
  await queue.send({ n: 'b again' }, { key: 'b' });
  await expect.poll(() => done).toEqual(['b', 'b again']);
  await queue.stop();
});
