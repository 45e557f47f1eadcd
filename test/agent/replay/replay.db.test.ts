import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, buildGraph } from '../../../src/agent/ask.ts';
import type { Outcome } from '../../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../../src/agent/parts/parts.ts';
import { replayRun, type ReplayOverrides } from '../../../src/agent/replay.ts';
import type { AskRequest } from '../../../src/agent/state/request.ts';
import { checkRequest } from '../../../src/agent/resolveRequest.ts';
import { readRun, saveRun } from '../../../src/agent/runs/runs.ts';
import { newId } from '../../../src/db/statement.ts';
import { deleteDocument, setState } from '../../../src/knowledge/store/documents.ts';
import type { DocumentInput } from '../../../src/knowledge/document.ts';
import { silentLog } from '../../../src/log.ts';
import type { Caller } from '../../../src/workspaces/caller.ts';
import { newWorkspace } from '../../support/database.ts';
import { outcomeOf } from '../drain.ts';
import { openAgent, type OpenAgent } from '../openAgent.ts';

const pool: DocumentInput = {
  key: 'pool',
  title: 'Swimming pool',
  text: 'The pool opens at seven. A day ticket for the pool costs 6 euros. Children under five swim for free.',
  format: 'PLAIN_TEXT',
};
const documents: readonly DocumentInput[] = [
  pool,
  {
    key: 'sauna',
    title: 'Sauna',
    text: 'The sauna on the roof holds eight people. It is heated to 85 degrees.',
    format: 'PLAIN_TEXT',
  },
  {
    key: 'lockers',
    title: 'Lockers',
    text: 'A locker in the hall needs a coin of 2 euros, which is given back.',
    format: 'PLAIN_TEXT',
  },
  {
    key: 'minutes',
    title: 'Minutes of the board',
    text: 'The board keeps the ticket machine from Lund until the spring of next year.',
    format: 'PLAIN_TEXT',
    accessGroups: ['board'],
  },
];
const ticket = 'How much does a day ticket for the pool cost?';

let agent: OpenAgent;
let parts: AgentParts;
let admin: Caller;
beforeAll(async () => {
  agent = await openAgent();
  const { database, embedder, workspaceId } = agent;
  parts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (workspace, run) => saveRun(database, workspace, run),
  };
  admin = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: newId() };
  await agent.take(documents);
});
afterAll(() => agent.close());

const replay = (id: string, overrides: ReplayOverrides = {}, caller = admin) =>
  replayRun({ graph: buildGraph(parts), parts, caller }, id, overrides);
const asked = (question: string, request: Partial<AskRequest> = {}, caller = admin): Promise<Outcome> =>
  outcomeOf(ask(buildGraph(parts), parts, checkRequest(caller, { question, ...request })));

