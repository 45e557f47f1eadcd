import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTurns } from '../../src/agent/nodes/plan.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { newId } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

const never = new AbortController().signal;
const context = { signal: undefined, deadline: never, millisLeft: 5_000 };
const [anna, ben] = [newId(), newId()];
let opened: OpenTestDatabase;
let workspaceId: string;
let otherWorkspace: string;

interface Asker {
  readonly workspaceId?: string;
  readonly keyId?: string | null;
  readonly accessGroups?: readonly string[] | null;
}

const requestOf = (asker: Asker = {}, conversationId: string | undefined = 'c1') =>
  checkRequest(
    { workspaceId, keyId: anna, accessGroups: ['sales'], ...asker },
    { question: 'And for teams?', conversationId },
  );

async function questions(asker?: Asker, conversationId?: string): Promise<string[]> {
  const { turns, degraded } = await readTurns(
    { database: opened.database, log: silentLog },
    requestOf(asker, conversationId),
    context,
  );
  expect(degraded).toEqual([]);
  return turns.map(({ question }) => question);
}

async function record(question: string, hoursAgo: number, options: readonly object[] = []): Promise<void> {
  const run = {
    plan: { standalone: `${question} (whole)` },
    result: { text: `About ${question}`, options, citations: [] },
    passages: [],
  };
  await opened.pool.query(
    `insert into run (workspace_id, run_id, question, conversation_id, preset, outcome, record, created_at, access_groups, asked_by)
     values ($1, $2, $3, 'c1', 'CANDOR', 'CLARIFICATION', $4::jsonb, $5, $6, $7)`,
    [workspaceId, newId(), question, JSON.stringify(run), new Date(Date.now() - hoursAgo * 3_600_000), ['sales'], anna],
  );
}

beforeAll(async () => {
  opened = await openTestDatabase();
  [workspaceId, otherWorkspace] = [await newWorkspace(opened.database), await newWorkspace(opened.database, 'other')];
  await record('too old', 25);
  for (let turn = 9; turn >= 1; turn -= 1)
    await record(
      `q${turn}`,
      turn,
      turn === 1 ? [{ id: 'o1', text: 'Lamp', question: 'Which lamp?', documentIds: [], confidence: 0.7 }] : [],
    );
});
afterAll(() => opened.close());

test('the newest eight of a day, oldest first, with what came of them', async () => {
  expect(await questions()).toEqual(['q8', 'q7', 'q6', 'q5', 'q4', 'q3', 'q2', 'q1']);
  const { turns } = await readTurns({ database: opened.database, log: silentLog }, requestOf(), context);
  expect(turns.at(-1)).toMatchObject({
    standalone: 'q1 (whole)',
    reply: 'About q1',
    outcome: 'CLARIFICATION',
    options: [{ id: 'o1' }],
  });
});

test('a reader of everything, or of more groups, sees them too', async () => {
  expect(await questions({ accessGroups: null })).toHaveLength(8);
  expect(await questions({ accessGroups: ['sales', 'legal'] })).toHaveLength(8);
});

test.each<[string, () => [Asker, string?]]>([
  ['another key', () => [{ keyId: ben }]],
  ['no key', () => [{ keyId: null }]],
  ['another workspace', () => [{ workspaceId: otherWorkspace }]],
  ['another conversation', () => [{}, 'c2']],
  ['fewer groups', () => [{ accessGroups: [] }]],
  ['other groups', () => [{ accessGroups: ['legal'] }]],
])('%s sees no turn', async (_name, ask) => {
  expect(await questions(...ask())).toEqual([]);
});

test('without a conversation there is nothing to read; given turns count instead', async () => {
  const parts = { database: opened.database, log: silentLog };
  expect((await readTurns(parts, { ...requestOf(), conversationId: null }, context)).turns).toEqual([]);
  const given = checkRequest(
    { workspaceId, keyId: anna, accessGroups: null },
    { question: 'Why?', conversationId: 'c1', history: [{ role: 'USER', text: 'Is it raining?' }] },
  );
  expect((await readTurns(parts, given, context)).turns.map(({ question }) => question)).toEqual(['Is it raining?']);
});

test('a spent time or a failed read degrades; who went away is told so', async () => {
  const parts = { database: opened.database, log: silentLog };
  const gone = AbortSignal.abort();
  expect((await readTurns(parts, requestOf(), { ...context, millisLeft: 0 })).degraded).toMatchObject([
    { part: 'CONVERSATION' },
  ]);
  expect((await readTurns(parts, requestOf(), { ...context, deadline: gone })).degraded).toMatchObject([
    { part: 'CONVERSATION' },
  ]);
  await expect(readTurns(parts, requestOf(), { ...context, signal: gone, deadline: gone })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});
