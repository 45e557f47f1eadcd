import { expect, test } from 'vitest';
import type { EvidenceState } from '../../src/agent/state/evidence.ts';
import type { AskState } from '../../src/agent/state/askState.ts';
import type { NodeContext } from '../../src/agent/parts/parts.ts';
import { mergeNode } from '../../src/agent/nodes/retrieve.ts';
import { tasksOf } from '../../src/agent/question/plan.ts';
import { type SearchRole } from '../../src/agent/state/search.ts';
import { passage } from '../grounding/passage.ts';
import { askState, evidenceOf, type StateChanges } from './askState.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const context: NodeContext = {
  signal: undefined,
  deadline: new AbortController().signal,
  millisLeft: 1_000,
  emit: () => undefined,
  note: () => undefined,
};
const holding = (chunkId: string, changes = {}) =>
  evidenceOf([passage(chunkId, { chunkId, ...changes })], { query: readQuestion(chunkId) });
const ids = (evidence: EvidenceState | undefined) => evidence?.passages.map(({ chunkId }) => chunkId);

/** What was searched at once, each with what it found; null: it was out of time. */
async function merge(
  searched: readonly (readonly [SearchRole, EvidenceState | null])[],
  changes: StateChanges = {},
): Promise<AskState> {
  const state = askState(changes);
  const tasks = searched.map(([role], position) => ({
    ...tasksOf(state.request, [readQuestion(`query ${position}`)], role)[0]!,
    position,
  }));
  const finished = searched.flatMap(([, evidence], position) =>
    evidence ? [{ batch: 0, task: tasks[position]!, evidence }] : [],
  );
  const searches = { ...state.searches, tasks, finished: finished.toReversed() };
  const update = await mergeNode()({ ...state, searches }, context);
  return askState({ ...searches, ...update.searches, ...state.found, ...update.found });
}

test('the question first, whichever search came back first; parts aside', async () => {
  const state = await merge([
    ['QUESTION', holding('whole')],
    ['PART', holding('one')],
    ['PART', holding('two')],
  ]);
  expect([
    ids(state.found.evidence),
    state.found.partEvidence.map(ids),
    state.searches.rounds,
    state.found.newEvidence,
  ]).toEqual([['whole', 'one', 'two'], [['one'], ['two']], 1, true]);
});

test('parts of which one is missing are none: the others would look like the whole', async () => {
  expect(
    (
      await merge([
        ['QUESTION', holding('whole')],
        ['PART', holding('one')],
        ['PART', null],
      ])
    ).found.partEvidence,
  ).toEqual([]);
});

test('a look-up that waited belongs to the round before it', async () => {
  const state = await merge([['PART', holding('two')]], {
    following: true,
    rounds: 1,
    evidence: holding('whole'),
    partEvidence: [holding('one')],
  });
  expect([state.searches.rounds, state.searches.following, state.found.partEvidence.map(ids)]).toEqual([
    1,
    false,
    [['one'], ['two']],
  ]);
});

test('what a filter kept out is aside, and no evidence', async () => {
  const state = await merge([['RELAXED', holding('hidden')]], { rounds: 1, evidence: holding('whole') });
  const { evidence, relaxed, newEvidence } = state.found;
  expect([ids(evidence), relaxed.map((each) => ids(each.evidence)), newEvidence]).toEqual([
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
  expect(ids(past.found.evidence)).toEqual(['then']);
  const same = await merge([
    ['QUESTION', holding('today')],
    ['PAST', holding('today')],
  ]);
  expect([ids(same.found.evidence), same.request.asOf]).toEqual([['today'], same.request.askedAt]);
});
