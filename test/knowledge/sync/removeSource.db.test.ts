import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../src/db/statement.ts';
import { holdSource } from '../../../src/knowledge/sync/holdSource.ts';
import { removeSource } from '../../../src/knowledge/sync/removeSource.ts';
import { setSchedule, sourceNamed } from '../../../src/knowledge/sync/sources.ts';
import { renewReading } from '../../../src/knowledge/sync/sources.sql.ts';
import { syncPath } from '../../../src/knowledge/sync/syncPath.ts';
import { openSourceWorld, type SourceWorld } from './sourceWorld.ts';

let world: SourceWorld;
beforeEach(async () => {
  world = await openSourceWorld();
});

const keys = ['wiki/a', 'wiki/b', 'wiki/c'];
const page = (key: string) => ({ key, checksum: `of ${key}`, accessGroups: [] });
async function push() {
  const { wanted } = await world.push({ source: 'wiki', entries: keys.map(page), complete: true });
  return world.send(
    'wiki',
    wanted.map((key) => ({ ...page(key), text: `The page ${key} is about lamps.`, format: 'MARKDOWN' as const })),
  );
}
const remove = (stays: 'KEEP' | 'DELETE', which = 'wiki') =>
  removeSource(world.open.database, world.workspaceId, which, stays);
const named = (which: string) => sourceNamed(world.open.database, world.workspaceId, which);

it('a source goes and its documents stay, of which nothing replaces any by its key', async () => {
  await push();
  expect(await remove('KEEP')).toMatchObject({ source: { name: 'wiki' }, documentCount: 3 });
  expect(await world.keys()).toEqual(keys);
  await expect(named('wiki')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await push()).counts).toMatchObject({ created: 0, updated: 0, failed: 3 });
  expect(await world.keys()).toEqual(keys);
});

it('a source goes with its documents, and has them again if it comes back', async () => {
  await push();
  const { id } = await named('wiki');
  expect(await remove('DELETE', id)).toMatchObject({ documentCount: 3 });
  expect(await world.keys()).toEqual([]);
  expect(await world.keys(null, { deleted: true })).toEqual(keys);
  expect((await push()).counts).toMatchObject({ failed: 0 });
  expect(await world.keys()).toEqual(keys);
  expect(await named('wiki')).toMatchObject({ id, kind: 'PUSHED' });
});

it('of a document that another source holds too, the version from there stays', async () => {
  for (const [name, day] of [
    ['north', '2024-01-01'],
    ['south', '2025-01-01'],
  ]) {
    const folder = await mkdtemp(join(tmpdir(), 'candor-remove-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const text = `---\neffective: ${day}\n---\n# Hours\n\nThe ${name} gate opens at nine.`;
    await writeFile(join(folder, 'hours.md'), text);
    await syncPath(world.parts, world.jobs, world.workspaceId, folder, { name });
  }
  expect(await remove('DELETE', 'north')).toMatchObject({ documentCount: 1 });
  expect(await world.keys()).toEqual(['hours.md']);
  const days = 'select effective_from::date::text as day from document_version where workspace_id = $1';
  expect(await world.rows(days)).toEqual([{ day: '2025-01-01' }]);
});

it('is not removed while it is read, by which process ever, and names the nearest where there is none', async () => {
  await push();
  const { database } = world.open;
  const { id: sourceId, where } = await named('wiki');
  const hold = await holdSource(database, world.workspaceId, where);
  await expect(remove('DELETE')).rejects.toMatchObject({ code: 'OVERLOADED' });
  hold.note(20, 300);
  expect((await named('wiki')).lastResult).toMatchObject({ reading: { done: 0, total: 0 } });
  // What is not its own, nobody renews.
  const lease = { workspaceId: world.workspaceId, sourceId, leaseSeconds: 20, reading: '{}' };
  const renewed = await database.inWorkspace(world.workspaceId, (transaction) =>
    transaction.query(renewReading, { ...lease, owner: newId() }),
  );
  expect(renewed).toEqual([]);
  await hold.release();
  expect((await named('wiki')).lastResult).not.toHaveProperty('reading');
  await expect(remove('KEEP', 'wikki')).rejects.toMatchObject({ code: 'NOT_FOUND', remedy: 'Did you mean "wiki"?' });
  await expect(setSchedule(database, world.workspaceId, 'wiki', 3_600)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(await setSchedule(database, world.workspaceId, 'wiki', null)).toMatchObject({ nextReadAt: null });
});
