import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownProgram } from '../support/ownProgram.ts';

const [command, ...begin] = ownProgram();
const patient = { timeout: 240_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-mcp-'));
  await writeFile(join(folder, 'dogs.md'), '# Dogs\n\nDogs are welcome in the office on Fridays.\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A process as a model's host starts it. */
const transport = (...args: string[]) =>
  new StdioClientTransport({
    command,
    args: [...begin, ...args],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, CANDOR_DATA: join(folder, 'data') },
    cwd: folder,
    stderr: 'pipe',
  });

async function connected(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport('mcp'), patient);
  await client.listTools();
  return client;
}

it('candor mcp answers over stdio; a second one, and a command, share its database', async () => {
  const first = await connected();
  const empty = await first.callTool({ name: 'ask', arguments: { question: 'When are dogs welcome?' } }, patient);
  expect(empty.structuredContent).toMatchObject({ outcome: { type: expect.not.stringMatching('Answer') } });

  const ingest = transport('ingest', 'dogs.md');
  const ingested = new Promise<void>((resolve) => (ingest.onclose = resolve));
  await ingest.start();
  await ingested;

  const second = await connected();
  const progress: string[] = [];
  const answered = await second.callTool(
    { name: 'ask', arguments: { question: 'When are dogs welcome in the office?' } },
    { ...patient, onprogress: ({ message }) => progress.push(message ?? '') },
  );
  expect(answered.structuredContent).toMatchObject({
    outcome: {
      type: 'Answer',
      text: expect.stringContaining('Fridays'),
      citations: [{ documentKey: 'dogs.md', status: 'SUPPORTED' }],
    },
  });
  expect(progress.length).toBeGreaterThan(1);
  await second.close();

  const { contents } = await first.readResource({ uri: 'candor://documents/dogs.md' });
  expect(JSON.stringify(contents)).toContain('Dogs are welcome');
  const verified = await first.callTool({
    name: 'verify',
    arguments: { text: 'Dogs are welcome in the office on Mondays.', documents: ['dogs.md'] },
  });
  expect(verified.structuredContent).toMatchObject({
    verification: { type: 'Text', claimCount: 1, supportedCount: 0 },
  });
  await first.close();
}, 300_000);
