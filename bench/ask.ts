/**
 * Measures how long a whole question takes without a model, in the embedded database, and where the time goes.
 *
 *   npm run bench ask -- [--chunks N] [--questions N] [--seed N] [--data FOLDER] [--reload] [--target] [--outcomes FILE]
 *
 * The knowledge is made up (retrievalKnowledge.ts); the product cuts, embeds and stores it. Loading takes minutes, so
 * the folder is kept for the next run (--reload deletes it first). Each question runs what the app's `ask` runs: the
 * graph over an embedded database, the built-in embedder and no chat model, with each run recorded. After a warm-up,
 * questions of five kinds follow one another. Each statement is timed at the connection and the embedding at the
 * embedder; "the graph itself" is the rest of the total: LangGraph, the nodes, and the in-memory work of a retrieval.
 * The CPU time of a part includes what other threads of this process did meanwhile; for the embedding, statements that
 * ran at the same time are excluded.
 * --target exits with code 1 if the 95th percentile or the graph itself is above its target. --outcomes writes the
 * answers, to compare two versions.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import { mean, percentile } from '../src/stats.ts';
import { openAsked, type Asked } from './askApp.ts';
import { ownMillis, type Moment, type Wait } from './askClock.ts';
import { kinds, makeQuestions } from './askQuestions.ts';

const { values: flags } = parseArgs({
  options: {
    chunks: { type: 'string', default: '10000' },
    questions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '4' },
    data: { type: 'string' },
    reload: { type: 'boolean', default: false },
    target: { type: 'boolean', default: false },
    outcomes: { type: 'string' },
  },
});
const warmUp = 10;
/** In milliseconds: for the 95th percentile, and for the mean of the graph itself. */
const targets = { p95: 150, graph: 25 };

const print = (text: string) => process.stdout.write(`${text}\n`);
const right = (title: string) => ({ title, align: 'right' as const });
type Clocked = keyof Moment;
const whole =
  (clock: Clocked) =>
  ({ from, until }: Asked) =>
    until[clock] - from[clock];
const own =
  (clock: Clocked) =>
  ({ waits, from, until }: Asked) =>
    ownMillis(waits, from[clock], until[clock], clock);

function printTimes(asked: readonly Asked[]): void {
  const row = (title: string, some: readonly Asked[], millis: (one: Asked) => number) => [
    title,
    String(some.length),
    ...[0.5, 0.95, 0.99, 1].map((share) => (percentile(some.map(millis), share) ?? 0).toFixed(0)),
    shareOf(some, 'ANSWER'),
    shareOf(some, 'CLARIFICATION'),
    shareOf(some, 'ABSTENTION'),
  ];
  const rows = [
    row('all', asked, whole('wall')),
    ...kinds.map((kind) =>
      row(
        kind,
        asked.filter((one) => one.question.kind === kind),
        whole('wall'),
      ),
    ),
    row('the graph itself', asked, own('wall')),
    row('CPU of this process', asked, whole('cpu')),
    row('CPU, the graph itself', asked, own('cpu')),
  ];
  print(
    formatTable(
      [
        { title: 'milliseconds' },
        right('asked'),
        right('p50'),
        right('p95'),
        right('p99'),
        right('max'),
        right('answered'),
        right('asked back'),
        right('refused'),
      ],
      rows,
    ),
  );
}

function shareOf(asked: readonly Asked[], outcome: string): string {
  return `${Math.round((100 * asked.filter((one) => one.run.outcome === outcome).length) / Math.max(1, asked.length))} %`;
}

