import { expect, test } from 'vitest';
import { afterPlan, afterRefine, afterReflect, afterVerify } from '../../src/agent/routes.ts';
import type { Verdict } from '../../src/agent/reflection.ts';
import type { AskState } from '../../src/agent/state.ts';
import { askState } from './askState.ts';

test.each<[Verdict, string, string, string]>([
  ['CURATED', 'retrieve', 'curate', 'retrieve'],
  ['PASS', 'retrieve', 'generate', 'retrieve'],
  ['REFINE', 'retrieve', 'refine', 'retrieve'],
  ['RERANK', 'retrieve', 'rerank', 'retrieve'],
  ['CLARIFY', 'clarify', 'clarify', 'retrieve'],
  ['ABSTAIN', 'retrieve', 'abstain', 'abstain'],
])('%s leads from plan to %s, from reflect to %s, from refine to %s', (verdict, plan, reflect, refine) => {
  const state = askState({ verdict });
  expect([afterPlan(state), afterReflect(state), afterRefine(state)]).toEqual([plan, reflect, refine]);
});

test('an answer without claims is refused, any other compared with the other versions of its sources', () => {
  expect(afterVerify(askState())).toBe('abstain');
  expect(afterVerify(askState({ outcome: { type: 'Answer' } as AskState['outcome'] }))).toBe('history');
});
