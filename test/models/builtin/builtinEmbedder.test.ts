import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../../src/models/providers/builtin/builtinModels.ts';
import { cosine, embedderContract } from '../../contracts/embedder.ts';
import { proseWindows } from './proseWindows.ts';

embedderContract('builtin', openBuiltinEmbedder);

const windows = proseWindows(12);

describe('the built-in embedder', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openBuiltinEmbedder();
  });
  afterAll(() => embedder.close());

  test.each([
    ['Hello, world.', [-0.031, 0.057, 0.005, 0.031, -0.031, -0.127]],
    ['Who may approve an access request?', [-0.062, 0.038, 0.015, -0.023, -0.058, -0.05]],
    ['Error E1042 at 10:30', [-0.028, 0.103, 0.009, -0.08, 0.048, 0.053]],
  ])(
    'keeps its vectors, but for what int8 differs by between processors: a change needs a new fingerprint (%s)',
    async (text, expected) => {
      expect(embedder.fingerprint).toBe('builtin:minilm-l6@2:384');
      const head = (await embedder.embedQuery(text)).slice(0, expected.length);
      expect(Math.max(...head.map((value, position) => Math.abs(value - (expected[position] ?? 0))))).toBeLessThan(
        0.02,
      );
    },
  );

  test('is as near and as far as its card says', async () => {
    const [invite, printer] = await embedder.embedDocuments([
      'Invite a staff account: open Settings > Staff and choose Invite.',
      'The printer costs 200 EUR.',
    ]);
    const asked = await embedder.embedQuery('how do i add a team member');
    expect(cosine(asked, invite!)).toBeCloseTo(0.378, 1);
    expect(cosine(asked, printer!)).toBeLessThan(0.1);
  });

  test('reads 256 pieces, and no further', async () => {
    const start = 'Refunds are paid within two days. '.repeat(60);
    const [within, beyond, also] = await embedder.embedDocuments([
      start.slice(0, 600),
      `${start}The moon is far.`,
      `${start}A bike is red.`,
    ]);
    expect(beyond).toEqual(also);
    expect(within).not.toEqual(beyond);
  });

  test('gives the same bits alone, in the calling thread and in the second one', async () => {
    const [alone] = await embedder.embedDocuments(windows.slice(0, 1));
    const among = await embedder.embedDocuments(windows);
    expect(among[0]).toEqual(alone);
  });

  test('knows paraphrases from other subjects', async () => {
    const [cat, kitten, invoice] = await embedder.embedDocuments([
      'The cat sleeps on the sofa.',
      'A kitten is napping on the couch.',
      'The invoice is due on Friday.',
    ]);
    expect(cosine(cat!, kitten!)).toBeGreaterThan(0.6);
    expect(cosine(cat!, invoice!)).toBeLessThan(0.2);
  });
});
