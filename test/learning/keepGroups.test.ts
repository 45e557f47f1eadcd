import { expect, it } from 'vitest';
import type { UnansweredRun } from '../../src/learning/gaps/gap.ts';
import { keepGroups } from '../../src/learning/gaps/keepGroups.ts';
import { runLike } from './judged.ts';

const weak = (id: string): UnansweredRun => ({ run: runLike(id), reason: 'WEAK_EVIDENCE', chosen: [] });

function counted(degraded = false) {
  const calls: string[][] = [];
  const kept = keepGroups(async (unanswered) => {
    calls.push(unanswered.map(({ run }) => run.id));
    return { gaps: [], degraded };
  });
  return { calls, kept };
}

it('the same runs are grouped once; with one more, or another reason, anew', async () => {
  const { calls, kept } = counted();
  const first = await kept.group([weak('a'), weak('b')]);
  expect(await kept.group([weak('a'), weak('b')])).toBe(first);
  expect(calls).toEqual([['a', 'b']]);
  await kept.group([weak('c'), weak('a'), weak('b')]);
  await kept.group([weak('a'), { ...weak('b'), reason: 'JUDGED_WRONG' }]);
  expect(calls).toHaveLength(3);
});

it('nothing is kept of an erasure, of a failed embedder, and of what was not looked at for long', async () => {
  const { calls, kept } = counted();
  await kept.group([weak('a')]);
  kept.forget();
  await kept.group([weak('a')]);
  expect(calls).toHaveLength(2);
  for (let index = 0; index < 16; index += 1) await kept.group([weak(`other ${index}`)]);
  await kept.group([weak('a')]);
  expect(calls).toHaveLength(2 + 16 + 1);
  const { calls: failed, kept: unkept } = counted(true);
  await unkept.group([weak('a')]);
  await unkept.group([weak('a')]);
  expect(failed).toHaveLength(2);
});
