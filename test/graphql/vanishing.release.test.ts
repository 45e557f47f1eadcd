import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '../support/database.ts';
import { askWhileVanishing } from './vanishing.ts';

test('1,000 questions while documents are deleted, restored, replaced and purged each get their outcome', async () => {
  const { app, close } = await openTestApp();
  onTestFinished(() => close());
  const caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  await app.workspaces.ensure(caller.workspaceId, 'Default');
  expect(await askWhileVanishing(app, caller, 1_000)).toEqual({ outcomes: 1_000, wrong: [] });
}, 1_800_000);
