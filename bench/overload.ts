/**
 * Measures what happens if more questions arrive than the server can answer: its capacity with a few clients, then a
 * multiple of that by the clock, then how soon it recovers.
 *
 *   npm run bench overload -- [--seconds 120] [--workspaces 2] [--times 5] [--clients 4] [--database-url URL] [--target]
 *   npm run bench overload -- --impatient [--users 200] [--seconds 60] [--workspaces 2] [--database-url URL] [--target]
 *
 * With --impatient, users whose questions have a budget of 2.5 s repeat 50 ms after each end, whatever they are told.
 *
 * Runs `candor serve` in a separate process with the sample in each workspace: in a new database on the Postgres that
 * URL names (.ci/native-postgres start), otherwise on the embedded one. The clients run here, on the same cores, so the
 * capacity is that of server and clients together. With --target it exits with 1 if goodput is below 90 % of the
 * capacity, a workspace gets 10 % less than another, recovery takes more than 10 s, or a refusal does not say when to
 * retry.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config/config.ts';
import { percentile } from '../src/stats.ts';
import { askInClosedLoop, askInOpenLoop, type Asker, createAsker } from './askedOverHttp.ts';
import { outcomeMillis, outcomesPerSecond, overloadFigures, recoverySeconds } from './overloadFigures.ts';
import { askImpatiently, type ImpatientFigures } from './impatience.ts';
import { goldenQuestions, machineLine, serveSample } from './servedCandor.ts';

/** Of the users who do not wait: a minute on two cores; p95 beyond the budget and the time in the queue. */
const impatience = { budgetMillis: 2_500, pauseMillis: 50 } as const;
const impatientTargets = { answersPerMinute: 150, beyondMillis: 500, readyzMillis: 2_000 } as const;
const targets = { goodputShare: 0.9, unfairness: 0.1, recoverySeconds: 10 } as const;
/** Between two probes of /healthz. */
const probeMillis = 100;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string' },
    impatient: { type: 'boolean', default: false },
    users: { type: 'string', default: '200' },
    workspaces: { type: 'string', default: '2' },
    times: { type: 'string', default: '5' },
    clients: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    'database-url': { type: 'string', default: '' },
    target: { type: 'boolean', default: false },
  },
});
const usualSeconds = flags.impatient ? '60' : '120';
const [seconds, workspaces, times, clients] = [
  flags.seconds ?? usualSeconds,
  flags.workspaces,
  flags.times,
  flags.clients,
].map(Number) as [number, number, number, number];
/** Before and after: long enough for the p95 of some hundred questions. */
const calmSeconds = Math.max(15, seconds / 4);

async function slowestProbe(asker: Asker, signal: AbortSignal): Promise<number> {
  let slowest = 0;
  while (!signal.aborted) {
    slowest = Math.max(slowest, await asker.probe());
    await wait(probeMillis);
  }
  return slowest;
}

