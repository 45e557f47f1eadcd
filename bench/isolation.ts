/**
 * Whether any answer tells a caller what it may not read: the histories of test/isolation, as many as are asked for.
 *
 *   npm run bench:isolation -- [--operations 100000] [--seed 1]
 *
 * Runs on the Postgres that CANDOR_TEST_DATABASE_URL names (.ci/native-postgres start), in a database of its own; without one on the embedded database, which has one
 * connection and nothing that could be killed. Ends at the first leak, with the caller, the request and the answer.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/db/openDatabase.ts';
import { playHistories } from '../test/isolation/histories.ts';
import { openRig } from '../test/isolation/rig.ts';
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
try {
  const { operations, ends } = await playHistories(rig, wanted, Number(flags.seed), (told) => {
    if (told.operations < nextReport) return;
    nextReport = told.operations + wanted / 20;
    process.stderr.write(`${told.operations} operations\n`);
  });
  for (const [end, count] of [...ends].toSorted(([left], [right]) => left.localeCompare(right)))
    process.stdout.write(`${String(count).padStart(8)}  ${end}\n`);
  const { user, system } = process.cpuUsage();
  process.stdout.write(
    `${operations} operations on ${own ? 'a server' : 'the embedded database'}, 0 leaks, ${Math.round((user + system) / 1e6)} s of processor time in this process\n`,
  );
} finally {
  await rig.close();
  await database.close();
  await own?.drop();
}
