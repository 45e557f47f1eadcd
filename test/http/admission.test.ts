import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdmission, type AdmissionLimits } from '../../src/http/guards/admission.ts';

const limits: AdmissionLimits = { atOnce: 4, perWorkspace: 2, queued: 3, waitMillis: 1_000, holdMillis: 130_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Let so many come that the names of those who were let in tell the order. */
function crowd(admission = createAdmission(limits)) {
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  const faults = new Map<string, unknown>();
  const come = async (name: string, workspace: string, signal?: AbortSignal) => {
    try {
      leaves.set(name, await admission.enter(workspace, signal));
      inside.push(name);
    } catch (error) {
      faults.set(name, error);
    }
  };
  const leave = async (name: string) => {
    leaves.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    inside,
    faults,
    leave,
    come: async (...args: Parameters<typeof come>) => {
      void come(...args);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('admission', () => {
  test('a workspace has no more places than its own, and others still find theirs', async () => {
    const { inside, come } = crowd();
    for (const name of ['a1', 'a2', 'a3', 'b1']) await come(name, name.slice(0, 1));
    expect(inside).toEqual(['a1', 'a2', 'b1']);
  });

  test('a place that becomes free goes to the next of its workspace, first come first', async () => {
    const { inside, come, leave } = crowd();
    for (const name of ['a1', 'a2', 'a3', 'a4']) await come(name, 'a');
    await leave('a2');
    expect(inside).toEqual(['a1', 'a2', 'a3']);
    await leave('a2');
    expect(inside).toHaveLength(3);
  });

  test('workspaces take turns, however many one of them sends', async () => {
    const { inside, come, leave } = crowd(createAdmission({ ...limits, atOnce: 1, perWorkspace: 1 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) await come(name, name.slice(0, 1));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await leave(name);
    expect(inside).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('one more than may wait is told at once when to come back; the others stay', async () => {
    const { inside, faults, come, leave } = crowd();
    for (let index = 1; index <= 6; index += 1) await come(`a${index}`, 'a');
    expect([...faults]).toEqual([
      [
        'a6',
        expect.objectContaining({
          code: 'OVERLOADED',
          details: { scope: 'WORKSPACE', limit: 2, retryAfterSeconds: 3 },
        }),
      ],
    ]);
    for (const name of ['a1', 'a2', 'a3']) await leave(name);
    expect(inside).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  test('no more wait than will have a turn in their time, once it is known how long questions take', async () => {
    let now = 0;
    const slow = createAdmission({ ...limits, atOnce: 1, perWorkspace: 1, queued: 32, waitMillis: 5_000 }, () => now);
    const { faults, come, leave } = crowd(slow);
    for (let index = 1; index <= 5; index += 1) {
      await come(`first${index}`, 'a');
      now += 2_000;
      await leave(`first${index}`);
    }
    // At 1.8 s a question, two have a turn within four seconds.
    for (let index = 1; index <= 4; index += 1) await come(`a${index}`, 'a');
    expect([...faults.keys()]).toEqual(['a4']);
    expect(slow.levels('a')).toMatchObject({ atWork: 1, waiting: 2 });
  });

  test('who has waited too long is told so, and its turn goes to the next', async () => {
    const { inside, faults, come, leave } = crowd();
    for (const name of ['a1', 'a2', 'a3']) await come(name, 'a');
    await vi.advanceTimersByTimeAsync(999);
    await come('a4', 'a');
    await vi.advanceTimersByTimeAsync(1);
    expect(faults.get('a3')).toMatchObject({
      code: 'OVERLOADED',
      message: expect.stringContaining('Try again in') as unknown,
    });
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'a4']);
  });

  test('who goes away while waiting takes no place', async () => {
    const { inside, faults, come, leave } = crowd();
    const gone = new AbortController();
    await come('a1', 'a');
    await come('a2', 'a');
    await come('a3', 'a', gone.signal);
    await come('a4', 'a');
    gone.abort();
    await come('a5', 'a', gone.signal);
    expect([faults.get('a3'), faults.get('a5')]).toMatchObject([{ code: 'CANCELLED' }, { code: 'CANCELLED' }]);
    await leave('a1');
    expect(inside).toEqual(['a1', 'a2', 'a4']);
  });

  test('a question that never ends gives its place back, once', async () => {
    const { inside, come, leave } = crowd(createAdmission({ ...limits, perWorkspace: 1, holdMillis: 500 }));
    await come('a1', 'a');
    await come('a2', 'a');
    await vi.advanceTimersByTimeAsync(500);
    await leave('a1');
    await come('a3', 'a');
    expect(inside).toEqual(['a1', 'a2']);
  });

  test('who asks most is refused for who asks less, and they take turns', async () => {
    const admission = createAdmission({ ...limits, atOnce: 1, perWorkspace: 1 });
    const told: string[] = [];
    const leaves: (() => void)[] = [];
    const come = async (name: string) => {
      await admission.enter('a', undefined, name.slice(0, 1)).then(
        (leave) => (told.push(name), leaves.push(leave)),
        () => told.push(`${name} refused`),
      );
    };
    for (const name of ['x1', 'x2', 'x3', 'x4', 'y1', 'x5', 'y2', 'z1']) void come(name);
    await vi.advanceTimersByTimeAsync(0);
    // x1 is at work. y1 takes the place of x4, and y2 has as many as x then: it is refused, as x5 is; z1 takes that of x3.
    expect(told.toSorted()).toEqual(['x1', 'x3 refused', 'x4 refused', 'x5 refused', 'y2 refused']);
    for (let turn = 0; turn < 3; turn += 1) {
      leaves.at(-1)?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(told.slice(5)).toEqual(['x2', 'y1', 'z1']);
  });

  test('who comes back before it was told to hears so later, and who waits for it at once', async () => {
    let now = 0;
    const admission = createAdmission({ ...limits, perWorkspace: 1, queued: 0 }, () => now);
    await admission.enter('a', undefined, 'x');
    const refusedNow = async (client: string) => {
      let isTold = false;
      void admission.enter('a', undefined, client).catch(() => (isTold = true));
      await vi.advanceTimersByTimeAsync(0);
      const atOnce = isTold;
      await vi.advanceTimersByTimeAsync(1_000);
      return [atOnce, isTold];
    };
    expect(await refusedNow('x')).toEqual([true, true]);
    now += 50;
    expect(await refusedNow('x')).toEqual([false, true]);
    expect(await refusedNow('y')).toEqual([true, true]);
    now += 1_000;
    expect(await refusedNow('x')).toEqual([true, true]);
    expect(admission.levels('a').refused).toBe(4);
  });

  test('who goes away while it is not told yet is told nothing', async () => {
    const admission = createAdmission({ ...limits, perWorkspace: 1, queued: 0 });
    await admission.enter('a');
    await expect(admission.enter('a')).rejects.toMatchObject({ code: 'OVERLOADED' });
    const gone = new AbortController();
    const again = expect(admission.enter('a', gone.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    gone.abort();
    await again;
  });

  test('when the process is full, it is the process that is told of', async () => {
    const { faults, come } = crowd(createAdmission({ ...limits, queued: 0 }));
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) await come(name, name.slice(0, 1));
    expect(faults.get('c1')).toMatchObject({
      code: 'OVERLOADED',
      details: { scope: 'PROCESS', limit: 4, retryAfterSeconds: 1 },
    });
  });

  test('the wait that is asked for follows how long questions take', async () => {
    let now = 0;
    const admission = createAdmission({ ...limits, perWorkspace: 1, queued: 0 }, () => now);
    for (let round = 0; round < 20; round += 1) {
      const leave = await admission.enter('a');
      now += 10_000;
      leave();
    }
    await admission.enter('a');
    await expect(admission.enter('a')).rejects.toMatchObject({ details: { retryAfterSeconds: 10 } });
  });

  test('a place that was given back for nobody left it does not lengthen that wait', async () => {
    const admission = createAdmission({ ...limits, perWorkspace: 1, queued: 0 }, () => Date.now());
    const leave = await admission.enter('a');
    await vi.advanceTimersByTimeAsync(limits.holdMillis);
    leave();
    await admission.enter('a');
    await expect(admission.enter('a')).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
  });
});
