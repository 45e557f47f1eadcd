import { afterEach, expect, it } from 'vitest';
import { readAgain } from '../../../src/knowledge/sync/readAgain.ts';
import { removeSource } from '../../../src/knowledge/sync/removeSource.ts';
import { createSchedule, type Schedule } from '../../../src/knowledge/sync/schedule.ts';
import { siteReader } from '../../../src/knowledge/sync/site/readSite.ts';
import { setSchedule, sourceNamed } from '../../../src/knowledge/sync/sources.ts';
import { silentLog } from '../../../src/log.ts';
import { type SiteServer, startSite } from './siteServer.ts';
import { openSourceWorld, type SourceWorld } from './sourceWorld.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** What one process that serves does, with how many readings it has made and whether two were ever at work at once. */
function processOf(world: SourceWorld, made: { readings: number; atOnce: number; most: number }): Schedule {
  const schedule = createSchedule({
    database: world.open.database,
    log: silentLog,
    read: async (workspaceId, source, options) => {
      made.readings += 1;
      made.most = Math.max(made.most, (made.atOnce += 1));
      try {
        return await readAgain(world.parts, world.jobs, workspaceId, source, options);
      } finally {
        made.atOnce -= 1;
      }
    },
  });
  ends.push(() => schedule.stop());
  return schedule;
}

function fill(site: SiteServer, pages: readonly number[]): void {
  site.pages.clear();
  for (const n of pages) site.pages.set(`/g/p${n}.html`, `<main><h1>Lamp</h1><p>Lamp ${n} burns.</p></main>`);
  site.pages.set('/g/', pages.map((n) => `<a href="p${n}.html">Lamp</a>`).join(' ') + '<p>All lamps.</p>');
}

it('each reading is made by one of two processes, what is held goes when somebody says so, and a source that is removed is read no more', async () => {
  const site = await startSite();
  ends.push(() => site.close());
  const world = await openSourceWorld();
  const { database } = world.open;
  const { workspaceId } = world;
  fill(site, [1, 2, 3, 4, 5, 6]);
  const reader = siteReader(`site:${site.url}/g/`, { allowPrivate: true, perSecond: 100 });
  await world.sync(reader, { name: 'lamps', everySeconds: 2, facts: { accessGroups: ['staff'], tags: ['light'] } });
  const named = () => sourceNamed(database, workspaceId, 'lamps');

  const made = { readings: 0, atOnce: 0, most: 0 };
  const [one, other] = [processOf(world, made), processOf(world, made)];
  const begun = Date.now();
  await one.start(workspaceId);
  await other.start(workspaceId);
  await one.keep(workspaceId, await named());
  fill(site, [1, 2, 3, 4, 5]);
  // Gone at two readings, by the options of the first.
  await expect.poll(() => world.count(['staff']), { timeout: 60_000, interval: 200 }).toBe(6);
  expect(await world.count([])).toBe(0);
  expect(made.most).toBe(1);
  expect(made.readings).toBeGreaterThanOrEqual(2);
  expect(made.readings).toBeLessThanOrEqual(1 + (Date.now() - begun) / 2_000);

  fill(site, [1]);
  const held = async () => (await named()).lastResult?.['held'];
  await expect.poll(held, { timeout: 60_000, interval: 200 }).toBe(4);
  expect(await world.count()).toBe(6);
  await setSchedule(database, workspaceId, 'lamps', null);
  await one.readSoon(workspaceId, await named(), { allowShrink: true });
  await expect.poll(() => world.count(), { timeout: 60_000, interval: 200 }).toBe(2);

  await setSchedule(database, workspaceId, 'lamps', 2);
  await one.keep(workspaceId, await named());
  await removeSource(database, workspaceId, 'lamps', 'KEEP');
  const before = made.readings;
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(made.readings).toBe(before);
  expect(made.most).toBe(1);
}, 240_000);
