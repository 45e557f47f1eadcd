import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/openDatabase.ts';
import { inMemory } from '../../../src/db/openEmbedded.ts';
import type { Database } from '../../../src/db/database.ts';
import { openOwnDatabase, openTestApp, type OpenTestApp, type OpenTestDatabase } from '../../support/database.ts';
import { answerTo, audited, fillWorkspace } from './filledWorkspace.ts';

let server: OpenTestDatabase;
let embedded: Database;
let [onServer, onThisMachine]: OpenTestApp[] = [];
let folder: string;
beforeAll(async () => {
  server = await openOwnDatabase();
  embedded = await openDatabase({ databaseUrl: undefined, dataFolder: inMemory });
  onServer = await openTestApp(audited, server);
  onThisMachine = await openTestApp(audited, { ...server, database: embedded, url: null });
  folder = await mkdtemp(join(tmpdir(), 'candor-moving-'));
});
afterAll(async () => {
  await onServer?.close();
  await onThisMachine?.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('all workspaces move from the embedded database to a server and back, each row the same, and answer the same', async () => {
  const [small, large] = [onThisMachine?.app, onServer?.app];
  if (!small || !large) throw new Error('not open');
  const callers = [await fillWorkspace(small), await fillWorkspace(small)] as const;
  const answers = await Promise.all(callers.map((caller) => answerTo(small, caller)));
  const file = (name: string) => join(folder, `${name}.gz`);
  const saved = await small.backups.backup(file('embedded'), { workspaceIds: null });
  expect([...saved.workspaces].sort()).toEqual(callers.map(({ workspaceId }) => workspaceId).sort());
  expect(saved.tables['audit_entry']).toBe(4);
  expect(await large.backups.restore(file('embedded'), { replace: false })).toMatchObject(saved);
  expect(await large.backups.backup(file('server'), { workspaceIds: null })).toEqual(saved);
  for (const [index, caller] of callers.entries()) expect(await answerTo(large, caller)).toBe(answers[index]);
  const withRuns = await large.backups.backup(file('asked'), { workspaceIds: null });
  for (const { workspaceId } of callers) await small.workspaces.remove(workspaceId);
  expect(await small.backups.restore(file('asked'), { replace: false })).toMatchObject(withRuns);
  for (const caller of callers) expect(await small.audit.verify(caller)).toMatchObject({ holds: true, count: 2 });
  expect(await small.backups.backup(file('back'), { workspaceIds: null })).toEqual(withRuns);
});

it('a backup is of one instant, however much is written meanwhile', async () => {
  const app = onServer?.app;
  if (!app) throw new Error('not open');
  const caller = await fillWorkspace(app);
  const options = { workspaceIds: [caller.workspaceId] };
  const before = await app.backups.backup(join(folder, 'quiet.gz'), options);
  let writing: Promise<unknown> | undefined;
  const during = await app.backups.backup(join(folder, 'busy.gz'), {
    ...options,
    onProgress: () => {
      writing ??= app.ingest(caller, [
        { key: 'meanwhile.md', title: 'Meanwhile', text: 'Written while it was saved.' },
      ]);
    },
  });
  await writing;
  expect(during).toEqual(before);
  expect((await app.backups.backup(join(folder, 'after.gz'), options)).rows).toBeGreaterThan(before.rows);
});
