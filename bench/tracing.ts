/**
 * Measures the cost of tracing: the same questions, alternately with and without it in one process, by the processor
 * time of the process. That is the time of all its threads, so it includes models and the embedded database and
 * excludes other processes, which the wall clock would include.
 *
 *   npm run bench tracing -- [--rounds 6] [--questions 24] [--seed 1] [--same]
 *
 * Each round asks all questions twice, and the side that goes first alternates. Spans go to a collector in a separate
 * process, which reads and discards them; the cost of packing and sending them is counted, including after the last
 * question of a side. Prints the ratio with its 95 % interval by questions, and the number of spans per question. Other
 * work on the machine empties caches and makes single questions dearer, so the ratio is that of the medians over a
 * question's rounds; that of the sums follows. With --same neither side is traced, and the result is the noise. Exits
 * with 1 if the ratio is above 1.02.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type App, openApp } from '../src/app/app.ts';
import { loadSample } from '../src/cli/commands/operation/serve.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/log.ts';
import { bootstrapInterval, groupBy } from '../src/stats.ts';
import { startTracing } from '../src/telemetry/spans.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { goldenQuestions, machineLine } from './servedCandor.ts';

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    questions: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    same: { type: 'boolean', default: false },
  },
});
const mostRatio = 1.02;

/** What a question took with and without tracing, in one round: milliseconds of processor time. */
interface Pair {
  readonly question: string;
  readonly traced: number;
  readonly plain: number;
}

/** Accepts everything and counts the spans: each contains `"spanId":` once. */
const collectorCode = `
let spans = 0;
const server = require('node:http').createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (piece) => { text += piece; }).on('end', () => {
    spans += text.split('"spanId":').length - 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ spans }));
process.on('disconnect', () => process.exit(0));
`;

async function startCollector() {
  const child = spawn(process.execPath, ['-e', collectorCode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const next = async <Told>() => ((await once(child, 'message')) as [Told])[0];
  const { port } = await next<{ readonly port: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    spans: async () => {
      child.send('how many');
      return (await next<{ readonly spans: number }>()).spans;
    },
    close: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/**
 * Asks all questions once.
 * @returns the time of each, with the end of tracing divided among them
 */
async function askAll(app: App, caller: Caller, questions: readonly string[], endpoint: string | undefined) {
  const tracing = await startTracing({ ...app.config.telemetry, endpoint }, silentLog);
  const millis: number[] = [];
  for (const question of questions) {
    const from = cpuNow();
    for await (const event of app.ask(caller, { question }))
      if (event.type === 'Failed') throw new Error(`${question} failed: ${event.message}`);
    millis.push(cpuNow() - from);
  }
  const from = cpuNow();
  await tracing.stop();
  const share = (cpuNow() - from) / questions.length;
  return millis.map((each) => each + share);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
const ratioOf = (pairs: readonly Pair[]) =>
  sum(pairs.map(({ traced }) => traced)) / sum(pairs.map(({ plain }) => plain));
/** The medians of each question over its rounds. */
const typicalOf = (pairs: readonly Pair[]): Pair[] =>
  [...groupBy(pairs, ({ question }) => question)].map(([question, rounds]) => ({
    question,
    traced: median(rounds.map(({ traced }) => traced)),
    plain: median(rounds.map(({ plain }) => plain)),
  }));

const folder = await mkdtemp(join(tmpdir(), 'candor-tracing-'));
const collector = await startCollector();
// Models are wrapped for tracing when they are opened, or never: they are wrapped on both sides.
const opening = await startTracing({ ...loadConfig({}).telemetry, endpoint: collector.url }, silentLog);
const app = await openApp(loadConfig({ CANDOR_DATA: join(folder, 'data') }), { log: silentLog });
await opening.stop();
try {
  const { workspaceId } = app.config;
  const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(workspaceId, 'tracing');
  const quiet = { update: () => undefined, finish: () => undefined };
  await loadSample(app, caller, { progress: () => quiet, signal: new AbortController().signal });
  const golden = await goldenQuestions();
  const wanted = Number(flags.questions);
  const every = Math.max(1, Math.floor(golden.length / wanted));
  const questions = golden.filter((_, place) => place % every === 0).slice(0, wanted);
  const traced = flags.same ? undefined : collector.url;
  // Not measured: code is compiled and caches are filled.
  for (const endpoint of [undefined, traced]) await askAll(app, caller, questions, endpoint);
  const before = await collector.spans();
  const pairs: Pair[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const sides = new Map<string, readonly number[]>();
    for (const side of round % 2 === 0 ? ['plain', 'traced'] : ['traced', 'plain'])
      sides.set(side, await askAll(app, caller, questions, side === 'traced' ? traced : undefined));
    questions.forEach((question, place) => {
      pairs.push({ question, traced: sides.get('traced')![place]!, plain: sides.get('plain')![place]! });
    });
    process.stderr.write(`round ${round + 1}: ${ratioOf(pairs.slice(-questions.length)).toFixed(3)}\n`);
  }
  const spans = ((await collector.spans()) - before) / pairs.length;
  const typical = typicalOf(pairs);
  const interval = bootstrapInterval(typical, ratioOf, {
    familyOf: ({ question }) => question,
    seed: Number(flags.seed),
  });
  const ratio = ratioOf(typical);
  process.stdout.write(
    `${pairs.length} pairs of ${questions.length} questions on the embedded database; ${machineLine()}\n` +
      `${(sum(pairs.map(({ plain }) => plain)) / pairs.length).toFixed(1)} ms of processor time a question without, ` +
      `${(sum(pairs.map((pair) => pair.traced)) / pairs.length).toFixed(1)} with, ${spans.toFixed(1)} spans\n` +
      `ratio ${ratio.toFixed(4)}, 95 % interval ${interval?.map((value) => value.toFixed(4)).join(' to ') ?? 'none'}; of the sums ${ratioOf(pairs).toFixed(4)}\n`,
  );
  process.exitCode = ratio > mostRatio ? 1 : 0;
} finally {
  await app.close();
  await collector.close();
  await rm(folder, { recursive: true, force: true });
}
