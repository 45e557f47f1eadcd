import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { asked, createDraw, fill, hiddenFor, searched, visible } from './hiddenDocuments.ts';

/** Each is asked beside every set of hidden documents, which hold the words of all of them: a pair each time. */
const questionCount = 200;
/** The statements are the same on both databases: the server, which takes twice as long a pair, draws fewer. */
const pairs = cases(inject('databaseUrl') === null ? 2_000 : 600);
/** An ask runs eight times as long as a search, which is most of it. */
const askEvery = 40;

const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('hidden documents, chosen against the question, change nothing that a search or an answer tells', async () => {
  const parts = { database: open.database, embedder };
  const draw = createDraw(11);
  const questions = Array.from({ length: questionCount }, draw.question);
  const told = async (workspace: string, question: string, position: number) => ({
    searched: await searched(parts, workspace, question),
    asked: position % askEvery === 0 ? await asked(parts, workspace, question) : null,
  });
  const without = await fill(parts, [], visible);
  const expected: unknown[] = [];
  for (const [position, question] of questions.entries()) expected.push(await told(without, question, position));
  let compared = 0;
  for (; compared < pairs; compared += questionCount) {
    const withThem = await fill(parts, hiddenFor(questions, draw), visible);
    for (const [position, question] of questions.entries())
      expect(await told(withThem, question, position), question).toEqual(expected[position]);
  }
  expect(compared).toBeGreaterThanOrEqual(pairs);
}, 300_000);
