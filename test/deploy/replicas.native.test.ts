import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import '../setup/provided.ts';
import { createTestDatabase, type TestDatabase } from '../support/nativePostgres.ts';
import { ownProgram } from '../support/ownProgram.ts';
import { post } from '../support/testServer.ts';
import { startRoundRobin, type RoundRobin } from './roundRobin.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Replica {
  readonly process: ChildProcess;
  readonly url: string;
}

let database: TestDatabase;
let replicas: Replica[] = [];
let proxy: RoundRobin;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl') ?? '');
  replicas = await Promise.all([startReplica(database.url), startReplica(database.url), startReplica(database.url)]);
  proxy = await startRoundRobin(replicas.map(({ url }) => url));
}, 300_000);
afterAll(async () => {
  await proxy.close();
  for (const { process: child } of replicas) child.kill('SIGKILL');
  await database.drop();
});

/** `candor serve` in a process of its own; resolves when it is ready. */
async function startReplica(databaseUrl: string): Promise<Replica> {
  const child = spawn(
    'env',
    [
      `DATABASE_URL=${databaseUrl}`,
      'PORT=0',
      'CANDOR_SAMPLE=off',
      // Two processes let in eight of twelve questions: how long the others wait is the machine's business.
      'CANDOR_LIMITS={"asks":4,"asksPerWorkspace":4,"askWaitMillis":120000}',
      ...ownProgram(),
      'serve',
      '--json',
      '--quiet',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  child.stderr.on('data', (piece: Buffer) => (out += piece.toString()));
  for await (const piece of child.stdout) {
    out += String(piece);
    const url = /"url": "(http[^"]+)"/.exec(out)?.[1];
    if (url !== undefined) return { process: child, url };
  }
  throw new Error(`serve ended: ${out}`);
}

const ingest = (key: string, text: string) =>
  post(proxy.url, 'mutation ($i: IngestDocumentsInput!) { ingestDocuments(input: $i) { __typename } }', {
    variables: { i: { documents: [{ key, title: key, content: { text } }] } },
  });
const ask = async (question: string) => {
  const { body } = await post(
    proxy.url,
    'query ($q: String!) { ask(input: { question: $q, budget: { maxMillis: 60000 } }) { __typename ... on Outcome { id } ... on Answer { text } } }',
    { variables: { q: question } },
  );
  return body.data?.['ask'] as { readonly __typename: string; readonly id: string; readonly text?: string } | undefined;
};

it('three processes on one database answer as one: what one takes in, each finds, and runs of one are read at another', async () => {
  const { body } = await ingest('labels.md', 'A label may be voided within 21 days of purchase.');
  expect(body.errors).toBeUndefined();
  const answers = await Promise.all([1, 2, 3].map(() => ask('How many days may a label be voided?')));
  for (const answer of answers) expect(answer?.text).toContain('21 days');
  for (const answer of answers) {
    const read = await post(proxy.url, 'query ($id: ID!) { run(id: $id) { id } }', { variables: { id: answer?.id } });
    expect(read.body.data?.['run']).toEqual({ id: answer?.id });
  }
});

it('one is killed while people ask: no answer is lost, and what was taken in stays', async () => {
  await ingest('zebra.md', 'The zebra crossing at Mill Lane opens in May.');
  const asking = Array.from({ length: 12 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 60));
    return ask('When does the zebra crossing at Mill Lane open?');
  });
  const [victim] = replicas;
  const gone = victim && once(victim.process, 'exit');
  setTimeout(() => victim?.process.kill('SIGKILL'), 250);
  const answers = await Promise.all(asking);
  await gone;
  expect(answers.filter((answer) => answer?.text?.includes('May') !== true)).toEqual([]);
  expect((await ask('How many days may a label be voided?'))?.text).toContain('21 days');
});
