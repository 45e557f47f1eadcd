/**
 * Reads small files of every format that want much memory or time, each in a process of its own, as the product does:
 * prints what it said, how long it took, the peak of resident memory (its own and that of its parsers), and the longest
 * that its loop was held. Fails
 * if one of them is over its limit. Linux only.
 *
 *   npm run bench:hostile -- [--only emphasis.md,packed-twice.pdf]
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isCandorError } from '../src/errors.ts';
import { createParserProcess } from '../src/knowledge/formats/parserProcess.ts';
import { hostileFiles } from '../test/support/hostileFiles.ts';

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, read: { type: 'string' } } });

/** What an ingestion may take (docs/operations.md), less what database, embedder and reader take beside it. */
const mostMegabytes = 1_000;
/** The time limit of a document, and what a busy machine needs to start a thread and to end it. */
const mostSeconds = 30 + 10;
/** A health check is asked every few seconds and waits for one. */
const mostHeldMillis = 1_000;

interface Reading {
  readonly name: string;
  readonly bytes: number;
  readonly said: string;
  readonly seconds: number;
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
  const { bytes, said, seconds, megabytes, heldMillis } = reading;
  const size = bytes > 100_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${bytes} B`;
  process.stdout.write(
    `${name.padEnd(20)} ${size.padStart(8)} ${seconds.toFixed(1).padStart(6)} s ${String(megabytes).padStart(5)} MB ${String(heldMillis).padStart(5)} ms held  ${said}\n`,
  );
  if (megabytes > mostMegabytes || seconds > mostSeconds || heldMillis > mostHeldMillis || said.startsWith('INTERNAL'))
    over.push(name);
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
  globalThis.gc?.();
  // What it took to make the file does not count: 5 sets the peak back to what is resident now.
  await writeFile('/proc/self/clear_refs', '5');
  const held = monitorEventLoopDelay({ resolution: 5 });
  held.enable();
  let most = 0;
  const looking = setInterval(
    () =>
      void children().then(async (all) => {
        for (const child of all) most = Math.max(most, await peakMegabytes(child).catch(() => 0));
      }),
    10,
  );
  const begun = performance.now();
  const said = await parser.parse({ name, content }).then(
    ({ text }) => `${text.length} characters`,
    (error: unknown) => (isCandorError(error) ? `${error.code}: ${error.message}` : `INTERNAL: ${String(error)}`),
  );
  const seconds = (performance.now() - begun) / 1_000;
  held.disable();
  clearInterval(looking);
  const megabytes = (await peakMegabytes('self')) + most;
  const reading = { name, bytes, said, seconds, megabytes, heldMillis: Math.round(held.max / 1e6) } satisfies Reading;
  await new Promise<void>((sent) => process.send?.(reading, () => sent()));
  process.exit();
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
