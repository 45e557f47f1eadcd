/**
 * Tests whether any answer reveals to a caller what it may not read, with as many histories of test/isolation as
 * requested.
 *
 *   npm run bench isolation -- [--operations 100000] [--seed 1]
 *
 * Runs in a new database on the Postgres that CANDOR_TEST_DATABASE_URL names (.ci/native-postgres start); without one
 * on the embedded database, which has one connection and nothing that could be killed. Stops at the first leak, with
 * the caller, the request and the answer. Prints operations per second, and the operations that took the most time,
 * with the time of one beside others; kills and callers who disconnect are included.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/db/openDatabase.ts';
import { playHistories } from '../test/isolation/histories.ts';
import { openRig } from '../test/isolation/rig.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { openFaultDatabase } from './faultDatabase.ts';

const { values: flags } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    'database-url': { type: 'string', default: '' },
  },
});
const own = await openFaultDatabase(flags['database-url']);
const database = await openDatabase({ databaseUrl: own?.url, dataFolder: 'memory://' });
const rig = await openRig(database, own?.url ?? null);
const wanted = Number(flags.operations);
let nextReport = 0;
const began = performance.now();
const perSecond = (operations: number) => ((operations * 1_000) / (performance.now() - began)).toFixed(1);
try {
  const { operations, ends, took } = await playHistories(rig, wanted, Number(flags.seed), (told) => {
    if (told.operations < nextReport) return;
    nextReport = told.operations + wanted / 20;
    process.stderr.write(`${told.operations} operations, ${perSecond(told.operations)} a second\n`);
  });
  for (const [end, count] of [...ends].toSorted(([left], [right]) => left.localeCompare(right)))
    process.stdout.write(`${String(count).padStart(8)}  ${end}\n`);
  const countOf = (kind: string) =>
    [...ends].reduce((sum, [end, count]) => sum + (end.startsWith(`${kind}: `) ? count : 0), 0);
  const slowest = [...took].toSorted(([, left], [, right]) => right - left).slice(0, 8);
  for (const [kind, millis] of slowest)
    process.stdout.write(
      `${(millis / 1_000).toFixed(0).padStart(8)}  s in ${kind}, ${(millis / countOf(kind)).toFixed(0)} ms each\n`,
    );
  process.stdout.write(
    `${operations} operations on ${own ? 'a server' : 'the embedded database'}, 0 leaks, ${perSecond(operations)} a second, ${Math.round(cpuNow() / 1_000)} s of processor time in this process\n`,
  );
} finally {
  await rig.close();
  await database.close();
  await own?.drop();
}
