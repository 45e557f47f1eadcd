import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/http/server.ts';
import { newId } from '../../src/db/statement.ts';
import { overSocket, overStream } from '../support/clients.ts';
import { newWorkspace, openTestApp, openTestDatabase, type OpenTestApp } from '../support/database.ts';
import { post, serve } from '../support/testServer.ts';

/** Stands in the question alone. */
const secret = 'may marmalade labels be voided';
const question = `Within how many days ${secret}?`;
const conversation = 'shared-name';

let opened: OpenTestApp;
/** The run of somebody else, its document, and what tries to read it. */
let run: string;
let document: string;
let asker: string;
let admin: string;
const strangers: Record<string, string> = {};
beforeAll(async () => {
  opened = await openTestApp({ auth: 'keys', port: 0, corsOrigins: ['https://www.example.com'] });
  const { app } = opened;
  const { database } = await openTestDatabase();
  const [own, other] = [await newWorkspace(database, 'own'), await newWorkspace(database, 'other')];
  const ofAll = (workspaceId: string) => ({ workspaceId, role: 'ADMIN', accessGroups: null, keyId: null }) as const;
  const labels = { key: 'labels.md', text: '# Labels\n\nA marmalade label can be voided within 21 days of purchase.' };
  for (const workspaceId of [own, other]) await app.ingest(ofAll(workspaceId), [labels]);
  document = (await app.knowledge.documentsByKey(ofAll(own), ['labels.md']))[0]?.id ?? '';
  asker = (await app.keys.create(own, 'asker', 'READER', ['hr'])).secret;
  strangers['a READER, who reads its own'] = (await app.keys.create(own, 'a', 'READER', ['hr'])).secret;
  admin = (await app.keys.create(own, 'd', 'ADMIN', null)).secret;
  const fewer = await app.keys.create(own, 'b', 'EDITOR', []);
  strangers['an EDITOR of every run, with fewer groups'] = fewer.secret;
  strangers['an ADMIN of another workspace'] = (await app.keys.create(other, 'c', 'ADMIN', null)).secret;
  const { url, close } = await startServer(app, app.config);
  const asked = await post(
    url,
    `{ ask(input: { question: ${JSON.stringify(question)}, conversationId: "${conversation}" }) { ... on Outcome { id citations { quote } } } }`,
    { headers: { authorization: `Bearer ${asker}` } },
  );
  ({ id: run } = asked.body.data!['ask'] as { id: string });
  await post(
    url,
    `mutation { recordFeedback(input: { runId: "${run}", verdict: WRONG, comment: "${secret}" }) { feedback { id } } }`,
    { headers: { authorization: `Bearer ${asker}` } },
  );
  await close();
});
afterAll(() => opened.close());

/** Every way that names a run, and every list that could hold it. */
const doors: Readonly<Record<string, (id: string) => string>> = {
  run: (id) => `{ run(id: "${id}") { id question feedback { comment } trace } }`,
  node: (id) => `{ node(id: "${id}") { __typename ... on Run { question } } }`,
  runs: () => '{ runs(first: 100) { nodes { id question } } }',
  'runs of a conversation': () => `{ runs(filter: { conversationId: "${conversation}" }) { nodes { id question } } }`,
  explainMiss: (id) => `{ explainMiss(runId: "${id}", documentId: "${document}") { reason } }`,
  verifyCitation: (id) => `{ verifyCitation(input: { recorded: { runId: "${id}", number: 1 } }) { claim quote } }`,
  feedback: () => '{ feedback(first: 100) { nodes { run { id } question comment } } }',
  labellingQueue: () => '{ labellingQueue { nodes { id question } totalCount } }',
  knowledgeGaps: () => '{ knowledgeGaps { nodes { question run { id } } runCount } }',
  replayRun: (id) => `mutation { replayRun(input: { id: "${id}" }) { run { id question } errors { code message } } }`,
  recordFeedback: (id) =>
    `mutation { recordFeedback(input: { runId: "${id}", verdict: CORRECT }) { feedback { id question } errors { code message } } }`,
};
const named = ['run', 'node', 'explainMiss', 'verifyCitation', 'replayRun', 'recordFeedback'];