describe('over unchanged knowledge', () => {
  test.each([
    ['Answer', ticket],
    ['Answer', 'How many people does the sauna hold?'],
    ['Clarification', 'Hello!'],
    ['Abstention', 'Which people of Lund paint the sauna for the emperor of Mongolia?'],
  ] as const)('%s: %s is repeated without a change', async (type, question) => {
    const outcome = await asked(question);
    expect(outcome.type).toBe(type);
    const { original, run, ...compared } = await replay(outcome.id);
    expect(compared).toEqual({ same: true, changes: [], changedDocuments: [] });
    expect(original.id).toBe(outcome.id);
    expect(run).toMatchObject({
      replayOf: original.id,
      settings: original.settings,
      asOf: original.asOf,
      budget: original.budget,
    });
    expect(await readRun(parts.database, admin, run.id)).toEqual(run);
  });

  test('it is outside of the conversation, keeps filter, budget and language, and is itself repeatable', async () => {
    const request = {
      conversationId: 'c1',
      filter: { keyPrefix: 'po', updatedBefore: new Date('2100-01-01') },
      language: 'en',
      budget: { maxRounds: 1 },
      preset: 'CONSENSUS',
      retrieval: { topK: 3 },
    } as const;
    const { run, same, changes } = await replay((await asked(ticket, request)).id);
    expect(run).toMatchObject({
      conversationId: null,
      filter: request.filter,
      language: 'en',
      budget: { maxRounds: 1 },
      preset: 'CONSENSUS',
      settings: { topK: 3 },
      askedBy: admin.keyId,
    });
    expect({ same, changes }).toEqual({ same: true, changes: [] });
    expect(await replay(run.id)).toMatchObject({ same: true, changes: [], run: { replayOf: run.id } });
  });

  test('what is overridden differs, by its path', async () => {
    const { id } = await asked(ticket);
    const { run, changes } = await replay(id, {
      preset: 'NAIVE',
      retrieval: { topK: 2 },
      budget: { maxTokens: 0 },
      filter: { keyPrefix: 'sau' },
    });
    expect(run).toMatchObject({
      preset: 'NAIVE',
      settings: { topK: 2 },
      budget: { maxTokens: 0 },
      filter: { keyPrefix: 'sau' },
    });
    expect(changes).toEqual(
      expect.arrayContaining([
        { path: 'preset', before: '"CANDOR"', after: '"NAIVE"' },
        { path: 'filter.keyPrefix', before: null, after: '"sau"' },
      ]),
    );
    await expect(replay(id, { retrieval: { topK: 0 } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('when documents change', () => {
  test('SAME reads the version of then, TODAY the one of now', async () => {
    const { id } = await asked(ticket);
    await agent.take([{ ...pool, text: pool.text.replace('6 euros', '9 euros') }]);
    const then = await replay(id);
    expect(then.run.result).toMatchObject({ type: 'Answer', text: expect.stringContaining('6 euros') as string });
    expect(then).toMatchObject({ same: true, changedDocuments: ['pool'] });
    const now = await replay(id, { versions: 'TODAY' });
    expect(now.run.result).toMatchObject({ type: 'Answer', text: expect.stringContaining('9 euros') as string });
    expect(now).toMatchObject({ same: false, changedDocuments: ['pool'] });
    expect(now.changes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['asOf', 'result.text', 'passages[0].versionId']),
    );
    expect(now.run.asOf.getTime()).toBeGreaterThan(now.original.asOf.getTime());
  });

  test('a hidden and a deleted one are named', async () => {
    const [sauna, lockers] = await agent.take([
      { key: 'steam', text: 'The steam bath is heated to 45 degrees.', format: 'PLAIN_TEXT' },
      { key: 'rafts', text: 'A raft for the steam lake seats four guests.', format: 'PLAIN_TEXT' },
    ]);
    const { id } = await asked(
      'To how many degrees is the steam bath heated, and how many guests does a raft for the steam lake seat?',
    );
    expect((await replay(id)).changedDocuments).toEqual([]);
    await setState(parts.database, admin, sauna?.documentId ?? '', 'DRAFT');
    await deleteDocument(parts.database, admin, lockers?.documentId ?? '');
    const { changedDocuments, same } = await replay(id);
    expect([...changedDocuments].toSorted((left, right) => left.localeCompare(right))).toEqual(['rafts', 'steam']);
    expect(same).toBe(false);
  });
});

describe('who may repeat', () => {
  test('nobody from another workspace, and no id that is none', async () => {
    const { id } = await asked(ticket);
    const stranger = { ...admin, workspaceId: await newWorkspace(parts.database, 'other') };
    for (const [run, caller] of [
      [id, stranger],
      [newId(), admin],
      ['no id', admin],
    ] as const) {
      await expect(replay(run, {}, caller)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        remedy: expect.stringContaining('List the runs') as string,
      });
    }
  });

  test('nobody who sees less; whoever sees more reads with their own access', async () => {
    const question = 'Until when does the board keep the ticket machine from Lund?';
    const board: Caller = { ...admin, role: 'READER', accessGroups: ['board'] };
    const guest: Caller = { ...board, accessGroups: [] };
    const restricted = await asked(question, {}, board);
    await expect(replay(restricted.id, {}, guest)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const open = await asked(question, {}, guest);
    const { original, run, changes } = await replay(open.id, {}, board);
    expect(original.passages.map((passage) => passage.documentKey)).not.toContain('minutes');
    expect(run.passages.map((passage) => passage.documentKey)).toContain('minutes');
    expect(changes).toContainEqual({ path: 'accessGroups[0]', before: null, after: '"board"' });
  });
});

test('a follow-up is repeated as it was understood', async () => {
  const { id } = await asked(ticket);
  const run = await readRun(parts.database, admin, id);
  const followUp = newId();
  await saveRun(parts.database, admin.workspaceId, {
    ...run!,
    id: followUp,
    question: 'And its price?',
    conversationId: 'c7',
    plan: { ...run!.plan!, standalone: ticket },
    result: { ...run!.result!, question: 'And its price?' },
  });
  const again = await replay(followUp);
  expect(again.run.question).toBe(ticket);
  expect(again).toMatchObject({ same: true, changes: [] });
});

test('a run that a fault ended can be repeated', async () => {
  const { id } = await asked(ticket);
  const run = await readRun(parts.database, admin, id);
  const broken = newId();
  await saveRun(parts.database, admin.workspaceId, {
    ...run!,
    id: broken,
    outcome: null,
    tier: null,
    stopReason: null,
    confidenceValue: null,
    plan: null,
    result: null,
    passages: [],
    candidates: [],
    searches: [],
  });
  const again = await replay(broken);
  expect(again).toMatchObject({ same: false, run: { question: ticket, outcome: 'ANSWER' } });
  expect(again.changes).toContainEqual({ path: 'outcome', before: 'null', after: '"ANSWER"' });
});
