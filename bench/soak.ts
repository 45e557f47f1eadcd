/**
 * Tests whether a server under a steady load keeps using more memory: resident memory each second, its slope after a
 * warm-up of a third of the time, and descriptors and sockets before and after.
 *
 *   npm run bench soak -- [--minutes 30] [--clients 2] [--workspaces 2] [--database-url URL] [--target]
 *
 * Runs `candor serve` in a separate process with the sample in each workspace, in a new database on the Postgres that
 * URL names (.ci/native-postgres start), otherwise on the embedded one, whose memory is part of the process. The
 * clients ask the golden questions, search, subscribe to questions and jobs, ingest and purge small documents, and send
 * requests that GraphQL refuses. Linux only. With --target it exits with 1 if memory grows by more than 1 % an hour, if
 * descriptors or sockets stay open, or if something went other than expected.
 */
import { Agent } from 'node:http';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/stats.ts';
import { sendHttp } from './askedOverHttp.ts';
import { memorySlope, type MemorySample } from './memorySlope.ts';
import { goldenQuestions, machineLine, serveSample, type ServedCandor } from './servedCandor.ts';
import { createSoakMix, type SoakMix } from './soakMix.ts';

const mostPercentAnHour = 1;
const warmUpShare = 1 / 3;
/** Wait before descriptors are counted: unused connections to Postgres are closed after 10 s. */
const quietMillis = 15_000;
/** Rounds of the mix before the first count: by then everything that is opened once and kept is open. */
const openingTurns = 60;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '2' },
    workspaces: { type: 'string', default: '2' },
    'database-url': { type: 'string', default: '' },
    target: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.minutes) * 60;
const clients = Number(flags.clients);

async function residentBytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Counts open descriptors by kind (`socket`, `pipe`, `anon_inode` or `file`), and threads. */
async function openHandles(processId: number): Promise<ReadonlyMap<string, number>> {
  const folder = `/proc/${processId}/fd`;
  const names = await readdir(folder);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => 'gone')));
  const kinds = groupBy(targets, (target) => /^(socket|pipe|anon_inode):/.exec(target)?.[1] ?? 'file');
  const threads = (await readdir(`/proc/${processId}/task`)).length;
  return new Map([...[...kinds].map(([kind, those]): [string, number] => [kind, those.length]), ['thread', threads]]);
}

async function heapBytes({ url, metricsKey }: ServedCandor, agent: Agent): Promise<number | null> {
  const { text } = await sendHttp({ url: `${url}/metrics`, agent, secret: metricsKey });
  const heap = /^nodejs_heap_used_bytes (\S+)$/m.exec(text)?.[1];
  return heap === undefined ? null : Number(heap);
}

interface Work {
  readonly counts: Map<string, number>;
  readonly faults: Map<string, number>;
}

const add = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

/** Each client takes the next turn when its last one is finished, until `isOver`. */
async function work(mix: SoakMix, turns: { next: number }, isOver: () => boolean): Promise<Work> {
  const done: Work = { counts: new Map(), faults: new Map() };
  const client = async () => {
    while (!isOver()) {
      const { kind, fault } = await mix.turn(turns.next++);
      add(done.counts, kind);
      if (fault !== null) add(done.faults, `${kind}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done;
}

async function sample(processId: number, began: number, isOver: () => boolean): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  while (!isOver()) {
    samples.push({ seconds: (performance.now() - began) / 1_000, bytes: await residentBytes(processId) });
    await wait(1_000 - ((performance.now() - began) % 1_000));
  }
  return samples;
}

async function soak(served: ServedCandor) {
  const mix = createSoakMix(served, await goldenQuestions());
  const agent = new Agent({ keepAlive: false });
  const turns = { next: 0 };
  try {
    await work(mix, turns, () => turns.next >= openingTurns);
    mix.close();
    await wait(quietMillis);
    const openBefore = await openHandles(served.processId);
    const heapBefore = await heapBytes(served, agent);
    const began = performance.now();
    const isOver = () => performance.now() - began >= seconds * 1_000;
    const [done, samples] = await Promise.all([work(mix, turns, isOver), sample(served.processId, began, isOver)]);
    mix.close();
    await wait(quietMillis);
    const openAfter = await openHandles(served.processId);
    return { done, samples, openBefore, openAfter, heapBefore, heapAfter: await heapBytes(served, agent) };
  } finally {
    mix.close();
    agent.destroy();
  }
}

type Soaked = Awaited<ReturnType<typeof soak>>;

const megabytes = (bytes: number | null | undefined) =>
  bytes === null || bytes === undefined ? '–' : `${(bytes / 1e6).toFixed(1)} MB`;
const listed = (counts: ReadonlyMap<string, number>) =>
  counts.size === 0 ? 'none' : [...counts].map(([what, count]) => `${count} ${what}`).join(', ');

function report({ done, samples, ...open }: Soaked): boolean {
  const slope = memorySlope(samples, seconds * warmUpShare);
  const grown = [...open.openAfter].filter(([kind, count]) => count > (open.openBefore.get(kind) ?? 0));
  const bytes = samples.map((one) => one.bytes);
  const rows = [
    ['turns', listed(done.counts)],
    ['not as meant', listed(done.faults)],
    [
      'resident, first / most / last',
      `${megabytes(bytes[0])} / ${megabytes(Math.max(...bytes))} / ${megabytes(bytes.at(-1))}`,
    ],
    ['heap in use, before / after', `${megabytes(open.heapBefore)} / ${megabytes(open.heapAfter)}`],
    [
      'slope after the warm-up',
      slope === null
        ? 'too few samples'
        : `${slope.percentAnHour.toFixed(2)} % an hour (95 %: ${slope.interval.map((end) => end.toFixed(2)).join(' to ')}) of ${megabytes(slope.fromBytes)}`,
    ],
    ['open before', listed(open.openBefore)],
    ['open after', listed(open.openAfter)],
  ];
  process.stdout.write(rows.map(([name = '', value]) => `${name.padEnd(30)} ${value}\n`).join(''));
  const missed = [
    slope === null || slope.percentAnHour > mostPercentAnHour ? 'memory' : '',
    grown.length > 0 ? `open: ${grown.map(([kind]) => kind).join(', ')}` : '',
    done.faults.size > 0 ? 'faults' : '',
  ].filter((what) => what !== '');
  process.stdout.write(`targets: ${missed.length === 0 ? 'met' : `missed (${missed.join('; ')})`}\n`);
  return missed.length === 0;
}

const served = await serveSample(flags['database-url'], Number(flags.workspaces));
try {
  const soaked = await soak(served);
  process.stdout.write(`${served.databaseName}, ${flags.minutes} minutes, ${clients} clients, ${machineLine()}\n`);
  process.exitCode = report(soaked) || !flags.target ? 0 : 1;
} catch (error) {
  process.stderr.write(served.lastWords());
  throw error;
} finally {
  await served.close();
}
