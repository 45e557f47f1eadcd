/**
 * Kills an ingestion with SIGKILL at random moments, restarts it each time, and looks for what must never happen: an
 * acknowledged document that is gone, a duplicate document, a version that is only partly visible.
 *
 *   npm run bench crash -- [--kills 100] [--files 120] [--seed 1] [--database-url URL] [--built] [--minutes N]
 *
 * Each round runs the command that people run (`candor ingest FOLDER`), with the built-in embedder, over the embedded
 * database or a new one on the Postgres server of --database-url. Between rounds files are added, edited, moved and
 * deleted, so that a kill can hit all four. A document is acknowledged when the job has recorded its item as done: that
 * is what `ingestJob` shows. --built starts what `npm run build` wrote, which starts faster; --minutes ends it
 * early.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadConfig } from '../src/config/config.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/openDatabase.ts';
import { statement } from '../src/db/statement.ts';
import { createRandom } from '../src/stats.ts';
import { openFaultDatabase } from './faultDatabase.ts';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    files: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    'database-url': { type: 'string', default: '' },
    built: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const kills = Number(flags.kills);
const random = createRandom(Number(flags.seed));
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const command = (flags.built ? ['../dist/main.js'] : ['--import', 'tsx', '../src/main.ts']).map((part) =>
  part.startsWith('..') ? fileURLToPath(new URL(part, import.meta.url)) : part,
);
const home = await mkdtemp(join(tmpdir(), 'candor-crash-'));
const folder = join(home, 'knowledge');
const data = join(home, 'data');
const server = await openFaultDatabase(flags['database-url']);
const settings = [`CANDOR_DATA=${data}`, ...(server ? [`DATABASE_URL=${server.url}`] : [])];
const { workspaceId } = loadConfig({});
const edits = new Map<string, number>();

const subjects = ['leases', 'refunds', 'parcels', 'labels', 'invoices', 'backups', 'printers', 'accounts'];
const text = (name: string, edit: number) =>
  Array.from(
    { length: 12 },
    (_, line) =>
      `## ${name} part ${line}\n\nEdit ${edit} of ${name} says that ${pick(subjects)} take ${Math.floor(random() * 90) + 1} days, and that ${pick(subjects)} cost ${Math.floor(random() * 900)} crowns in region ${line}.`,
  ).join('\n\n');

async function write(name: string): Promise<void> {
  const edit = (edits.get(name) ?? 0) + 1;
  edits.set(name, edit);
  await writeFile(join(folder, name), `# ${name}\n\n${text(name, edit)}\n`);
}

/** Adds, edits, moves and deletes files, so that every round has work. */
async function change(round: number): Promise<void> {
  const names = (await readdir(folder)).sort();
  for (let count = 0; count < names.length / 3; count += 1) await write(pick(names));
  for (let count = 0; count < 4; count += 1) await write(`added-${round}-${count}.md`);
  const left = [...names];
  const take = () => left.splice(Math.floor(random() * left.length), 1)[0] as string;
  await rename(join(folder, take()), join(folder, `moved-${round}.md`));
  if (names.length > Number(flags.files)) for (let count = 0; count < 5; count += 1) await rm(join(folder, take()));
}

/** The processor time of a running process, in milliseconds, in steps of 10; null once it is gone. */
function cpuOf(processId: number): number | null {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return null;
  }
}

/**
 * Runs the command and kills it once it has used `killAfter` milliseconds of processor time, which other work on the
 * machine does not move; undefined: runs it to its end.
 * @returns whether it ended on its own, and the processor time that it used
 */
async function ingest(killAfter: number | undefined): Promise<{ isWhole: boolean; used: number }> {
  const child = spawn('env', [...settings, process.execPath, ...command, 'ingest', folder, '--quiet', '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      resolve(code);
    });
  });
  let used = 0;
  const watch = setInterval(() => {
    used = cpuOf(child.pid ?? 0) ?? used;
    if (killAfter !== undefined && used >= killAfter) child.kill('SIGKILL');
  }, 5);
  const code = await ended;
  clearInterval(watch);
  if (code !== null && code !== 0) throw new Error(`candor ingest ended with ${code}: ${errors}`);
  return { isWhole: code === 0, used };
}

const count = z.object({ total: z.number() });
const acknowledged = statement(
  'bench.acknowledged',
  z.object({ version_id: z.string() }),
  `
  select distinct result ->> 'versionId' as version_id from ingest_item i cross join lateral jsonb_array_elements(i.results) as result
  where i.workspace_id = $1 and result ->> 'versionId' is not null
`,
);
const versions = statement(
  'bench.versions',
  z.object({ version_id: z.string() }),
  'select version_id from document_version where workspace_id = $1',
);

