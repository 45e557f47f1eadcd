import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { drawn } from '../support/cases.ts';
import { readSnapshot } from '../support/database.ts';
import { faultKinds } from './faultKinds.ts';
import { openFaultRig, type Ending, type FaultRig } from './faultRig.ts';
import { judgeFault } from './judgeFault.ts';

vi.setConfig({ testTimeout: 90_000 });

let rig: FaultRig;
let whole: Ending;
beforeAll(async () => {
  rig = await openFaultRig(null, await readSnapshot());
  whole = await rig.askWhole();
}, 180_000);
afterAll(() => rig.close());

const kinds = drawn(
  ['replies swallowed', 'reset in the middle'],
  ['connections refused', 'replies swallowed', 'reset in the middle', 'noise before each reply'],
);

// All kinds: npm run bench faults.
it.each(
  (['embedder', 'chat', 'reader', 'reranker'] as const).flatMap((dependency) =>
    kinds.map((kind) => [kind, dependency] as const),
  ),
)(
  '%s before the %s: typed and in time, no surer than without, and as before when it is over',
  async (kind, dependency) => {
    const row = await judgeFault(rig, whole, [dependency, kind, faultKinds[kind] ?? {}], 1);
    expect(row.problems).toEqual([]);
    expect(row.endings[0]?.type).not.toBe('Failed');
  },
);
