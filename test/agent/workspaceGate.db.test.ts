import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { App } from '../../src/app/app.ts';
import { cautionGates } from '../../src/confidence/score.ts';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { drain } from './drain.ts';

let open: OpenTestApp;
let app: App;
let admin: Caller;
beforeAll(async () => {
  // Without a reader: one that is late on a busy machine would give the same question another confidence.
  open = await openTestApp({ models: loadConfig({ READER: 'none' }).models });
  app = open.app;
});
beforeEach(async () => {
  admin = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(admin.workspaceId, 'gate');
});
afterAll(() => open.close());

/** The run that a question leaves behind. */
async function runOf(request: Partial<AskRequest> = {}) {
  const events = await drain(app.ask(admin, { question: 'What does a ticket cost?', ...request }));
  return (await app.runs.find(admin, events[0]!.runId))!;
}
const gateOf = async (request?: Partial<AskRequest>) => (await runOf(request)).gate;
const named = (caution: keyof typeof cautionGates) => ({ caution, setTo: null, uncertainFrom: cautionGates[caution] });

test('a question has the gate of its workspace from the next one on, and its own caution before it', async () => {
  expect(await gateOf()).toEqual(named('BALANCED'));
  await app.knowledge.setGate(admin, 'GENEROUS');
  expect(await gateOf()).toEqual(named('GENEROUS'));
  expect(await gateOf({ caution: 'STRICT' })).toEqual(named('STRICT'));
  expect(await gateOf({ caution: 'BALANCED' })).toEqual(named('BALANCED'));
  expect(await gateOf({ preset: 'TWO_TIER' })).toEqual({ caution: null, setTo: null, uncertainFrom: 0.4 });
  await app.knowledge.setGate(admin, 0.7);
  expect(await gateOf()).toEqual({ caution: null, setTo: 0.7, uncertainFrom: 0.7 });
  await app.knowledge.setGate(admin, null);
  expect(await gateOf()).toEqual(named('BALANCED'));
});

test('it decides on answer and tier, of a question and of a search', async () => {
  const text = 'The pool opens at seven. A day ticket for the pool costs 6 euros. Children under five swim for free.';
  await app.ingest(admin, [
    { key: 'pool', title: 'Swimming pool', text, format: 'PLAIN_TEXT' },
    { key: 'sauna', title: 'Sauna', text: 'The sauna on the roof holds eight people.', format: 'PLAIN_TEXT' },
  ]);
  await app.knowledge.setGate(admin, 0.05);
  const asked = await Promise.all(
    [
      'Is the pool free for kids?',
      'What does it cost to swim for a day?',
      'How many people may sit in the sauna at once?',
    ].map((question) => runOf({ question })),
  );
  // Which of them is in reach of a gate is the coefficients' business.
  const run = asked.find(({ outcome, confidenceValue }) => outcome === 'ANSWER' && confidenceValue! < 0.93)!;
  expect(run).toBeDefined();
  await app.knowledge.setGate(admin, run.confidenceValue! + 0.02);
  expect(await runOf({ question: run.question, budget: { maxRounds: 1 } })).toMatchObject({
    outcome: 'ABSTENTION',
    tier: 'NO_MATCH',
  });
  expect((await app.search(admin, { query: run.question })).tier).toBe('NO_MATCH');
  await app.knowledge.setGate(admin, Math.max(0.05, run.confidenceValue! - 0.02));
  expect(await runOf({ question: run.question })).toMatchObject({ outcome: 'ANSWER' });
});

test('a repetition keeps the gate that its run had, unless it changes it', async () => {
  await app.knowledge.setGate(admin, 0.7);
  const { id, gate } = await runOf();
  await app.knowledge.setGate(admin, 'STRICT');
  const again = await app.runs.replay(admin, id, {});
  expect(again).toMatchObject({ same: true, changes: [] });
  expect(again.run.gate).toEqual(gate);
  const { run, changes } = await app.runs.replay(admin, id, { caution: 'GENEROUS' });
  expect(run.gate).toEqual(named('GENEROUS'));
  expect(changes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['gate.caution', 'gate.setTo', 'gate.uncertainFrom']),
  );
});

test('another workspace has its own, and only an ADMIN sets it', async () => {
  await app.knowledge.setGate(admin, 'GENEROUS');
  await expect(app.knowledge.setGate({ ...admin, role: 'EDITOR' }, 'STRICT')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(app.knowledge.setGate(admin, 2)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(await gateOf()).toEqual(named('GENEROUS'));
  admin = { ...admin, workspaceId: newId() };
  await app.workspaces.ensure(admin.workspaceId, 'other');
  expect(await gateOf()).toEqual(named('BALANCED'));
});
