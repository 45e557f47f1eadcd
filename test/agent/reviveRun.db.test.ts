import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeParts, pageOfRuns, readRun, saveRun } from '../../src/agent/runs/runs.ts';
import type { Answer } from '../../src/agent/state/outcome.ts';
import { type Run } from '../../src/agent/state/run.ts';
import { newId } from '../../src/db/statement.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { answer, runOf } from '../support/fake/outcomes.ts';

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

test('a list leaves out the parts that nobody will read, and keeps the others', async () => {
  const run = runOf(newId());
  await stored(run);
  const [whole, without] = await Promise.all([
    pageOfRuns(opened.database, { workspaceId, accessGroups: null }, { first: 1 }, {}),
    pageOfRuns(opened.database, { workspaceId, accessGroups: null }, { first: 1 }, {}, { without: largeParts }),
  ]);
  expect(Object.keys(whole.nodes[0]!)).toEqual(expect.arrayContaining([...largeParts]));
  const { id, question, usage, settings } = whole.nodes[0]!;
  expect(without.nodes[0]).toMatchObject({ id, question, usage, settings });
  for (const part of largeParts) expect(without.nodes[0]![part] ?? undefined, part).toBeUndefined();
});

test('a dropped claim from before it had a wording and a support has the least of both', async () => {
  const dropped = { text: 'It is red.', reason: 'QUOTE: failed', status: 'UNSUPPORTED', evidence: null } as const;
  const result = { ...answer('What colour?'), droppedClaims: [dropped] } as unknown as Answer;
  const run = await stored({ ...runOf(newId()), result });
  expect(run?.result).toMatchObject({ droppedClaims: [{ ...dropped, wording: 'REWORDED', support: 0 }] });
});
