/**
 * Compares Candor with other ways to retrieve: the same windows, vectors and questions, one contestant after the other,
 * each in a separate process.
 *
 *   npm run bench peers -- [--sets squad2,cranfield] [--from ../shared/eval] [--limit N] [--database-url URL] [--packages FOLDER] [--only NAME,...]
 *
 * The packages of LangChain.js and Orama are installed into a temporary folder (160 MB), or found in --packages.
 * Without a server (--database-url or CANDOR_TEST_DATABASE_URL), contestants that need one are left out. Cutting and
 * embedding are done once and are not included in any figure; neither is the embedding of a question, whose vector each
 * contestant receives. Each is asked for thirty hits; documents count once, by their best hit. The floor is the SQL of
 * Candor's two arms with the same values, alternating with its searches.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { makeMaterial, piecesOf, writeMaterial } from './peerMaterial.ts';
import type { PeerFigures } from './peerRun.ts';
import { peers } from './peerSides.ts';

const packageNames = [
  '@langchain/community@1.1.29',
  '@langchain/classic@1.0.50',
  '@langchain/core@1.2.13',
  '@langchain/openai@1.5.8',
  'pg@8.23.1',
  '@orama/orama@3.1.18',
];
const { values: flags } = parseArgs({
  options: {
    sets: { type: 'string', default: 'squad2,cranfield' },
    from: { type: 'string', default: '../shared/eval' },
    limit: { type: 'string', default: '100' },
    'database-url': { type: 'string', default: '' },
    packages: { type: 'string' },
    only: { type: 'string' },
  },
});
const run = promisify(execFile);
const print = (text: string) => process.stdout.write(`${text}\n`);

async function install(folder: string): Promise<string> {
  const packages = join(folder, 'packages');
  await mkdir(packages);
  await writeFile(join(packages, 'package.json'), '{"private":true,"type":"module"}');
  const flagsOfNpm = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--silent'];
  await run('npm', ['install', ...flagsOfNpm, ...packageNames], { cwd: packages });
  return packages;
}

async function compete(name: string, file: string, root: string, packages: string): Promise<PeerFigures> {
  const folder = await mkdtemp(join(root, 'data-'));
  const worker = join(import.meta.dirname, 'peerRun.ts');
  const options = ['--import', 'tsx', '--expose-gc', worker, name, file, flags['database-url'], folder, packages];
  const { stdout } = await run(process.execPath, options, { maxBuffer: 1e8 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PeerFigures;
}

function table(rows: readonly PeerFigures[]): string {
  const cells = (row: PeerFigures) => [
    row.name,
    row.p50.toFixed(1),
    row.p95.toFixed(1),
    row.floor ? `${row.floor.p50.toFixed(1)} / ${row.floor.p95.toFixed(1)}` : '–',
    row.throughput.toFixed(0),
    row.ndcg?.toFixed(3) ?? '–',
    row.recall?.toFixed(3) ?? '–',
    row.memory.toFixed(0),
    row.disk?.toFixed(0) ?? '–',
    row.load.toFixed(1),
  ];
  const titles =
    'retrieval|p50 ms|p95 ms|bare SQL p50 / p95|questions/s, 8 clients|nDCG@10|recall@10|process MB|disk MB|load s';
  return [
    `| ${titles.split('|').join(' | ')} |`,
    `| --- |${' ---: |'.repeat(9)}`,
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
  ].join('\n');
}

const root = await mkdtemp(join(tmpdir(), 'candor-peers-'));
try {
  const only = flags.only?.split(',').map((part) => part.trim());
  const names = Object.keys(peers).filter(
    (name) =>
      (!only || only.some((part) => name.startsWith(part))) &&
      (flags['database-url'] !== '' || !name.includes('Postgres')),
  );
  const packages = flags.packages ?? (await install(root));
  const file = join(root, 'material');
  const material = await makeMaterial(flags.from, flags.sets.split(','), Number(flags.limit));
  await writeMaterial(file, material);
  print(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}; sets ${flags.sets}: ${material.documents.length} documents, ${piecesOf(material).length} windows, ${material.questions.length} questions`,
  );
  const rows: PeerFigures[] = [];
  for (const name of names) {
    process.stderr.write(`${name}\n`);
    rows.push(await compete(name, file, root, packages));
  }
  print(`\n${table(rows)}`);
  if (flags['database-url'] === '') print('\nWithout a server: what needs Postgres was left out.');
} finally {
  await rm(root, { recursive: true, force: true });
}
