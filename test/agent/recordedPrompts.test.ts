import { expect, test } from 'vitest';
import { askModel } from '../../src/agent/parts/askModel.ts';
import { asGraphNode } from '../../src/agent/parts/graphNode.ts';
import { type AgentParts } from '../../src/agent/parts/parts.ts';
import { recordedPrompts } from '../../src/agent/runs/recordRun.ts';
import { silentLog } from '../../src/log.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import { z } from 'zod';
import { askState } from './askState.ts';
import type { AskState } from '../../src/agent/state/askState.ts';

const chat: ChatModel = {
  id: 'test:yes',
  complete: () => Promise.resolve({ text: '{}', inputTokens: 1, outputTokens: 1, finish: 'stop' }),
};
const parts = { chat, log: silentLog } as unknown as AgentParts;

test('a step that asks twice keeps both prompts, and what else it notes', async () => {
  const state = askState();
  const node = asGraphNode('plan', async (before, context) => {
    for (const version of ['standalone@1', 'plan@1']) {
      const reply = await askModel(
        parts,
        { request: before.request, spent: before.record.spent },
        context,
        { version, messages: [{ role: 'user', content: 'Split it.' }] },
        { schema: z.object({}), maxOutputTokens: 10 },
      );
      expect(reply.kind).toBe('VALUE');
    }
    context.note({ kind: 'LOOKUP' });
    return {};
  });
  const { record } = await node(state, {});
  const steps = (record as AskState['record']).steps;
  expect(steps[0]?.detail).toMatchObject({ kind: 'LOOKUP' });
  expect(recordedPrompts(steps)).toEqual([
    { node: 'plan', version: 'standalone@1', model: 'test:yes' },
    { node: 'plan', version: 'plan@1', model: 'test:yes' },
  ]);
});

test('a step without a model names none', () => {
  expect(recordedPrompts([{ startedMillis: 0, millis: 1, node: 'retrieve', detail: { round: 1 } }])).toEqual([]);
});
