/** Documents that answer a question differently. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader } from '../../src/models/reader.ts';
import { openTestReader } from '../support/testReader.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const documents = [
  ['guide', 'Solveig Marr is the warden of the boathouse.'],
  [
    'notice',
    'The bell is rung at eight by Dario Penn, who is warden of the boathouse for the town and lives above it.',
  ],
  ['letter', 'The warden of the boathouse, Solveig Marr, wrote to all rowers.'],
  ['menu', 'Fish soup costs 9 euros in the cafe below the boathouse.'],
].map(([key = '', text = '']) => ({ key, title: key, text, format: 'PLAIN_TEXT' as const }));

let agent: OpenAgent;
let reader: Reader;
beforeAll(async () => {
  [agent, reader] = await Promise.all([openAgent(), openTestReader()]);
  await agent.take(documents);
});
afterAll(async () => {
  await reader.close();
  await agent.close();
});

describe('two documents with two answers', () => {
  test('are both quoted instead of asked about, never CONFIDENT, and a notice says so', async () => {
    const answer = answered(await agent.ask('Who is the warden of the boathouse?', {}, { reader }));
    expect(answer.text).toMatch(/Solveig Marr/);
    expect(answer.text).toMatch(/Dario Penn/);
    expect(answer.tier).toBe('UNCERTAIN');
    expect(answer.conflicts).toEqual([]);
    expect(answer.notices).toMatchObject([
      { kind: 'SOURCES_DIFFER', quote: expect.stringMatching(/Marr|Penn/) as string },
    ]);
  });

  test('are one where one says nothing else', async () => {
    const answer = answered(await agent.ask('What does fish soup cost?', {}, { reader }));
    expect(answer.notices.filter(({ kind }) => kind === 'SOURCES_DIFFER')).toEqual([]);
  });
});
