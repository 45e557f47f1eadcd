import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cases } from '../support/cases.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { comparePairs } from './comparePairs.ts';

/** The statements are the same on both databases, so each draws pairs of its own: 2,000 together. */
const pairs = cases(1_000);
const seed = inject('databaseUrl') === null ? 11 : 1_011;

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('hidden documents, chosen against the question, change nothing that a search or an answer tells', async () => {
  const parts = { database: open.database, embedder: createHashedEmbedder() };
  let compared = 0;
  for await (const { question, without, withThem } of comparePairs(parts, seed)) {
    expect(withThem, question).toEqual(without);
    compared += 1;
    if (compared === pairs) break;
  }
  expect(compared).toBe(pairs);
}, 600_000);
