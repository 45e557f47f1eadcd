/**
 * Lists the benches, or runs one.
 *
 *   npm run bench
 *   npm run bench NAME [-- FLAGS]
 *
 * The comment at the top of each bench describes its flags. A bench that can use a Postgres server takes it from
 * CANDOR_TEST_DATABASE_URL; `--database-url` replaces that.
 */
import { spawnSync } from 'node:child_process';
import { benches } from './benches.ts';

// The script of package.json reads the environment, which no module here does.
const [url = '', name, ...flags] = process.argv.slice(2);
const bench = benches[name ?? ''];

if (bench) {
  const server = bench.server === true && url !== '' ? ['--database-url', url] : [];
  process.argv.splice(2, process.argv.length, ...server, ...flags);
  if ('start' in bench) await bench.start();
  else process.exitCode = spawnSync(bench.command, [...bench.words, ...flags], { stdio: 'inherit' }).status ?? 1;
} else {
  const width = Math.max(...Object.keys(benches).map((each) => each.length));
  const lines = Object.entries(benches).map(([each, { about, takes }]) => `${each.padEnd(width)}  ${about} (${takes})`);
  if (name !== undefined) process.exitCode = 1;
  process.stdout.write(`${name === undefined ? '' : `No bench is named "${name}".\n\n`}${lines.join('\n')}\n`);
}
