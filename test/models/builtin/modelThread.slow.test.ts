import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createModelThread, type ModelThread } from '../../../src/models/providers/builtin/builtinModels.ts';

const slow = {
  kind: 'EMBED',
  model: 'ENGLISH',
  role: 'passage',
  texts: Array.from({ length: 8 }, () =>
    'The service owner approves access requests within two working days. '.repeat(20),
  ),
} as const;
const quick = { kind: 'EMBED', model: 'ENGLISH', role: 'passage', texts: ['A bike is red.'] } as const;

describe('a thread of a model', () => {
  let thread: ModelThread;
  beforeEach(() => {
    thread = createModelThread();
  });
  afterEach(() => thread.close());

  test('carries tasks out in order', async () => {
    const done: string[] = [];
    await Promise.all([
      thread.run(slow).then(() => done.push('slow')),
      thread.run(quick).then(() => done.push('quick')),
      thread.run({ kind: 'LOAD', model: 'ENGLISH' }).then(() => done.push('load')),
    ]);
    expect(done).toEqual(['slow', 'quick', 'load']);
    expect(thread.waiting).toBe(0);
  });

  test('never begins what nobody waits for any more', async () => {
    await thread.run(quick);
    const stop = new AbortController();
    const running = thread.run(slow, stop.signal);
    const dropped = Array.from({ length: 100 }, () => thread.run(slow, stop.signal));
    const last = thread.run(quick);
    stop.abort();
    // What is with the thread is carried out.
    expect((await running).vectors).toHaveLength(8 * 384);
    for (const { status } of await Promise.allSettled(dropped)) expect(status).toBe('rejected');
    expect((await last).vectors).toHaveLength(384);
  });

  test('when closed waits for the task that it has, and for no other', async () => {
    await thread.run(quick);
    const tasks = Promise.allSettled(Array.from({ length: 100 }, () => thread.run(slow)));
    const startedAt = performance.now();
    await thread.close();
    for (const result of await tasks)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
    // All hundred take 16 s on a core of their own.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
