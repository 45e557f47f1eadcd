import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../support/testServer.ts';

let server: ChildProcess;
let url: string;
beforeAll(async () => {
  const program = fileURLToPath(new URL('faultyServer.ts', import.meta.url));
  server = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout!, 'data')) as [Buffer];
  url = line.toString().trim();
}, 120_000);
afterAll(() => server.kill('SIGKILL'));

const search = (query: string) => post(url, `{ search(input: { query: "${query}" }) { tier } }`);

test.each(['callback', 'rejection'])('a fault in a %s of a request is its answer, and others go on', async (kind) => {
  const beside = search('labels');
  const { status, body } = await search(kind);
  expect(status).toBe(500);
  expect(body.errors).toMatchObject([{ extensions: { code: 'INTERNAL' } }]);
  expect(JSON.stringify(body)).not.toMatch(/secret|nobody/);
  expect((await beside).body.data).toMatchObject({ search: { tier: 'CONFIDENT' } });
  expect((await search('labels')).status).toBe(200);
  expect(server.exitCode).toBeNull();
});

test('a fault after the answer harms nobody', async () => {
  expect((await search('late')).status).toBe(200);
  for (let asked = 0; asked < 4; asked += 1) expect((await search('labels')).status).toBe(200);
  expect(server.exitCode).toBeNull();
});
