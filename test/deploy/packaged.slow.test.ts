import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePackage } from '../../deploy/writePackage.ts';

let home: string | undefined;
let server: ChildProcess | undefined;
afterAll(async () => {
  // npx starts Candor in a process of its own, and passes no SIGKILL on.
  if (server?.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  if (home !== undefined) await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

it('runs by npx from its one file, in an empty folder, without a registry', async () => {
  home = await mkdtemp(join(tmpdir(), 'candor-packaged-'));
  const empty = join(home, 'empty');
  await mkdir(empty);
  const { file, size, unpackedSize } = await writePackage(home, 'this');
  process.stdout.write(`${file}: ${(size / 1e6).toFixed(1)} MB, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked\n`);

  server = spawn('npx', ['--yes', '--offline', '--package', file, 'candor', 'serve', '--json'], {
    cwd: empty,
    detached: true,
    // A cache of its own: nothing that this machine has seen before helps.
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home,
      npm_config_cache: join(home, 'npm'),
      PORT: '0',
    },
  });
  const reply = await fetch(`${await addressOf(server)}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query:
        '{ ask(input: { question: "What does the BP-4 label printer cost?" }) { __typename ... on Answer { text } } }',
    }),
  });
  expect(await reply.json()).toMatchObject({
    data: { ask: { __typename: 'Answer', text: expect.stringContaining('€149') as unknown } },
  });
}, 900_000);

/** What `serve --json` says when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  let [out, err] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.trimEnd().endsWith('}')) resolve((JSON.parse(out) as { url: string }).url);
    });
    child.once('close', () => reject(new Error(`The server ended: ${out}${err}`)));
  });
}
