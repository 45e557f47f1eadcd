import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { readSnapshot } from '../support/database.ts';
import { ownProgram } from '../support/ownProgram.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Several pages of chunks, so that a fast machine too is still at work when the first one is done. */
const files = 480;

let folder: string;
let server: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-renewal-'));
  await mkdir(join(folder, 'docs'));
  for (let number = 0; number < files; number += 1)
    await writeFile(
      join(folder, `docs/branch-${number}.md`),
      `# Branch ${number}\n\nThe branch number ${number} is at the market square. It is open from nine to six, and locker ${number} costs ${number + 3} crowns a month.\n`,
    );
  await (await openEmbedded(join(folder, 'data'), await readSnapshot())).close();
}, 240_000);
afterAll(async () => {
  server?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(embedder: string, args: readonly string[]): ChildProcess {
  const [command, ...begin] = ownProgram();
  return spawn(command, [...begin, ...args], {
    cwd: repository,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      CANDOR_DATA: join(folder, 'data'),
      CANDOR_SAMPLE: 'off',
      PORT: '0',
      EMBEDDER: embedder,
    },
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });

async function candor(embedder: string, args: readonly string[]) {
  const child = start(embedder, [...args, '--json']);
  child.stdin?.end();
  const [code, out] = await Promise.all([ended(child), text(child.stdout!)]);
  return { code, out: JSON.parse(out) as Record<string, unknown> };
}

/** A server with the other embedder, which begins to make the vectors again. */
async function serve() {
  const child = start('multilingual', ['serve', '--json']);
  server = child;
  let out = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.trimEnd().endsWith('}')) resolve((JSON.parse(out) as { url: string }).url);
    });
    child.once('close', () => reject(new Error(`The server ended: ${out}`)));
  });
  const query = async (text: string) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: text }) });
    return ((await reply.json()) as { data: never }).data;
  };
  const job = async () => {
    const { ingestJobs } = (await query('{ ingestJobs(first: 1) { nodes { state progress { done } } } }')) as {
      ingestJobs: { nodes: { state: string; progress: { done: number | null } | null }[] };
    };
    return ingestJobs.nodes[0];
  };
  return { child, query, job };
}

const found = '{ search(input: { query: "What does locker 142 cost?" }) { passages { document { key } } } }';
const first = (reply: { search: { passages: { document: { key: string } }[] } }) =>
  reply.search.passages[0]?.document.key;

test('a process that is killed while it makes vectors again loses none, and the next one goes on', async () => {
  expect(await candor('english', ['ingest', join(folder, 'docs')])).toMatchObject({
    code: 0,
    out: { createdCount: files },
  });
  const before = await serve();
  await expect.poll(async () => (await before.job())?.progress?.done ?? 0, { timeout: 120_000 }).toBeGreaterThan(0);
  expect(first(await before.query(found))).toBe('branch-142.md');
  const gone = ended(before.child);
  before.child.kill('SIGKILL');
  await gone;
  // As if nothing had been begun: the vectors of before are all there.
  const asked = await candor('english', ['search', 'What does locker 142 cost?']);
  expect(asked.code).toBe(0);
  expect(JSON.stringify(asked.out)).toContain('branch-142.md');
  const after = await serve();
  await expect.poll(async () => (await after.job())?.state, { timeout: 240_000, interval: 500 }).toBe('COMPLETED');
  expect(await after.query('{ workspace { embedder } }')).toEqual({
    workspace: { embedder: 'builtin:e5-multilingual@1:384' },
  });
  expect(first(await after.query(found))).toBe('branch-142.md');
}, 600_000);