/** Each returns what must not exist. */
const checks = {
  'documents twice': statement(
    'bench.twice',
    count,
    `select count(*)::int as total from (select key from document where workspace_id = $1 group by key having count(*) > 1) t`,
  ),
  'two versions valid at once': statement(
    'bench.overlap',
    count,
    `
    select count(*)::int as total from document_version a join document_version b on b.workspace_id = $1 and b.document_id = a.document_id and b.version_id > a.version_id
    where a.workspace_id = $1 and a.effective_from < coalesce(b.effective_until, 'infinity') and b.effective_from < coalesce(a.effective_until, 'infinity')`,
  ),
  'versions with chunks missing': statement(
    'bench.partial',
    count,
    `
    select count(*)::int as total from document_version v where v.workspace_id = $1
      and v.chunk_count <> (select count(*) from chunk c where c.workspace_id = $1 and c.version_id = v.version_id)`,
  ),
  'chunks without text': statement(
    'bench.textless',
    count,
    `
    select count(*)::int as total from chunk c where c.workspace_id = $1 and not exists (select 1 from chunk_text t where t.workspace_id = $1 and t.chunk_id = c.chunk_id)`,
  ),
  'chunks without a vector': statement(
    'bench.vectorless',
    count,
    `
    select count(*)::int as total from chunk c where c.workspace_id = $1 and not exists (select 1 from chunk_window w where w.workspace_id = $1 and w.chunk_id = c.chunk_id)`,
  ),
  'chunks without words': statement(
    'bench.wordless',
    count,
    `
    select count(*)::int as total from chunk c where c.workspace_id = $1 and not exists (select 1 from posting p where p.workspace_id = $1 and p.chunk_id = c.chunk_id)`,
  ),
  'files noted whose document is not there': statement(
    'bench.dangling',
    count,
    `
    select count(*)::int as total from sync_document s where s.workspace_id = $1 and not exists (select 1 from document_version v where v.workspace_id = $1 and v.version_id = s.version_id)`,
  ),
} as const;

const query = async <Row>(database: Database, asked: ReturnType<typeof statement<Row>>) =>
  database.inWorkspace(workspaceId, (transaction) => transaction.query(asked, [workspaceId]));

/** Versions that have ever been acknowledged: none may vanish, because histories are kept. */
const seen = new Set<string>();

async function inspect(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: server?.url, dataFolder: data });
  try {
    const problems: string[] = [];
    for (const [name, check] of Object.entries(checks)) {
      const [row] = await query(database, check);
      if (row && row.total > 0) problems.push(`${row.total} ${name}`);
    }
    for (const row of await query(database, acknowledged)) seen.add(row.version_id);
    const there = new Set((await query(database, versions)).map((row) => row.version_id));
    const lost = [...seen].filter((id) => !there.has(id));
    if (lost.length > 0) problems.push(`${lost.length} acknowledged versions lost`);
    return problems;
  } finally {
    await database.close();
  }
}

await mkdir(folder, { recursive: true });
for (let index = 0; index < Number(flags.files); index += 1) await write(`note-${String(index).padStart(3, '0')}.md`);
const started = performance.now();
await ingest(undefined);
const { used: idle } = await ingest(undefined);
await change(0);
let { used: busy } = await ingest(undefined);
process.stderr.write(`${idle} ms of processor time with nothing to do, ${busy} ms with a round's work\n`);
// Kills fall between what a run needs to open everything and what it needs for a round's work. The lower bound moves until
// about half of them come while documents are being stored.
let low = 0.5 * idle;
let [whole, midway] = [0, 0];
const problems: string[] = [];
let round = 0;
for (; round < kills && performance.now() - started < Number(flags.minutes) * 60_000; round += 1) {
  await change(round + 1);
  const after = Math.floor(low + random() * Math.max(0, busy - low));
  const { isWhole } = await ingest(after);
  if (isWhole) whole += 1;
  const before = seen.size;
  const found = await inspect();
  const isMidway = !isWhole && seen.size > before;
  if (isMidway) midway += 1;
  // What killed runs leave is work for the next. A kill after the end of a run shows nothing, nor do many that come before
  // anything is stored.
  if (isWhole) busy = Math.max(idle, 0.9 * after);
  else if (isMidway) low = Math.max(0.5 * idle, 0.95 * low);
  else [low, busy] = [Math.max(low, 0.9 * after), busy * 1.05];
  problems.push(...found.map((problem) => `kill ${round + 1} after ${after} ms: ${problem}`));
  process.stderr.write(
    `\r${round + 1} of ${kills} kills, ${whole} rounds ended before theirs, ${seen.size} versions acknowledged, ${problems.length} problems, ${Math.round((performance.now() - started) / 1_000)} s `,
  );
}
await ingest(undefined);
problems.push(...(await inspect()).map((problem) => `at the end: ${problem}`));
await server?.drop();
await rm(home, { recursive: true, force: true });
process.stdout.write(
  `\n${round} kills on ${server ? 'a Postgres server' : 'the embedded database'} (${round - whole} before the end of a run, ${midway} of them after it had stored something), ${seen.size} versions acknowledged: ${problems.length === 0 ? 'no acknowledged version lost, no document twice, no version visible in part' : problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
