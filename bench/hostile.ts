/**
 * Reads small files of every format that want much memory or time, each in a process of its own, as the product does:
 * prints what it said, its time on the clock and of the processor, the peak of resident memory (its own and that of its
 * parsers), and the longest that its loop was held, which is what a health check waits for. Fails if one of them is over
 * its limit. The clock has none: other work of the machine does not count. Linux only.
 *
 *   npm run bench hostile -- [--only emphasis.md,packed-twice.pdf]
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isCandorError } from '../src/errors.ts';
import { createParserProcess } from '../src/knowledge/formats/process/parserProcess.ts';
import { hostileFiles } from '../test/support/hostileFiles.ts';

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, read: { type: 'string' } } });

/** What an ingestion may take (docs/operations.md), less what database, embedder and reader take beside it. */
const mostMegabytes = 1_000;
/** Of processor time: the limit of a document, and what it takes to load the parsers from sources and to send the file. */
const mostSeconds = 30 + 5;
const mostHeldMillis = 250;

interface Reading {
  readonly name: string;
  readonly bytes: number;
  readonly said: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly heldMillis: number;
}

if (flags.read !== undefined) await readOne(flags.read);

const names = flags.only?.split(',') ?? Object.keys(hostileFiles);
const over: string[] = [];
for (const name of names) {
  const reading = await readApart(name);
  if (!reading) {
    over.push(`${name}: its process ended`);
    continue;
  }
  const { bytes, said, seconds, cpuSeconds, megabytes, heldMillis } = reading;
  const size = bytes > 100_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${bytes} B`;
  process.stdout.write(
    `${name.padEnd(20)} ${size.padStart(8)} ${seconds.toFixed(1).padStart(6)} s ${cpuSeconds.toFixed(1).padStart(5)} s CPU ${String(megabytes).padStart(5)} MB ${String(heldMillis).padStart(5)} ms held  ${said}\n`,
  );
  const isOver = megabytes > mostMegabytes || cpuSeconds > mostSeconds || heldMillis > mostHeldMillis;
  if (isOver || said.startsWith('INTERNAL')) over.push(name);
}
process.stdout.write(over.length === 0 ? `All ${names.length} within their limits.\n` : `Over: ${over.join(', ')}\n`);
process.exit(over.length === 0 ? 0 : 1);

function readApart(name: string): Promise<Reading | undefined> {
  return new Promise((resolve) => {
    const own = fileURLToPath(import.meta.url);
    const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', own, '--read', name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let reading: Reading | undefined;
    child.on('message', (message) => (reading = message as Reading));
    child.once('exit', () => resolve(reading));
  });
}

async function readOne(name: string): Promise<never> {
  let content = hostileFiles[name]?.();
  if (content === undefined) throw new Error(`There is no hostile file ${name}.`);
  const bytes = content.length;
  // As files come: in bytes.
  if (typeof content === 'string') content = Buffer.from(content);
  const parser = createParserProcess();
  // What is collected is given back a little later, by another thread.
  globalThis.gc?.();
  await wait(500);
  // What it took to make the file does not count: 5 sets the peak back to what is resident now.
  await writeFile('/proc/self/clear_refs', '5');
  const held = watchLoop();
  const [most, spent] = [new Map<string, number>(), new Map<string, number>()];
  const look = async () => {
    for (const child of await children()) {
      // One that has just ended says 0.
      most.set(child, Math.max(most.get(child) ?? 0, await peakMegabytes(child).catch(() => 0)));
      spent.set(child, Math.max(spent.get(child) ?? 0, await cpuSeconds(child).catch(() => 0)));
    }
  };
  const looking = setInterval(() => void look().catch(() => undefined), 10);
  const begun = performance.now();
  const said = await parser.parse({ name, content }).then(
    ({ text }) => `${text.length} characters`,
    (error: unknown) => (isCandorError(error) ? `${error.code}: ${error.message}` : `INTERNAL: ${String(error)}`),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const heldMillis = Math.round(held());
  clearInterval(looking);
  const reading = {
    name,
    bytes,
    said,
    seconds,
    cpuSeconds: Math.max(0, ...spent.values()),
    megabytes: (await peakMegabytes('self')) + Math.max(0, ...most.values()),
    heldMillis,
  } satisfies Reading;
  await new Promise<void>((sent) => process.send?.(reading, () => sent()));
  process.exit();
}

/** Returns the longest, in milliseconds, that this thread was busy between two turns of its loop. */
function watchLoop(): () => number {
  let [last, before, most] = [performance.now(), process.cpuUsage(), 0];
  const turn = () => {
    const { user, system } = process.cpuUsage(before);
    const now = performance.now();
    // The less of the two: it may have waited for the processor, and other threads may have been busy.
    most = Math.max(most, Math.min(now - last, (user + system) / 1_000));
    [last, before] = [now, process.cpuUsage()];
  };
  const turning = setInterval(turn, 2);
  return () => {
    turn();
    clearInterval(turning);
    return most;
  };
}

/** What a process has spent so far; Linux counts in steps of 10 ms. */
async function cpuSeconds(process: string): Promise<number> {
  const stat = await readFile(`/proc/${process}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function children(): Promise<readonly string[]> {
  const listed = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return listed.split(' ').filter((id) => id !== '');
}

/** The most that a process has had resident so far. */
async function peakMegabytes(process: string): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
