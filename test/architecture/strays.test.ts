import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';

/** What a tool looks for under this name, without being told. */
const foundByName: Readonly<Record<string, string>> = {
  '.dockerignore': 'docker build',
  '.gitignore': 'git',
  '.graphqlrc.yml': '@graphql-eslint and editors',
  '.npmrc': 'npm',
  'tools/.npmrc': 'npm',
  '.oxfmtrc.json': 'oxfmt',
  '.oxlintrc.json': 'oxlint',
  'knip.json': 'knip',
  'deploy/helm/candor/Chart.yaml': 'helm',
};
/** Folders of which every file is read, whatever its name. */
const readWhole: Readonly<Record<string, string>> = {
  'deploy/grafana/provisioning/dashboards': 'Grafana, which compose.yaml gives the folder',
  'deploy/grafana/provisioning/datasources': 'Grafana, which compose.yaml gives the folder',
  migrations: 'src/db/migrate.ts',
  schema: 'src/graphql/schema.ts',
};
/** Whose files have a rule or a reader of their own: code by imports (knip), what is asked, read and measured by folder. */
const elsewhere = /^(?:src|test|bench|docs|sample|weights)\//;
/** What may refer to a file; a lockfile refers to packages alone. */
const isRead = (path: string) =>
  !path.endsWith('package-lock.json') && !/^(?:weights|sample|test\/(?:formats|golden)|docs\/images)\//.test(path);

/** A copy that another user owns is read too. */
const tracked = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));

/** Tracked files that no other file names, that no tool knows by name, and whose folder nobody reads whole. */
function strays(paths: readonly string[], textOf: (path: string) => string): string[] {
  const texts = paths.filter(isRead).map((path) => ({ path, text: textOf(path) }));
  const isNamed = (path: string) => {
    const name = new RegExp(`(?<![\\w.-])${basename(path).replaceAll('.', '\\.')}(?!\\w)`);
    return texts.some((other) => other.path !== path && name.test(other.text));
  };
  return paths
    .filter((path) => !elsewhere.test(path))
    .filter((path) => !(path in foundByName) && !(dirname(path) in readWhole) && !isNamed(path));
}

it('every tracked file beside the code is referred to', () => {
  expect(strays(tracked, (path) => readFileSync(path, 'utf8'))).toEqual([]);
});

it('notices a stray, also where a longer name ends as it does', () => {
  const texts: Record<string, string> = {
    '.r.mts': 'import "./src/a.ts";',
    'other.yml': '',
    'src/a.ts': "read('another.yml'); // as .r.mtsx",
    'docs/a.md': 'unread.md',
    'knip.json': '{}',
    'migrations/0001_a.sql': '',
    'vite.config.ts': '',
    'package.json': 'vite.config.ts package.json',
  };
  expect(strays(Object.keys(texts), (path) => texts[path] ?? '')).toEqual(['.r.mts', 'other.yml', 'package.json']);
});

it('keeps no exception that is no longer needed', () => {
  const folders = new Set(tracked.map((path) => dirname(path)));
  expect(Object.keys(foundByName).filter((path) => !tracked.includes(path))).toEqual([]);
  expect(Object.keys(readWhole).filter((folder) => !folders.has(folder))).toEqual([]);
});
