import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRuns } from '../../src/agent/runs/runs.sql.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('a list of runs of a rare tier reads the runs of that tier alone, as the application', async () => {
  const workspace = await newWorkspace(open.database);
  const client = await open.pool.connect();
  try {
    await client.query(
      `begin;
      insert into run (workspace_id, run_id, question, preset, outcome, tier, record, created_at)
      select '${workspace}', gen_random_uuid(), 'What eats it?', 'CANDOR', 'ANSWER', case when n % 1000 = 0 then 'PARTIAL' else 'CONFIDENT' end, '{}', '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 5000) as n;
      analyze run;
      set local candor.workspace_id = '${workspace}'; set local role candor_app`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${listRuns.text}`,
      [
        ...listRuns.inOrder({
          workspaceId: workspace,
          outcome: null,
          tier: 'PARTIAL',
          conversationId: null,
          contains: null,
          ids: null,
          accessGroups: null,
          own: false,
          keyId: null,
          without: [],
          createdBefore: null,
          idBefore: null,
          limit: 50,
        }),
      ],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using run_of_tier on run \(actual rows=5\b/);
    expect(plan).not.toMatch(/Rows Removed/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
