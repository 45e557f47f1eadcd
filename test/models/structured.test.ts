import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { completeJson } from '../../src/models/structured.ts';
import { startOpenaiServer, type ScriptedReply } from '../support/openaiServer.ts';

const schema = z.object({ kind: z.enum(['lookup', 'analysis']), terms: z.array(z.string()).min(1) });
const good = { kind: 'lookup', terms: ['refund'] };

/** One completeJson against a server that sends `replies` in order. */
async function ask(...replies: ScriptedReply[]) {
  const server = await startOpenaiServer({ chat: (_request, call) => replies[call - 1] ?? { hang: true } });
  onTestFinished(() => server.close());
  const chat = openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'test-model' });
  const messages = [
    { role: 'system', content: 'Plan the search.' },
    { role: 'user', content: 'How long does a refund take?' },
  ] as const;
  const again = (more: { readonly example?: unknown; readonly ofCut?: (text: string) => unknown } = {}) =>
    completeJson(chat, { messages, schema, maxOutputTokens: 100, signal: AbortSignal.timeout(5_000), ...more });
  return {
    server,
    again,
    get result() {
      return again();
    },
  };
}

describe('completeJson', () => {
  test.each([
    ['plain JSON', { json: good }],
    ['a code fence in prose', { fenced: good }],
    ['prose around it', { text: `Sure! ${JSON.stringify(good)} That is all.` }],
    ['thinking with braces before it', { text: `<think>{"kind": maybe}</think>\n${JSON.stringify(good)}` }],
  ] as const)('reads %s in one call', async (_name, reply) => {
    const { server, result } = await ask(reply);
    expect(await result).toMatchObject({ value: good, calls: 1 });
    expect(server.chatCalls()[0]).toMatchObject({ temperature: 0, response_format: { type: 'json_schema' } });
  });

  test('shows the schema in the first message and adds no other', async () => {
    const { server, result } = await ask({ json: good });
    await result;
    const [system, ...others] = server.chatCalls()[0]?.messages ?? [];
    expect(system?.content).toMatch(/^Plan the search\.\n\n[\s\S]*JSON[\s\S]*"lookup"/);
    expect(others).toEqual([{ role: 'user', content: 'How long does a refund take?' }]);
  });

  test('repairs once, showing the reply and its exact problems, and adds up the usage', async () => {
    const { server, result } = await ask({ json: { kind: 'guess', terms: [] } }, { json: good });
    const { value, calls, inputTokens, outputTokens } = await result;
    expect({ value, calls }).toEqual({ value: good, calls: 2 });
    const [reply, problems] = server.chatCalls()[1]?.messages.slice(-2) ?? [];
    expect(reply).toEqual({ role: 'assistant', content: '{"kind":"guess","terms":[]}' });
    expect(problems?.role).toBe('user');
    expect(problems?.content).toMatch(/- kind: .*\n- terms: /);
    expect(inputTokens).toBeGreaterThan(0);
    expect(outputTokens).toBe(2);
  });

  test('repairs malformed JSON', async () => {
    const { server, result } = await ask({ malformed: true }, { fenced: good });
    expect((await result).value).toEqual(good);
    expect(server.chatCalls()[1]?.messages.at(-1)?.content).toContain('Not valid JSON');
  });

  test('never asks again byte for byte: with the shape, and at another temperature', async () => {
    const { server, result } = await ask({ json: { kind: 'guess' } }, { json: good });
    await result;
    expect(server.chatCalls().map(({ temperature }) => temperature)).toEqual([0, 0.4]);
    expect(server.chatCalls()[1]?.messages.at(-1)?.content).toContain('"lookup"');
    const shown = await ask({ json: { kind: 'guess' } }, { json: good });
    const repaired = await shown.again({ example: { kind: 'analysis', terms: ['parking'] } });
    expect(repaired.calls).toBe(2);
    expect(shown.server.chatCalls()[1]?.messages.at(-1)?.content).toContain('{"kind":"analysis","terms":["parking"]}');
  });

  test('shows no schema to a server that is known to hold the model to it, and shows it again for good where it does not', async () => {
    const { server, again } = await ask(
      { json: good },
      { json: good },
      { json: { kind: 'guess' } },
      { json: good },
      { json: good },
    );
    for (let turn = 0; turn < 4; turn += 1) await again();
    const shows = server.chatCalls().map(({ messages }) => messages[0]?.content.includes('JSON Schema'));
    // The third reply has another shape: it is repaired, and from then on the schema is shown.
    expect(shows).toEqual([true, false, false, false, true]);
  });

  test('shows it to a server that takes no schema, always', async () => {
    const { server, again } = await ask({ status: 400 }, { json: good }, { json: good });
    for (let turn = 0; turn < 2; turn += 1) await again();
    expect(server.chatCalls().map(({ messages }) => messages[0]?.content.includes('JSON Schema'))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('takes what a cut reply still says, where the caller can use it', async () => {
    const { server, again } = await ask({ text: '{"kind": "lookup", "terms": ["ref', finish: 'length' });
    const { value, calls } = await again({
      ofCut: (text) => ({ kind: /"kind": "(\w+)"/.exec(text)?.[1], terms: ['?'] }),
    });
    expect([value, calls]).toEqual([{ kind: 'lookup', terms: ['?'] }, 1]);
    expect(server.chatCalls()).toHaveLength(1);
  });

  test('tells what was spent also where the second call breaks', async () => {
    const { result } = await ask({ malformed: true }, { status: 401 });
    await expect(result).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      details: { calls: 2, inputTokens: expect.any(Number) as number, outputTokens: 5 },
    });
  });

  test('says when a reply was cut', async () => {
    const { server, result } = await ask({ text: '{"kind": "loo', finish: 'length' }, { json: good });
    expect((await result).calls).toBe(2);
    expect(server.chatCalls()[1]?.messages.at(-1)?.content).toContain('much shorter');
  });

  test('throws MODEL_INVALID after the one repair, with what was spent', async () => {
    const { server, result } = await ask({ malformed: true }, { json: { kind: 'lookup' } }, { json: good });
    await expect(result).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      details: { calls: 2, problems: [expect.stringContaining('terms')] },
    });
    expect(server.chatCalls()).toHaveLength(2);
  });

  test('says nothing of what the model said', async () => {
    for (const reply of [{ text: 'Secret {words' }, { refusal: 'Secret words' }] as const) {
      const { result } = await ask(reply, reply);
      await expect(result).rejects.toMatchObject({
        code: 'MODEL_INVALID',
        message: expect.not.stringContaining('words') as string,
      });
    }
  });

  test('does not argue with a refusal', async () => {
    const { server, result } = await ask({ refusal: 'I cannot help with that.' });
    await expect(result).rejects.toMatchObject({ code: 'MODEL_INVALID', details: { refusal: true, calls: 1 } });
    expect(server.chatCalls()).toHaveLength(1);
  });

  test('lets a broken connection through', async () => {
    const { result } = await ask({ cutOff: '{"kind"' });
    await expect(result).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