async function measure(asker: Asker) {
  const load = { asker, questions: await goldenQuestions(), workspaces };
  // What the first questions load and compile is not counted.
  await askInClosedLoop({ ...load, seconds: 5 }, clients);
  const calmBegan = performance.now();
  const before = await askInClosedLoop({ ...load, seconds: calmSeconds }, clients);
  const capacity = outcomesPerSecond(before, calmBegan, calmSeconds);
  const p95Before = outcomeMillis(before, 0.95) ?? Infinity;
  process.stderr.write(`capacity ${capacity.toFixed(1)} outcomes/s; offering ${(times * capacity).toFixed(1)}/s\n`);
  const flood = new AbortController();
  const probing = slowestProbe(asker, flood.signal);
  const overloading = askInOpenLoop({ ...load, seconds }, times * capacity, Number(flags.seed));
  // New questions count from the end of the flood, while its last ones still wait.
  await wait(seconds * 1_000);
  const ended = performance.now();
  const after = await askInClosedLoop({ ...load, seconds: calmSeconds }, clients);
  const { began, asked, late } = await overloading;
  flood.abort();
  const figures = overloadFigures(asked, { began, seconds, workspaces });
  return {
    capacity,
    before: { p50: outcomeMillis(before, 0.5), p95: p95Before },
    offered: asked.length,
    figures,
    healthzMillis: await probing,
    lateMillis: percentile(late, 0.95),
    recovery: recoverySeconds(after, ended, p95Before),
    capacityAfter: outcomesPerSecond(after, ended, calmSeconds),
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const shown = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(digits));
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function tableOf({ capacity, before, offered, figures, ...measured }: Measured): string {
  const rows: [string, string][] = [
    [
      'capacity, outcomes/s',
      `${shown(capacity, 1)} (${clients} clients; ${shown(measured.capacityAfter, 1)} afterwards)`,
    ],
    ['before, p50 / p95 ms', `${shown(before.p50)} / ${shown(before.p95)}`],
    ['offered, questions/s', `${shown(offered / seconds, 1)} for ${seconds} s`],
    ['goodput, outcomes/s', `${shown(figures.goodput, 1)}, ${percent(figures.goodput / capacity)} of capacity`],
    ['by workspace', `${figures.byWorkspace.join(', ')}; ${percent(figures.unfairness)} apart`],
    [
      'answered, p50 / p95 ms',
      `${shown(figures.p50)} / ${shown(figures.p95)}, ${percent(figures.degradedShare)} degraded`,
    ],
    ...[...figures.refusals].map(([what, count]): [string, string] => ['not answered', `${count} x ${what}`]),
    ['/healthz, slowest ms', shown(measured.healthzMillis)],
    ['recovered after, s', measured.recovery === null ? `not within ${calmSeconds} s` : shown(measured.recovery, 1)],
    ['sent too late, p95 ms', shown(measured.lateMillis)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(24)} ${value}\n`).join('');
}

function missed({ capacity, figures, recovery }: Measured): string[] {
  return [
    figures.goodput < targets.goodputShare * capacity ? 'goodput' : '',
    figures.unfairness > targets.unfairness ? 'workspaces apart' : '',
    recovery === null || recovery > targets.recoverySeconds ? 'recovery' : '',
    figures.badEnds > 0 ? `${figures.badEnds} ends that say nothing of when to try again` : '',
  ].filter((what) => what !== '');
}

function impatientTable(figures: ImpatientFigures): string {
  const rows: [string, string][] = [
    ['answers', `${figures.answers} in ${seconds} s, ${figures.withoutRecord} without their record`],
    ['answered, p50 / p95 ms', `${shown(figures.p50)} / ${shown(figures.p95)}`],
    ...[...figures.others].map(([what, count]): [string, string] => ['not answered', `${count} x ${what}`]),
    ['/readyz, slowest ms', shown(figures.slowestReadyz)],
    ["the load's own share", percent(figures.loadShare)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(24)} ${value}\n`).join('');
}

function impatientMissed({ answers, withoutRecord, p95, slowestReadyz }: ImpatientFigures): string[] {
  const { waitMillis } = loadConfig({}).admission;
  const latest = impatience.budgetMillis + waitMillis + impatientTargets.beyondMillis;
  return [
    answers < (impatientTargets.answersPerMinute * seconds) / 60 ? 'answers' : '',
    p95 === null || p95 > latest ? `p95 of ${latest} ms` : '',
    withoutRecord > 0 ? 'records' : '',
    slowestReadyz > impatientTargets.readyzMillis ? '/readyz' : '',
  ].filter((what) => what !== '');
}

/** @returns the table and what was missed */
async function run(): Promise<[table: string, missed: readonly string[]]> {
  if (!flags.impatient) {
    const measured = await measure(asker);
    return [tableOf(measured), missed(measured)];
  }
  const questions = await goldenQuestions();
  // What the first questions load and compile is not counted.
  await askInClosedLoop({ asker, questions, workspaces, seconds: 5 }, clients);
  const figures = await askImpatiently(served, questions, { ...impatience, users: Number(flags.users), seconds });
  return [impatientTable(figures), impatientMissed(figures)];
}

const served = await serveSample(flags['database-url'], workspaces);
const asker = createAsker(served);
try {
  const [table, failed] = await run();
  process.stdout.write(
    `${served.databaseName}, ${workspaces} workspaces, ${machineLine()}\n${table}targets: ${failed.length === 0 ? 'met' : `missed (${failed.join(', ')})`}\n`,
  );
  process.exitCode = flags.target && failed.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(served.lastWords());
  throw error;
} finally {
  asker.close();
  await served.close();
}
