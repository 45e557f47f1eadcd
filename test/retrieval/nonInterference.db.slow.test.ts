import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { comparePairs } from './comparePairs.ts';

/** The statements are the same on both databases: the server, which takes twice as long a pair, draws fewer. */
const pairs = cases(inject('databaseUrl') === null ? 2_000 : 600);

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('hidden documents, chosen against the question, change nothing that a search or an answer tells', async () => {
  const parts = { database: open.database, embedder: createHashedEmbedder() };
  let compared = 0;
  for await (const { question, without, withThem } of comparePairs(parts, 11)) {
    expect(withThem, question).toEqual(without);
    compared += 1;
    if (compared === pairs) break;
  }
  expect(compared).toBe(pairs);
}, 300_000);
