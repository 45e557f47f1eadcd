import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRun } from '../../src/agent/runs/runs.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take([
    { key: 'pool', title: 'Swimming pool', text: 'A day ticket for the pool costs 6 euros.', format: 'PLAIN_TEXT' },
  ]);
});
afterAll(() => agent.close());

const question = 'What does a day ticket for the pool cost?';
/** Spends tokens and is of no use, so that the outcome depends on none of its words. */
const chat: ChatModel = {
  id: 'test:babble',
  complete: () => Promise.resolve({ text: 'no JSON', inputTokens: 1000, outputTokens: 100, finish: 'stop' }),
};
const recorded = (id: string) => readRun(agent.database, { workspaceId: agent.workspaceId, accessGroups: null }, id);

test('outcome and run tell what the tokens cost, and which prompts were given to which model', async () => {
  const { id, usage } = await agent.ask(question, {}, { chat, chatPrices: { input: 2, output: 8 } });
  expect(usage.inputTokens).toBeGreaterThanOrEqual(1000);
  expect(usage.cost).toBeCloseTo((usage.inputTokens * 2 + usage.outputTokens * 8) / 1_000_000, 12);
  const run = await recorded(id);
  expect(run?.usage).toEqual(usage);
  expect(run?.result?.usage).toEqual(usage);
  expect(run?.prompts).toContainEqual({
    node: 'write',
    version: expect.stringMatching(/\w/) as string,
    model: chat.id,
  });
});

test('without prices the cost is unknown, with prices and without a model it is nothing', async () => {
  expect((await agent.ask(question, {}, { chat })).usage.cost).toBeNull();
  const free = await agent.ask(question, {}, { chatPrices: { input: 2, output: 8 } });
  expect(free.usage.cost).toBe(0);
  expect(await recorded(free.id)).toMatchObject({ prompts: [], usage: { cost: 0 } });
});
