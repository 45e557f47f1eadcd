import { expect, it, onTestFinished } from 'vitest';
import { purgeRuns } from '../../src/agent/runs/purgeRuns.ts';
import { saveRun } from '../../src/agent/runs/runs.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newId } from '../../src/db/statement.ts';
import { newWorkspace, openTestApp, openTestDatabase, raw } from '../support/database.ts';
import { runOf } from '../support/fake/outcomes.ts';

const day = 86_400_000;
const now = new Date('2026-11-28T12:00:00Z');

async function filled(ages: readonly number[]) {
  const { database } = await openTestDatabase();
  const { app, close } = await openTestApp();
  onTestFinished(close);
  const workspaceId = await newWorkspace(database);
  const other = await newWorkspace(database);
  const ids = ages.map(() => newId());
  for (const [at, age] of ages.entries())
    for (const workspace of [workspaceId, other])
      await saveRun(database, workspace, {
        ...runOf(ids[at] ?? ''),
        id: workspace === other ? newId() : (ids[at] ?? ''),
        createdAt: new Date(now.getTime() - age * day),
      });
  const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  const kept = async (workspace = workspaceId) =>
    (
      await database.inWorkspace(workspace, (transaction) =>
        transaction.query(raw('select run_id from run where workspace_id = $1 order by created_at desc'), [workspace]),
      )
    ).map(({ run_id: id }) => ids.indexOf(String(id)));
  return { app, database, workspaceId, other, caller, ids, kept };
}

it('keeps runs for a year by default, and judged ones', async () => {
  const { app, database, workspaceId, other, caller, ids, kept } = await filled([1, 364, 366, 400]);
  await app.feedback.record(caller, { runId: ids[3] ?? '', verdict: 'CORRECT' });
  expect(await purgeRuns(database, workspaceId, now)).toBe(1);
  expect(await kept()).toEqual([0, 1, 3]);
  expect(await kept(other)).toHaveLength(4);
});

it('keeps as many, and as long, as the workspace says', async () => {
  const { app, database, workspaceId, caller, kept } = await filled([1, 2, 3, 40, 50]);
  expect(await app.runs.setRetention(caller, { count: 4 })).toEqual({ days: 365, count: 4 });
  expect(await purgeRuns(database, workspaceId, now)).toBe(1);
  expect(await app.runs.setRetention(caller, { days: 30 })).toEqual({ days: 30, count: 4 });
  expect(await purgeRuns(database, workspaceId, now)).toBe(1);
  expect(await kept()).toEqual([0, 1, 2]);
  expect(await app.runs.setRetention(caller, { days: null, count: null })).toEqual({ days: 365, count: 100_000 });
  await expect(app.runs.setRetention(caller, { days: 0 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(app.runs.setRetention({ ...caller, role: 'EDITOR' }, { days: 1 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
