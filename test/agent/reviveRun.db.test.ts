import { afterAll, beforeAll, expect, test } from 'vitest';
import { budgetDefaults } from '../../src/workspaces/budget.ts';
import type { Run } from '../../src/agent/runs/run.ts';
import { readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { newId } from '../../src/db/id.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { confidence, runOf } from '../support/fake/outcomes.ts';
import { passageOf } from '../support/fake/stored.ts';

let opened: OpenTestDatabase;
let workspaceId: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  workspaceId = await newWorkspace(opened.database);
});
afterAll(() => opened.close());

async function stored(run: Run): Promise<Run | undefined> {
  await saveRun(opened.database, workspaceId, run);
  return readRun(opened.database, { workspaceId, accessGroups: null }, run.id);
}

/** A record as it was written before `names` were. */
function without<Value extends object>(value: Value, ...names: string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as Value;
}

const core = {
  question: 'How?',
  tier: 'NO_MATCH',
  confidence,
  stopReason: 'BELOW_GATE',
  citations: [],
  degraded: [],
} as const;
const oldUsage = without(runOf('x').usage, 'cost');
const oldPlan = without(runOf('x').plan!, 'topK', 'standalone', 'facts', 'time', 'decidedBy');
const oldRun = (changes: Partial<Run>): Run => ({
  ...without(
    runOf(newId()),
    'reflections',
    'searches',
    'prompts',
    'budget',
    'gate',
    'replayOf',
    'askedBy',
    'settings',
    'filter',
    'asOf',
    'language',
    'queries',
  ),
  usage: oldUsage,
  plan: oldPlan,
  ...changes,
});

test('a run comes back as it was stored, with its dates', async () => {
  const run: Run = {
    ...runOf(newId()),
    askedBy: newId(),
    replayOf: newId(),
    budget: { maxMillis: 100, maxRounds: 1, maxTokens: 0 },
    prompts: [{ node: 'generate', version: 'generate-1', model: 'm' }],
    plan: {
      ...runOf('x').plan!,
      time: { kind: 'INTERVAL', from: new Date('2026-06-01'), until: null, words: 'since June' },
    },
    steps: [{ node: 'refine', startedMillis: 0, millis: 1, detail: { from: 'old words', until: 'new words' } }],
  };
  expect(await stored(run)).toEqual(run);
});

test('its asker and what it repeats are columns too', async () => {
  const run = { ...runOf(newId()), askedBy: newId(), replayOf: newId() };
  await stored(run);
  const { rows } = await opened.pool.query<object>('select asked_by, replay_of from run where run_id = $1', [run.id]);
  expect(rows).toEqual([{ asked_by: run.askedBy, replay_of: run.replayOf }]);
});

test('a record of the old shape gets what it could not know', async () => {
  const nearest = passageOf('d1', 1);
  const old = oldRun({
    steps: [{ node: 'generate', startedMillis: 0, millis: 1, detail: { prompt: 'generate-1', model: 'openai:m' } }],
    result: {
      ...core,
      id: 'r',
      type: 'Abstention',
      usage: oldUsage,
      message: 'No.',
      reason: 'WEAK_EVIDENCE',
      nextSteps: [{ kind: 'REPHRASE', text: 'Ask otherwise.' }] as never,
      nearest: [
        { ...without(nearest, 'duplicateGroup', 'duplicates'), trace: without(nearest.trace, 'adjustments', 'rerank') },
      ],
    },
  });
  const revived = await stored(old);
  const { settings } = runOf('x');
  expect(revived).toMatchObject({
    reflections: [],
    searches: [],
    prompts: [{ node: 'generate', version: 'generate-1', model: 'openai:m' }],
    budget: budgetDefaults,
    gate: null,
    replayOf: null,
    askedBy: null,
    settings,
    filter: {},
    asOf: old.createdAt,
    language: null,
    queries: [],
    usage: { ...oldUsage, cost: null },
    plan: {
      ...oldPlan,
      topK: settings.topK,
      standalone: 'How?',
      time: null,
      decidedBy: 'RULES',
      facts: { names: [], codes: [], numbers: [], dates: [] },
    },
    result: {
      usage: { cost: null },
      nextSteps: [{ kind: 'REPHRASE', text: 'Ask otherwise.', terms: [], filterField: null, owner: null }],
      nearest: [nearest],
    },
  });
});

test('an old question back has options that ask themselves', async () => {
  const revived = await stored(
    oldRun({
      result: {
        ...core,
        id: 'r',
        type: 'Clarification',
        usage: oldUsage,
        text: 'Which?',
        reason: 'AMBIGUOUS',
        why: 'Several.',
        options: [{ id: 'o1', text: 'Labels?' }] as never,
      },
    }),
  );
  expect(revived?.result).toMatchObject({
    options: [{ id: 'o1', text: 'Labels?', question: 'Labels?', documentIds: [], confidence: 0 }],
  });
});
