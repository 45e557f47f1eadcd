/**
 * Runs every kind of network fault in front of every server that Candor calls, and prints one table.
 *
 *   npm run bench faults -- [--only postgres,chat] [--asks 2]
 *
 * Postgres is included if CANDOR_TEST_DATABASE_URL names a server (.ci/native-postgres start); without one the embedded
 * database is used, which no network fault affects. A fault passes if each question during it ends with a typed result,
 * within its deadline and 250 ms, with no more confidence than without the fault, and if questions with 15 s each
 * behave as before within 20 s of its end. Time is counted by the event loop (test/support/clocks.ts), which tolerates
 * a busy machine, but also a blocked thread.
 */
import { parseArgs } from 'node:util';
import { faultKinds } from '../test/faults/faultKinds.ts';
import { dependencies, openFaultRig, type Dependency } from '../test/faults/faultRig.ts';
import { judgeFault, type FaultRow } from '../test/faults/judgeFault.ts';
import { openFaultDatabase } from './faultDatabase.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: dependencies.join() },
    asks: { type: 'string', default: '2' },
    'database-url': { type: 'string', default: '' },
  },
});
const only = flags.only.split(',') as Dependency[];
const database = await openFaultDatabase(flags['database-url']);
const tried = only.filter((dependency) => dependency !== 'postgres' || database !== null);
if (tried.length < only.length) process.stdout.write('SKIPPED: postgres: CANDOR_TEST_DATABASE_URL names no server.\n');
const rig = await openFaultRig(database?.url ?? null);
const stray: unknown[] = [];
process.on('uncaughtException', (error) => stray.push(error));
process.on('unhandledRejection', (error) => stray.push(error));

const whole = await warm();
const rows: FaultRow[] = [];
for (const dependency of tried) {
  for (const [fault, conduct] of Object.entries(faultKinds)) {
    const before = stray.length;
    const row = await judgeFault(rig, whole, [dependency, fault, conduct], Number(flags.asks));
    const strays = stray.slice(before).map((error) => `stray: ${String(error)}`);
    rows.push({ ...row, problems: [...row.problems, ...strays] });
    process.stdout.write(lineOf(rows.at(-1) as FaultRow));
  }
}
await rig.close();
await database?.drop();
const bad = rows.filter(({ problems }) => problems.length > 0);
const slowest = Math.max(...rows.flatMap(({ endings }) => endings.map(({ millis }) => millis)));
process.stdout.write(
  `\n${rows.length} faults (${Object.keys(faultKinds).length} kinds before ${tried.join(', ')}): ${rows.length - bad.length} passed, ${bad.length} did not. Slowest ask ${Math.round(slowest)} ms of 2,500 + 250.\n`,
);
process.exitCode = bad.length === 0 ? 0 : 1;

async function warm() {
  const ending = await rig.askWhole();
  process.stdout.write(
    `without a fault: ${ending.type} ${ending.tier} ${ending.confidence.toFixed(3)} in ${Math.round(ending.millis)} ms ${ending.degraded.join()}\n\n`,
  );
  return ending;
}

function lineOf({ dependency, fault, endings, recoveredAfter, problems }: FaultRow): string {
  const ends = endings.map(
    ({ type, code, tier, confidence, millis, degraded }) =>
      `${code ?? `${type} ${tier} ${confidence.toFixed(2)}`}${degraded.length > 0 ? ` [${degraded.join()}]` : ''} ${Math.round(millis)} ms`,
  );
  const after = recoveredAfter === null ? '-' : `${Math.round(recoveredAfter)} ms`;
  return `${dependency.padEnd(9)} ${fault.padEnd(40)} ${problems.length === 0 ? 'ok  ' : 'BAD '} ${ends.join(' | ')}; back after ${after}${problems.map((problem) => `\n${' '.repeat(52)}${problem}`).join('')}\n`;
}
