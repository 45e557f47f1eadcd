import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reader } from '../../src/models/reader.ts';
import { openTestReader } from '../support/testReader.ts';
import { answered } from './drain.ts';
import { documents } from './libraryKnowledge.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

let reader: Reader;
let library: OpenAgent;
beforeAll(async () => {
  [reader, library] = await Promise.all([openTestReader(), openAgent()]);
  await library.take(documents);
});
afterAll(async () => {
  await reader.close();
  await library.close();
});

const ask = (question: string, request: Parameters<OpenAgent['ask']>[1] = {}) =>
  library.ask(question, request, { reader });

test('a follow-up says how it was understood, and a question of its own that it was not', async () => {
  const history = [{ role: 'USER', text: 'How long are films lent?' }] as const;
  const asked = async (question: string) => (await ask(question, { history })).askedAs;
  expect(await asked('And how often can I renew one?')).toBe(
    'How long are films lent? / And how often can I renew one?',
  );
  expect(await asked('How many guests can sit in the hall?')).toBeNull();
  expect((await ask('How long are films lent?')).askedAs).toBeNull();
});

test('the question of an option, asked outside its conversation of its documents, gives the answer of its preview', async () => {
  const back = await ask('How long does it last?');
  if (back.type !== 'Clarification') throw new Error(`Not asked back: ${back.type}`);
  expect(back.options.length).toBeGreaterThan(0);
  for (const { question, documentIds, preview } of back.options) {
    expect(preview).not.toBeNull();
    const outcome = answered(await ask(question, { filter: { documentIds } }));
    expect(outcome.text).toContain(preview);
    expect(outcome.askedAs).toBeNull();
  }
});
