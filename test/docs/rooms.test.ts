import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const most = 15;
const source = 'src';
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).length > 0)
    .map(({ name }) => name);

/** What stands in backquotes and is a path: it ends in a slash, or in the name of a file. `<owner>.sql.ts` and `schema/*.graphql` stand for many. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => /^[\w./-]+(?:\/|\.(?:ts|tsx|md|json|graphql))$/.test(quoted));
}

const missing = (text: string, places: readonly string[]) =>
  pathsOf(text).filter((path) => !places.some((place) => existsSync(join(place, path))));

const rooms = foldersOf(source);
/** Rooms within rooms need no README; one that has one keeps it true. */
const innerRooms = rooms.flatMap((room) =>
  foldersOf(join(source, room))
    .map((inner) => join(room, inner))
    .filter((inner) => existsSync(join(source, inner, 'README.md'))),
);

describe.each([...rooms, ...innerRooms])('src/%s/README.md', (room) => {
  const folder = join(source, room);
  const text = () => readFileSync(join(folder, 'README.md'), 'utf8');

  it(`has at most ${most} lines`, () => {
    expect(text().trimEnd().split('\n').length).toBeLessThanOrEqual(most);
  });

  it('names paths that are there, of the folder or of the repository', () => {
    expect(pathsOf(text())).not.toEqual([]);
    expect(missing(text(), [folder, '.'])).toEqual([]);
  });

  it('names every room of the folder', () => {
    const named = pathsOf(text()).map((path) => path.split('/')[0]);
    expect(foldersOf(folder).filter((name) => !named.includes(name))).toEqual([]);
  });
});

test('src/README.md names paths that are there', () => {
  // A file that follows the name of its room is named alone.
  const everywhere = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const text = readFileSync(join(source, 'README.md'), 'utf8');
  const unknown = missing(text, [source, '.', 'schema']);
  expect(
    unknown.filter((path) => !everywhere.some((each) => `/${each}`.endsWith(`/${path.replace(/\/$/, '')}`))),
  ).toEqual([]);
});

test('a path that is not there is noticed', () => {
  expect(missing('`gone.ts`, `rooms.test.ts`, `gone/`, `<owner>.sql.ts`, `within(signal)`', ['test/docs'])).toEqual([
    'gone.ts',
    'gone/',
  ]);
});
