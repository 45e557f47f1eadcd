import { expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp } from '../support/database.ts';
import { askWhileVanishing } from './vanishing.ts';

it('forty questions while a document is deleted, restored, replaced and purged each get their outcome', async () => {
  const open = await openTestApp();
  const admin: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await open.app.workspaces.ensure(admin.workspaceId, 'test');
  try {
    expect(await askWhileVanishing(open.app, admin, 40)).toEqual({ outcomes: 40, wrong: [] });
  } finally {
    await open.close();
  }
}, 300_000);
