import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/db/openEmbedded.ts';
import { readSnapshot } from '../support/database.ts';
import { ownProgram } from '../support/ownProgram.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let elsewhere: string;
let server: ChildProcess;
let url: string;

/** A process of its own, as a person starts one in `cwd`. */
function start(args: readonly string[], cwd = repository): ChildProcess {
  const [command, ...begin] = ownProgram();
  return spawn(command, [...begin, ...args], {
    cwd,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      CANDOR_DATA: join(folder, 'data'),
      CANDOR_SAMPLE: 'off',
      PORT: '0',
    },
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });

async function candor(args: readonly string[], input = '') {
  const child = start(args, elsewhere);
  child.stdin?.end(input);
  const [code, out, err] = await Promise.all([ended(child), text(child.stdout!), text(child.stderr!)]);
  return { code, out, err };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-serving-'));
  elsewhere = join(folder, 'elsewhere');
  await mkdir(join(elsewhere, 'docs'), { recursive: true });
  await writeFile(join(elsewhere, 'docs/dogs.md'), '# Dogs\n\nDogs are welcome in the office on Fridays.\n');
  // Empty, as the first start leaves it: mcp/stdio.slow.test.ts begins without a folder.
  await (await openEmbedded(join(folder, 'data'), await readSnapshot())).close();
  server = start(['serve', '--json']);
  let out = '';
  url = await new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.trimEnd().endsWith('}')) resolve((JSON.parse(out) as { url: string }).url);
    });
    server.once('close', () => reject(new Error(`The server ended: ${out}`)));
  });
}, 240_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

describe('a second process while one serves the embedded database', () => {
  it('ingests, asks and checks, with paths and standard input of its own', async () => {
    const ingested = await candor(['ingest', 'docs', '--json']);
    expect(ingested.code).toBe(0);
    expect(JSON.parse(ingested.out)).toMatchObject({ createdCount: 1 });
    const answered = await candor(['ask', 'When are dogs welcome in the office?', '--json']);
    expect(answered.code).toBe(0);
    expect(JSON.parse(answered.out)).toMatchObject({
      __typename: 'Answer',
      citations: [{ document: { key: 'dogs.md' } }],
    });
    const checked = await candor(['check', '-', '--document', 'dogs.md'], 'Dogs are welcome in the office on Mondays.');
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.out).toContain('0 of 1 claims are supported.');
    // Nothing is near it at all: the person is asked back.
    const unknown = await candor(['ask', 'How tall is the Eiffel tower?']);
    expect(unknown.code).toBe(4);
  }, 240_000);

  it('is told where the server is when it serves too', async () => {
    const second = await candor(['serve']);
    expect(second.code).toBe(1);
    expect(second.err).toContain(`Candor already serves this data folder at ${url} (process`);
  }, 240_000);

  it('watches until it is interrupted, and what changes is found by the server', async () => {
    const watching = start(['ingest', 'docs', '--watch'], elsewhere);
    const code = ended(watching);
    let err = '';
    watching.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    await expect.poll(() => err, { timeout: 120_000 }).toContain('Watching');
    await writeFile(join(elsewhere, 'docs/cats.md'), '# Cats\n\nCats stay at home.\n');
    await expect.poll(async () => (await candor(['show', 'cats.md'])).code, { timeout: 120_000 }).toBe(0);
    watching.kill('SIGINT');
    expect(await code).toBe(0);
  }, 240_000);

  it('opens the database itself again once the server has gone', async () => {
    const gone = ended(server);
    server.kill('SIGINT');
    expect(await gone).toBe(0);
    await expect(readFile(join(folder, 'data/terminal.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await candor(['show', 'dogs.md'])).code).toBe(0);
  }, 240_000);
});
