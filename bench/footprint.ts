/**
 * Counts how much code and how many statements one answered question takes: what a newcomer must follow, and what the
 * database must do.
 *
 *   npm run bench footprint -- [QUESTION] [--list]
 *
 * Uses the sample, the embedded database, the built-in models and no chat model. The question is asked twice first, so
 * that in-memory data is loaded. A file counts if one of its functions runs between question and outcome, by V8's own
 * coverage; the code of libraries and of the models' threads does not count.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openApp } from '../src/app/app.ts';
import { formatTable } from '../src/cli/output/table.ts';
import { loadSample } from '../src/cli/commands/operation/serve.ts';
import { loadConfig } from '../src/config/config.ts';
import { inMemory } from '../src/db/openEmbedded.ts';
import { silentLog } from '../src/log.ts';
import { groupBy } from '../src/stats.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { beginning, createClock, timePool } from './askClock.ts';
import { openBenchDatabase } from './benchDatabase.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const [question = 'How long does the free trial last?'] = positionals;
/** The project's own targets. */
const aims = { files: 80, transactions: 8 };

const source = new URL('../src/', import.meta.url).href;
const signal = new AbortController().signal;
const clock = createClock();
const { database } = await openBenchDatabase(inMemory, (pool) => timePool(pool, clock));
const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://' }, { log: silentLog, opened: { database } });
const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
await app.workspaces.ensure(caller.workspaceId, 'Footprint');
const unseen = { update: () => undefined, finish: () => undefined };
await loadSample(app, caller, { progress: () => unseen, signal });
await ask();
await ask();

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
clock.take();
const outcome = await ask();
const waits = clock.take();
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();
await app.close();

const ran = result
  .filter(({ url }) => url.startsWith(source))
  .map(({ url, functions }) => ({
    file: fileURLToPath(url).slice(fileURLToPath(source).length),
    functions: functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length,
  }))
  .filter(({ functions }) => functions > 0);
const statements = waits.map(({ name }) => name).filter((name) => name !== beginning);
const transactions = waits.filter(({ name }) => name === beginning).length / 2;
const rooms = groupBy(ran, ({ file }) => file.split('/').slice(0, -1).join('/') || '.');

process.stdout.write(
  `${question} → ${outcome}\n\n${formatTable(
    [{ title: '' }, { title: 'now', align: 'right' }, { title: 'aim', align: 'right' }],
    [
      ['files of src that run', String(ran.length), String(aims.files)],
      ['functions that run', String(ran.reduce((sum, { functions }) => sum + functions, 0)), ''],
      ['transactions', String(transactions), String(aims.transactions)],
      ['statements in them', String(statements.length), ''],
    ],
  )}\n\n${formatTable(
    [{ title: 'room' }, { title: 'files', align: 'right' }, { title: 'functions', align: 'right' }],
    [...rooms]
      .sort()
      .map(([room, files]) => [
        room,
        String(files.length),
        String(files.reduce((sum, { functions }) => sum + functions, 0)),
      ]),
  )}\n`,
);
if (flags.list) {
  for (const { file, functions } of ran) process.stdout.write(`${String(functions).padStart(4)} ${file}\n`);
  for (const name of statements) process.stdout.write(`statement ${name}\n`);
}

async function ask(): Promise<string> {
  let told = '';
  // Reads to the end: the run is recorded after the outcome.
  for await (const event of app.ask(caller, { question })) {
    if (event.type === 'Failed') throw new Error(event.message);
    if (event.type === 'Finished') told = `${event.outcome.type}, ${event.outcome.tier}`;
  }
  return told;
}