type Send = (url: string, key: string, query: string) => Promise<unknown>;
const interfaces: Readonly<Record<string, Send>> = {
  GraphQL: async (url, key, query) => (await post(url, query, { headers: { authorization: `Bearer ${key}` } })).body,
  WebSocket: (url, key, query) => resultOf(overSocket({ url, authorization: `Bearer ${key}` }, query)),
  'event stream': (url, key, query) => resultOf(overStream({ url, authorization: `Bearer ${key}` }, query)),
};
const resultOf = ({ results }: ReturnType<typeof overStream>) =>
  results.then(
    (received) => received as unknown,
    (error: unknown) => String(error),
  );

describe.each(Object.keys(interfaces))("another's run, over %s", (name) => {
  const send = interfaces[name]!;
  it('is there for its asker, so that what follows could tell it', async () => {
    const { url } = await serve(opened.app);
    const seen = { [asker]: ['run', 'node', 'runs', 'verifyCitation'], [admin]: ['run', 'feedback'] };
    for (const [key, theirs] of Object.entries(seen))
      for (const door of theirs)
        expect([door, JSON.stringify(await send(url, key, doors[door]!(run)))]).toEqual([
          door,
          expect.stringMatching(door === 'verifyCitation' ? /within 21 days/ : secret),
        ]);
  });

  it('is as absent as one that never was', async () => {
    const { url } = await serve(opened.app);
    for (const [who, key] of Object.entries(strangers))
      for (const [door, query] of Object.entries(doors)) {
        const [there, nowhere] = [newId(), newId()];
        const told = JSON.stringify(await send(url, key, query(run)));
        expect([who, door, told]).toEqual([who, door, expect.not.stringContaining(secret)]);
        expect(told).not.toMatch(/INTERNAL|VALIDATION/);
        if (!named.includes(door)) continue;
        const absent = JSON.stringify(await send(url, key, query(nowhere)));
        expect([who, door, plain(told, run, there)]).toEqual([who, door, plain(absent, nowhere, there)]);
      }
  });
});

/** A reply without the id that was asked for, and without what each has of its own. */
const plain = (reply: string, id: string, instead: string) =>
  reply.replaceAll(id, instead).replaceAll(/"(?:errorId|requestId)":"[^"]*"/g, '""');

describe("another's conversation", () => {
  it('is not read by a question that names it', async () => {
    const { url } = await serve(opened.app);
    const input = `input: { question: "And within how many days?", conversationId: "${conversation}" }`;
    const follow = `{ ask(${input}) { ... on Outcome { run { question trace } } } }`;
    const events = `subscription { askEvents(${input}) { __typename ... on AskProgress { queries } } }`;
    for (const [who, key] of Object.entries(strangers)) {
      const told = [
        await interfaces['GraphQL']!(url, key, follow),
        await interfaces['event stream']!(url, key, events),
        await interfaces['WebSocket']!(url, key, events),
      ];
      expect([who, JSON.stringify(told)]).toEqual([who, expect.not.stringMatching(/may marmalade|GRAPHQL_|INTERNAL/)]);
    }
  });
});

describe("another's run, over MCP", () => {
  it('has no citation to verify, and no conversation to go on with', async () => {
    const { url } = await serve(opened.app);
    const call = async (key: string, name: string, given: object) => {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      });
      return response.text();
    };
    for (const [who, key] of Object.entries(strangers)) {
      const nowhere = newId();
      const told = await call(key, 'verify', { runId: run, citation: 1 });
      expect([who, told]).toEqual([who, expect.stringContaining('NOT_FOUND')]);
      expect(plain(told, run, '')).toBe(plain(await call(key, 'verify', { runId: nowhere, citation: 1 }), nowhere, ''));
      const asked = await call(key, 'ask', { question: 'And within how many days?', conversationId: conversation });
      expect([who, asked]).toEqual([who, expect.not.stringContaining(secret)]);
    }
  });
});
