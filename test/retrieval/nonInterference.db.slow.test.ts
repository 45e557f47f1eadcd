import { afterAll, beforeAll, expect, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { asked, createDraw, fill, hiddenFor, searched, visible } from './hiddenDocuments.ts';

/** Questions against one set of hidden documents: each is a pair with it. */
const perSet = 100;
/** An ask runs eight times as long as a search, which is most of it. */
const askEvery = 20;

const embedder = createHashedEmbedder();
let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('hidden documents, chosen against the question, change nothing that a search or an answer tells', async () => {
  const parts = { database: open.database, embedder };
  const draw = createDraw(11);
  const without = await fill(parts, [], visible);
  let compared = 0;
  for (let pair = 0; pair < cases(2_000); pair += perSet) {
    const questions = Array.from({ length: perSet }, draw.question);
    const withThem = await fill(parts, hiddenFor(questions, draw), visible);
    for (const [position, question] of questions.entries()) {
      expect(await searched(parts, withThem, question), question).toEqual(await searched(parts, without, question));
      if (position % askEvery === 0) expect(await asked(parts, withThem, question), question).toEqual(await asked(parts, without, question));
      compared += 1;
    }
  }
  expect(compared).toBe(cases(2_000));
}, 300_000);
