import { expect, test } from 'vitest';
import type { EvidenceState } from '../../src/agent/evidence/evidence.ts';
import type { NodeContext, AskState } from '../../src/agent/node.ts';
import { mergeNode } from '../../src/agent/nodes/retrieve.ts';
import { type SearchRole, tasksOf } from '../../src/agent/question/plan.ts';
import { passage } from '../grounding/passage.ts';
import { askState, evidenceOf } from './askState.ts';

const context: NodeContext = {
  signal: undefined,
  deadline: new AbortController().signal,
  millisLeft: 1_000,
  emit: () => undefined,
  note: () => undefined,
};
const holding = (chunkId: string, changes = {}) =>
  evidenceOf([passage(chunkId, { chunkId, ...changes })], { query: chunkId });
const ids = (evidence: EvidenceState | undefined) => evidence?.passages.map(({ chunkId }) => chunkId);

/** What was searched at once, each with what it found; null: it was out of time. */
async function merge(
  searched: readonly (readonly [SearchRole, EvidenceState | null])[],
  changes: Partial<AskState> = {},
): Promise<AskState> {
  const state = askState(changes);
  const tasks = searched.map(([role], position) => ({
    ...tasksOf(state.request, [`query ${position}`], role)[0]!,
    position,
  }));
  const found = searched.flatMap(([, evidence], position) =>
    evidence ? [{ batch: 0, task: tasks[position]!, evidence }] : [],
  );
  return { ...state, ...(await mergeNode()({ ...state, tasks, found: found.toReversed() }, context)) } as AskState;
}

test('the question first, whichever search came back first; parts aside', async () => {
  const state = await merge([
    ['QUESTION', holding('whole')],
    ['PART', holding('one')],
    ['PART', holding('two')],
  ]);
  expect([ids(state.evidence), state.partEvidence.map(ids), state.rounds, state.newEvidence]).toEqual([
    ['whole', 'one', 'two'],
    [['one'], ['two']],
    1,
    true,
  ]);
});

test('parts of which one is missing are none: the others would look like the whole', async () => {
  expect(
    (
      await merge([
        ['QUESTION', holding('whole')],
        ['PART', holding('one')],
        ['PART', null],
      ])
    ).partEvidence,
  ).toEqual([]);
});

test('a look-up that waited belongs to the round before it', async () => {
  const state = await merge([['PART', holding('two')]], {
    following: true,
    rounds: 1,
    evidence: holding('whole'),
    partEvidence: [holding('one')],
  });
  expect([state.rounds, state.following, state.partEvidence.map(ids)]).toEqual([1, false, [['one'], ['two']]]);
});

test('what a filter kept out is aside, and no evidence', async () => {
  const state = await merge([['RELAXED', holding('hidden')]], { rounds: 1, evidence: holding('whole') });
  expect([ids(state.evidence), state.relaxed.map(({ evidence }) => ids(evidence)), state.newEvidence]).toEqual([
    ['whole'],
    [['hidden']],
    false,
  ]);
});

test('the past counts where it says something else than today', async () => {
  const ended = new Date('2024-01-01T00:00:00Z');
  const past = await merge([
    ['QUESTION', holding('today')],
    ['PAST', holding('then', { effectiveUntil: ended })],
  ]);
  expect(ids(past.evidence)).toEqual(['then']);
  const same = await merge([
    ['QUESTION', holding('today')],
    ['PAST', holding('today')],
  ]);
  expect([ids(same.evidence), same.request.asOf]).toEqual([['today'], same.request.askedAt]);
});
