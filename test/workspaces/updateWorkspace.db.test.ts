import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateWorkspace, type WorkspaceChange } from '../../src/app/updateWorkspace.ts';
import { readRunRetention } from '../../src/agent/runs/purgeRuns.ts';
import { newId } from '../../src/db/statement.ts';
import { createAudit } from '../../src/workspaces/audit.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { createWorkspaces } from '../../src/workspaces/workspaces.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let workspaceId: string;
beforeAll(async () => {
  open = await openTestDatabase();
});
beforeEach(async () => {
  workspaceId = await newWorkspace(open.database);
});
afterAll(() => open.close());

const admin = (changes: Partial<Caller> = {}): Caller => ({
  workspaceId,
  role: 'ADMIN',
  accessGroups: null,
  keyId: newId(),
  ...changes,
});
const update = (change: WorkspaceChange, caller = admin()) => updateWorkspace(open.database, caller, change);
const settings = async () => {
  const found = await createWorkspaces(open.database).find(workspaceId);
  return {
    retentionDays: found?.retentionDays,
    rounds: [found?.budget.defaults.maxRounds, found?.budget.ceilings.maxRounds],
    gate: found?.gate,
    wording: found?.wording,
    runs: await readRunRetention(open.database, workspaceId),
    auditDays: await createAudit(open.database, false).retention(workspaceId),
    site: found?.documentSite,
  };
};
const untouched = {
  retentionDays: 30,
  rounds: [2, 5],
  gate: null,
  wording: null,
  runs: { days: 365, count: 100_000 },
  auditDays: null,
  site: null,
};
const everything: WorkspaceChange = {
  retentionDays: 7,
  runRetentionDays: 90,
  runRetentionCount: 500,
  auditRetentionDays: 400,
  budget: { defaults: { maxRounds: 1 }, ceilings: { maxRounds: 3 } },
  gate: 'STRICT',
  wording: 'WRITTEN',
  documentSite: 'https://wiki.example/',
};
const all = {
  retentionDays: 7,
  rounds: [1, 3],
  gate: 'STRICT',
  wording: 'WRITTEN',
  runs: { days: 90, count: 500 },
  auditDays: 400,
  site: 'https://wiki.example/',
};

describe('settings of a workspace', () => {
  it('are changed together; what is left out stays, and null is the default', async () => {
    expect(await settings()).toEqual(untouched);
    await update(everything);
    expect(await settings()).toEqual(all);
    await update({ retentionDays: 0, runRetentionDays: null, budget: { defaults: null } });
    const runs = { days: 365, count: 500 };
    expect(await settings()).toEqual({ ...all, retentionDays: 0, rounds: [2, 3], runs });
    await update({
      retentionDays: null,
      runRetentionCount: null,
      auditRetentionDays: null,
      budget: null,
      gate: null,
      wording: null,
      documentSite: null,
    });
    expect(await settings()).toEqual(untouched);
  });

  it.each<[string, WorkspaceChange]>([
    ['retentionDays', { retentionDays: 3_651 }],
    ['runRetentionDays', { runRetentionDays: 0 }],
    ['runRetentionCount', { runRetentionCount: -1 }],
    ['auditRetentionDays', { auditRetentionDays: 0 }],
    ['budget.defaults.maxRounds', { budget: { defaults: { maxRounds: 4 }, ceilings: { maxRounds: 3 } } }],
    ['gate', { gate: 2 }],
    ['documentSite', { documentSite: 'javascript:alert(1)' }],
  ])('are all left as they are if %s cannot be used, which is named', async (field, wrong) => {
    await expect(update({ ...everything, ...wrong })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(field) as string,
      details: { field },
    });
    expect(await settings()).toEqual(untouched);
  });

  it.each<[string, Partial<Caller>, WorkspaceChange]>([
    ['an EDITOR', { role: 'EDITOR' }, { gate: 'STRICT' }],
    ['an ADMIN without the scope', { scopes: ['READ'] }, { retentionDays: 7 }],
    ['an ADMIN with groups, those of runs', { accessGroups: ['hr'] }, { gate: 'STRICT', runRetentionDays: 7 }],
    [
      'an ADMIN with groups, those of the audit',
      { accessGroups: ['hr'] },
      { gate: 'STRICT', auditRetentionDays: null },
    ],
  ])('are not for %s', async (_who, changes, change) => {
    await expect(update(change, admin(changes))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await settings()).toEqual(untouched);
  });

  it('but for those of runs and the audit are for an ADMIN with groups, too', async () => {
    await update({ gate: 'GENEROUS', retentionDays: 7 }, admin({ accessGroups: ['hr'] }));
    expect(await settings()).toEqual({ ...untouched, gate: 'GENEROUS', retentionDays: 7 });
  });
});
