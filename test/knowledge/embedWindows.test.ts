import { afterAll, beforeAll, expect, it } from 'vitest';
import { embedWindows } from '../../src/knowledge/ingest/pipeline.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await openTestEmbedder();
});
afterAll(() => embedder.close());

const notice = 'All prices are without VAT.';
const window = (text: string) => ({ start: 0, end: text.length, text });
const lists = [
  [window('A card costs 12 euros.'), window(notice)],
  [window(notice)],
  [],
  [window('Parking is free.'), window(notice), window('A card costs 12 euros.')],
];

it('embeds the same text once, in any number of lists, to the same digits as one by one', async () => {
  const sent: string[] = [];
  const seen: number[] = [];
  const noting: Embedder = {
    ...embedder,
    embedDocuments: (texts, options) => {
      sent.push(...texts);
      return embedder.embedDocuments(texts, options);
    },
  };
  const embedded = await embedWindows(noting, lists, undefined, (done) => seen.push(done));
  expect(sent).toEqual(['A card costs 12 euros.', notice, 'Parking is free.']);
  expect(seen.at(-1)).toBe(3);
  expect(embedded.map((list) => list.map(({ window: { text } }) => text))).toEqual(
    lists.map((list) => list.map(({ text }) => text)),
  );
  for (const { window: of, vector } of embedded.flat())
    expect([vector]).toEqual(await embedder.embedDocuments([of.text]));
});