function printParts(asked: readonly Asked[]): void {
  const names = [...new Set(asked.flatMap(({ waits }) => waits.map(({ name }) => name)))];
  const all = mean(asked.map(whole('cpu'))) ?? 1;
  const row = (name: string, calls: string, wall: number, cpu?: number) => [
    name,
    calls,
    wall.toFixed(1),
    cpu === undefined ? '' : cpu.toFixed(1),
    cpu === undefined ? '' : `${((100 * cpu) / all).toFixed(1)} %`,
  ];
  const waited = names
    .map((name) => {
      const of = (clock: Clocked) =>
        mean(
          asked.map(({ waits }) =>
            waits.filter((wait) => wait.name === name).reduce((sum, wait) => sum + alone(wait, waits, clock), 0),
          ),
        ) ?? 0;
      return {
        name,
        calls: mean(asked.map(({ waits }) => waits.filter((wait) => wait.name === name).length)) ?? 0,
        wall: of('wall'),
        cpu: of('cpu'),
      };
    })
    .sort((left, other) => other.cpu - left.cpu);
  const rows = [
    ...waited.map(({ name, calls, wall, cpu }) => row(name, calls.toFixed(1), wall, cpu)),
    row('the graph itself', '1.0', mean(asked.map(own('wall'))) ?? 0, mean(asked.map(own('cpu'))) ?? 0),
    ...nodesOf(asked).map(([node, wall]) => row(`  of it ${node}`, '', wall)),
  ];
  print(
    `\n${formatTable([{ title: 'part, mean of an ask' }, right('calls'), right('ms'), right('CPU ms'), right('share')], rows)}`,
  );
}

/** The time of the embedding, without the statements that run while it is awaited. */
function alone({ name, from, until }: Wait, waits: readonly Wait[], clock: Clocked): number {
  return ownMillis(
    name === 'embedding' ? waits.filter((other) => other.name !== 'embedding') : [],
    from[clock],
    until[clock],
    clock,
  );
}

/** Returns the own time of each node, and the time that LangGraph takes between them. */
function nodesOf(asked: readonly Asked[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { run, waits, from, startedAt, until } of asked) {
    let inNodes = 0;
    for (const { node, startedMillis, millis } of run.steps) {
      const taken = ownMillis(waits, startedAt + startedMillis, startedAt + startedMillis + millis, 'wall');
      sums.set(node, (sums.get(node) ?? 0) + taken / asked.length);
      inNodes += taken;
    }
    sums.set(
      'record and LangGraph',
      (sums.get('record and LangGraph') ?? 0) +
        (ownMillis(waits, from.wall, until.wall, 'wall') - inNodes) / asked.length,
    );
  }
  return [...sums].sort((left, other) => other[1] - left[1]);
}

const busy = () => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;
print(`machine: ${cpus().length} x ${cpus()[0]?.model ?? '?'}, Node ${process.version}, ${busy()} before`);
const seed = Number(flags.seed);
const app = await openAsked({
  folder: flags.data ?? join(tmpdir(), `candor-bench-ask-${flags.chunks}`),
  chunks: Number(flags.chunks),
  seed,
  reload: flags.reload,
  print,
});
try {
  const asked: Asked[] = [];
  for (const question of makeQuestions(app.knowledge, app.documents, Number(flags.questions) + warmUp, seed))
    asked.push(await app.ask(question));
  const measured = asked.slice(warmUp);
  printTimes(measured);
  printParts(measured);
  const p95 = percentile(measured.map(whole('wall')), 0.95) ?? 0;
  const graph = mean(measured.map(own('wall'))) ?? 0;
  print(
    `\np95 ${p95.toFixed(0)} ms, target ${targets.p95}; the graph itself ${graph.toFixed(1)} ms, target ${targets.graph}; ${busy()} after: above ${cpus().length} others were waited for`,
  );
  if (flags.target && (p95 > targets.p95 || graph > targets.graph)) process.exitCode = 1;
  if (flags.outcomes)
    await writeFile(
      flags.outcomes,
      asked
        .map(({ question, run }) =>
          JSON.stringify({
            question: question.text,
            outcome: run.outcome,
            confidence: run.confidenceValue,
            text: run.result && ('text' in run.result ? run.result.text : run.result.message),
            passages: run.passages.map(({ chunkId, score, trace }) => ({ chunkId, score, trace })),
            candidates: run.candidates,
          }),
        )
        .join('\n'),
    );
} finally {
  await app.close();
}
