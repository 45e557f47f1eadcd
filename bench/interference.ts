/**
 * Tests whether documents that a caller may not read change anything in the answers: pairs of whole answers with and
 * without them, of which test/retrieval/nonInterference.db.release.test.ts compares 2,000.
 *
 *   npm run bench interference -- [--pairs 100000] [--seed 12]
 *
 * Runs in a new database on the Postgres that CANDOR_TEST_DATABASE_URL names (.ci/native-postgres start), otherwise on
 * the embedded one. Exits with 1 if a pair differs, and prints the first ten.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { openDatabase } from '../src/db/openDatabase.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { createHashedEmbedder } from '../test/support/hashedEmbedder.ts';
import { comparePairs } from '../test/retrieval/comparePairs.ts';
import { openFaultDatabase } from './faultDatabase.ts';

const { values: flags } = parseArgs({
  options: {
    pairs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '12' },
    'database-url': { type: 'string', default: '' },
  },
});
const wanted = Number(flags.pairs);
const own = await openFaultDatabase(flags['database-url']);
const database = await openDatabase({ databaseUrl: own?.url, dataFolder: 'memory://' });
let compared = 0;
let different = 0;
try {
  for await (const pair of comparePairs({ database, embedder: createHashedEmbedder() }, Number(flags.seed))) {
    compared += 1;
    if (!isDeepStrictEqual(pair.withThem, pair.without)) {
      different += 1;
      if (different <= 10) process.stdout.write(`${JSON.stringify(pair)}\n`);
    }
    if (compared % 5_000 === 0) process.stderr.write(`${compared} pairs, ${different} differ\n`);
    if (compared >= wanted) break;
  }
} finally {
  await database.close();
  await own?.drop();
}
process.stdout.write(
  `${compared} pairs on ${own ? 'a server' : 'the embedded database'}, ${different} differ, ${Math.round(cpuNow() / 1_000)} s of processor time in this process\n`,
);
process.exitCode = different > 0 ? 1 : 0;
