import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Migration, readMigrations } from '../../src/db/migrate.ts';

const released = JSON.parse(
  readFileSync(new URL('../../migrations/released.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** What databases would be refused for, or would never get: a released migration that changed or went, a new one numbered before a released one, or twice. */
function offences(migrations: readonly Migration[]): string[] {
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const newest = Math.max(...Object.keys(released).map((name) => Number(name.slice(0, 4))));
  const versions = migrations.map(({ version }) => version);
  return [
    ...Object.entries(released)
      .filter(([name, hash]) => hashes.get(name) !== hash)
      .map(([name]) => `${name} is released: put it back and add a new migration`),
    ...migrations
      .filter(({ name, version }) => !(name in released) && version <= newest)
      .map(({ name }) => `${name} comes before a released migration: give it a number above ${newest}`),
    ...migrations
      .filter(({ version }, index) => versions.indexOf(version) !== index)
      .map(({ name }) => `${name} has the number of another migration`),
  ];
}

it('leaves released migrations as they were, and numbers new ones after them', async () => {
  expect(offences(await readMigrations())).toEqual([]);
});

it('tells a released migration that was edited or is gone, and a number that stands before one or twice', async () => {
  const [first, ...rest] = await readMigrations();
  const added = (version: number): Migration => ({ version, name: `000${version}_new.sql`, text: '', hash: 'new' });
  expect(offences([{ ...first!, hash: 'edited' }, ...rest])).toHaveLength(1);
  expect(offences(rest)).toHaveLength(1);
  expect(offences([added(0), first!, ...rest])).toHaveLength(1);
  expect(offences([first!, added(9), { ...added(9), name: '0009_other.sql' }])).toHaveLength(1);
  expect(offences([first!, added(9)])).toEqual([]);
});
