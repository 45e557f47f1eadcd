import { expect, test } from 'vitest';
import type { AgentParts, NodeContext } from '../../src/agent/parts/parts.ts';
import { clarifyNode } from '../../src/agent/nodes/clarify.ts';
import { askState } from './askState.ts';

test('where several things may be meant and none can be offered, the question is refused', async () => {
  const state = askState({ clarifyReason: 'AMBIGUOUS', stopReason: 'ASKED_BACK', verdict: 'CLARIFY' });
  const node = clarifyNode({} as AgentParts);
  expect(await node(state, { signal: new AbortController().signal } as NodeContext)).toEqual({
    decided: { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' },
    record: { degraded: [] },
  });
});
