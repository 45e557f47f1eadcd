import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageOfRuns } from '../../src/agent/runs/runs.ts';
import { listRuns } from '../../src/agent/runs/runs.sql.ts';
import { listDigests } from '../../src/learning/runDigest.sql.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { nodesOf, type Plan } from '../support/queryPlan.ts';

let opened: OpenTestDatabase;
let workspaceId: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  workspaceId = await newWorkspace(opened.database);
  // One run in a hundred asks back, and none has a digest or a record to read one from.
  await opened.pool.query(
    `insert into run (workspace_id, run_id, question, preset, outcome, tier, confidence_value, stop_reason, record, created_at)
     select $1, gen_random_uuid(), 'Which?', 'CANDOR', case when n % 100 = 0 then 'CLARIFICATION' else 'ANSWER' end, 'CONFIDENT', 1, 'GATE_PASSED', '{}', now() - n * interval '1 minute'
     from generate_series(1, 3000) as n`,
    [workspaceId],
  );
  await opened.pool.query('analyze run');
});
afterAll(() => opened.close());

async function planOf(text: string, values: readonly unknown[]): Promise<Plan[]> {
  const { rows } = await opened.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  );
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/** Rows of `run` that were gone through, those that were thrown away included. */
const goneThrough = (plan: readonly Plan[]) =>
  plan
    .filter((node) => node['Index Name']?.startsWith('run_'))
    .reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );

const every = {
  tier: null,
  conversationId: null,
  contains: null,
  ids: null,
  accessGroups: null,
  own: false,
  keyId: null,
};
const page = (changes: Partial<Parameters<typeof listRuns.inOrder>[0]>) =>
  listRuns.inOrder({
    ...every,
    workspaceId,
    outcome: null,
    without: [],
    createdBefore: null,
    idBefore: null,
    limit: 21,
    ...changes,
  });

it.each([
  ['all runs', null],
  ['those of a common outcome', 'ANSWER'],
  ['those of a rare one', 'CLARIFICATION'],
])('a page of %s reads no more of them than it shows, and sorts none', async (_, outcome) => {
  const plan = await planOf(listRuns.text, page({ outcome }));
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(goneThrough(plan)).toBe(21);
});

it('a reader who has few runs of its own is not looked for among all', async () => {
  const asker = '01900000-0000-7000-8000-00000000a51e';
  const own = (keyId: string | null) => page({ own: true, keyId });
  expect(goneThrough(await planOf(listRuns.text, own(asker)))).toBe(0);
  expect(goneThrough(await planOf(listRuns.text, own(null)))).toBe(21);
});

it('digests are read of the newest runs alone, in order', async () => {
  const values = { workspaceId, accessGroups: null, since: null, judged: null, parts: [], limit: 50 };
  const plan = await planOf(listDigests.text, listDigests.inOrder(values));
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(goneThrough(plan)).toBe(50);
});

it('the most confident come first, and every cursor goes on after its run, equal ones and failed ones too', async () => {
  const workspace = await newWorkspace(opened.database);
  await opened.pool.query(
    `insert into run (workspace_id, run_id, question, preset, confidence_value, record, created_at)
     select $1, id, 'Which?', 'CANDOR', value, jsonb_build_object('id', id, 'confidenceValue', value), now()
     from (select gen_random_uuid() as id, value from unnest(array[0.3, 0.1, 0.9, 0.3, 0.3, null, null, 0]::double precision[]) as value) as given`,
    [workspace],
  );
  const reader = { workspaceId: workspace, accessGroups: null };
  const listed = async (after?: string) =>
    pageOfRuns(opened.database, reader, { first: 100, after, orderBy: 'CONFIDENCE' }, {});
  const all = await listed();
  expect(all.nodes.map(({ confidenceValue }) => confidenceValue)).toEqual([0.9, 0.3, 0.3, 0.3, 0.1, 0, null, null]);
  for (const [position, after] of all.cursors.entries())
    expect((await listed(after)).nodes).toEqual(all.nodes.slice(position + 1));
  const [run] = (await pageOfRuns(opened.database, reader, { first: 1 }, {})).cursors;
  await expect(listed(run)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'after' } });
});
