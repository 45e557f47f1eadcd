/**
 * Measures how long a liveness probe waits while 1,000 questions come over 400 sockets, again and again, and while 2,000
 * sockets that say nothing are opened, held and closed: /healthz on the main port, where it takes its turn with all
 * other work, and on CANDOR_HEALTH_PORT, which has a thread of its own.
 *
 *   npm run bench liveness -- [--seconds 60] [--asks 1000] [--sockets 400] [--idle 2000] [--plot FILE.svg]
 *     [--database-url URL] [--target]
 *
 * Runs `candor serve` in a separate process with the sample; the flood and the probes run here, on the same cores, the
 * probes in a thread of their own. Each probe opens a connection of its own, as those of Kubernetes do. With --target it
 * exits with 1 if the health port takes more than 250 ms at the 99.9th percentile, or any probe of it fails.
 */
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { percentile } from '../src/stats.ts';
import { readAskEnd, sendHttp } from './askedOverHttp.ts';
import { tailPlot, type Series } from './livenessPlot.ts';
import { goldenQuestions, machineLine, serveSample, type ServedCandor } from './servedCandor.ts';

const mostMillis = 250;
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    asks: { type: 'string', default: '1000' },
    sockets: { type: 'string', default: '400' },
    idle: { type: 'string', default: '2000' },
    plot: { type: 'string' },
    'database-url': { type: 'string', default: '' },
    target: { type: 'boolean', default: false },
  },
});
const [seconds, asks, sockets, idle] = [flags.seconds, flags.asks, flags.sockets, flags.idle].map(Number) as [
  number,
  number,
  number,
  number,
];

/** Probes one address until it is told to stop, every 10 ms or as soon as the last one is answered. */
const prober = `
  const { parentPort, workerData } = require('node:worker_threads');
  const http = require('node:http');
  let goesOn = true;
  parentPort.once('message', () => (goesOn = false));
  const probe = () => new Promise((resolve) => {
    const began = performance.now();
    const end = (status) => resolve({ status, millis: performance.now() - began });
    http.get(workerData, { agent: false, timeout: 10_000 }, (response) => {
      response.resume().on('end', () => end(response.statusCode));
    }).on('timeout', function () { this.destroy(); }).on('error', () => end(0));
  });
  (async () => {
    const seen = [];
    while (goesOn) {
      const one = await probe();
      seen.push(one);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 10 - one.millis)));
    }
    parentPort.postMessage(seen);
  })();`;

interface Probe {
  readonly status: number;
  readonly millis: number;
}

function startProbes(url: string): () => Promise<readonly Probe[]> {
  const worker = new Worker(prober, { eval: true, execArgv: [], workerData: url });
  const seen = new Promise<readonly Probe[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return () => {
    worker.postMessage('stop');
    return seen;
  };
}

/** All questions at once, over so many sockets; when the last one is answered or refused, again. */
async function flood({ url, secrets }: ServedCandor, questions: readonly string[], until: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const ends = new Map<string, number>();
  const query = 'query ($q: String!) { ask(input: { question: $q }) { __typename } }';
  let nth = 0;
  const ask = async () => {
    const body = JSON.stringify({ query, variables: { q: questions[(nth += 1) % questions.length] } });
    const kind = await sendHttp({ url: `${url}/graphql`, agent, secret: secrets[0] ?? '', body }).then(
      (reply) => readAskEnd(reply).kind,
      () => 'fault',
    );
    ends.set(kind, (ends.get(kind) ?? 0) + 1);
  };
  while (performance.now() < until) await Promise.all(Array.from({ length: asks }, ask));
  agent.destroy();
  return [...ends].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** Sockets that are opened at once, held for two seconds, and closed; and again. */
async function idleSockets({ url }: ServedCandor, until: number): Promise<string> {
  const { hostname, port } = new URL(url);
  let opened = 0;
  while (performance.now() < until) {
    const held = await Promise.all(
      Array.from(
        { length: idle },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname);
            socket.once('connect', () => resolve(socket)).on('error', () => resolve(socket));
          }),
      ),
    );
    opened += held.length;
    await wait(2_000);
    for (const socket of held) socket.destroy();
  }
  return `${opened} opened`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function row(name: string, probes: readonly Probe[]): string {
  const millis = probes.map((probe) => probe.millis);
  const at = (share: number) => (percentile(millis, share) ?? Number.NaN).toFixed(1).padStart(8);
  const failed = probes.filter(({ status }) => status !== 200).length;
  return `${name.padEnd(44)} ${String(probes.length).padStart(6)} ${at(0.5)} ${at(0.99)} ${at(0.999)} ${at(1)} ${String(failed).padStart(6)}\n`;
}

const healthPort = await freePort();
const served = await serveSample(flags['database-url'], 1, {
  CANDOR_HEALTH_PORT: String(healthPort),
  // The flood comes from one address.
  CANDOR_LIMITS: '{"connections":10000,"connectionsPerAddress":10000}',
});
const missed: string[] = [];
const series: Series[] = [];
try {
  const questions = await goldenQuestions();
  process.stdout.write(
    `${served.databaseName}, ${machineLine()}\n${''.padEnd(44)} probes  p50 ms   p99 ms p99.9 ms  slowest failed\n`,
  );
  const loads = {
    nothing: async (until: number) => {
      await wait(until - performance.now());
      return 'idle';
    },
    [`${asks} asks over ${sockets} sockets`]: (until: number) => flood(served, questions, until),
    [`${idle} idle sockets`]: (until: number) => idleSockets(served, until),
  };
  for (const [load, work] of Object.entries(loads)) {
    const ports = { 'main port': served.url, 'health port': `http://127.0.0.1:${healthPort}` };
    const stops = Object.entries(ports).map(([name, url]) => [name, startProbes(`${url}/healthz`)] as const);
    const told = await work(performance.now() + seconds * 1_000);
    for (const [name, stop] of stops) {
      const probes = await stop();
      process.stdout.write(row(`${load}, ${name}`, probes));
      series.push({ name: `${load}, ${name}`, millis: probes.map(({ millis }) => millis) });
      const late =
        (percentile(
          probes.map(({ millis }) => millis),
          0.999,
        ) ?? Infinity) > mostMillis;
      if (name === 'health port' && (late || probes.some(({ status }) => status !== 200))) missed.push(load);
    }
    process.stdout.write(`  ${told}\n`);
  }
} finally {
  await served.close();
}
if (flags.plot !== undefined) await writeFile(flags.plot, tailPlot(series, mostMillis));
process.stdout.write(
  `${mostMillis} ms at p99.9 on the health port: ${missed.length === 0 ? 'met' : `missed with ${missed.join(', ')}`}\n`,
);
process.exit(flags.target && missed.length > 0 ? 1 : 0);
