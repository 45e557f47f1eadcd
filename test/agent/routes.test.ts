import type { Send } from '@langchain/langgraph';
import { expect, test } from 'vitest';
import {
  afterClarify,
  afterFollow,
  afterMerge,
  afterPlan,
  afterRefine,
  afterReflect,
  afterVerify,
} from '../../src/agent/ask.ts';
import type { Verdict } from '../../src/agent/state/reflection.ts';
import { tasksOf } from '../../src/agent/question/plan.ts';
import type { AskState } from '../../src/agent/state/askState.ts';
import { askState, type StateChanges } from './askState.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

test.each<[Verdict, string, string]>([
  ['CURATED', 'curate', 'retrieve'],
  ['PASS', 'generate', 'retrieve'],
  ['REFINE', 'refine', 'retrieve'],
  ['RERANK', 'rerank', 'retrieve'],
  ['CLARIFY', 'clarify', 'clarify'],
  ['ABSTAIN', 'abstain', 'abstain'],
])('%s leads from reflect to %s, from refine to %s', (verdict, reflect, refine) => {
  const state = searching({ verdict });
  expect([afterReflect(state), namesOf(afterRefine(state))]).toEqual([reflect, refine]);
});

test('a clarifying question ends the run; where there is nothing to choose from, the question is refused', () => {
  const outcome = {} as AskState['outcome'];
  expect([afterClarify(askState({ outcome })), afterClarify(askState())]).toEqual(['recording', 'abstain']);
});

test('what is searched at once is sent to a retrieve each, with the text that is its own', () => {
  const sent = afterPlan(searching({}));
  expect(
    Array.isArray(sent) && sent.map(({ node, args }) => [node, (args as AskState).searches.task?.query.text]),
  ).toEqual([
    ['retrieve', 'one'],
    ['retrieve', 'two'],
  ]);
  expect(afterPlan(searching({ verdict: 'CLARIFY' }))).toBe('clarify');
});

test('a look-up that waits for another is asked once, after the first', () => {
  const plan = { dependent: [{ after: 'one', template: '{answer}' }] } as unknown as AskState['planned']['plan'];
  expect([
    afterMerge(searching({ plan })),
    afterMerge(searching({ plan, followed: true })),
    afterMerge(searching({})),
  ]).toEqual(['follow', 'reflect', 'reflect']);
  expect([namesOf(afterFollow(searching({}))), afterFollow(askState())]).toEqual(['retrieve', 'reflect']);
});

function searching(changes: StateChanges): AskState {
  const state = askState();
  return askState({
    tasks: tasksOf(
      state.request,
      ['one', 'two'].map((text) => readQuestion(text)),
      'PART',
    ),
    ...changes,
  });
}

function namesOf(next: string | Send[]): string {
  return typeof next === 'string' ? next : [...new Set(next.map(({ node }) => node))].join(', ');
}

test('an answer without claims is refused, any other compared with the other versions of its sources', () => {
  expect(afterVerify(askState())).toBe('abstain');
  expect(afterVerify(askState({ outcome: { type: 'Answer' } as AskState['outcome'] }))).toBe('history');
});
