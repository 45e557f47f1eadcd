import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../../src/models/providers/builtin/builtinModels.ts';
import { cosine, embedderContract } from '../../contracts/embedder.ts';

embedderContract('multilingual', () => openBuiltinEmbedder('MULTILINGUAL'));

describe('the built-in embedder of many languages', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openBuiltinEmbedder('MULTILINGUAL', 'LATER');
  });
  afterAll(() => embedder.close());

  test.each([
    ['Wie lange ist die Garantie?', 'Die Garantie beträgt zwei Jahre ab Kauf.'],
    ['¿Cuánto dura la garantía?', 'The warranty is two years from the date of purchase.'],
    ['Сколько длится гарантия?', 'Die Garantie beträgt zwei Jahre ab Kauf.'],
    ['保修期有多长?', 'La garantía es de dos años desde la compra.'],
    ['How long is the warranty?', 'الضمان لمدة سنتين من تاريخ الشراء.'],
  ])('puts “%s” next to its answer in the same language and in others', async (question, answer) => {
    const asked = await embedder.embedQuery(question);
    const [right, sameLanguage, other] = await embedder.embedDocuments([
      answer,
      'Unser Büro liegt in der Hafenstraße; Besucher melden sich am Empfang.',
      'The canteen is open from eleven to two.',
    ]);
    expect(cosine(asked, right!)).toBeGreaterThan(cosine(asked, sameLanguage!) + 0.1);
    expect(cosine(asked, right!)).toBeGreaterThan(cosine(asked, other!) + 0.1);
  });

  test('reads a word without an end no further than 256 pieces, and soon', async () => {
    const startedAt = performance.now();
    const [vector] = await embedder.embedDocuments(['保修期为两年自购买之日起。'.repeat(20_000)]);
    expect(vector).toHaveLength(384);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('keeps its vectors, but for what int8 differs by between processors', async () => {
    expect(embedder.fingerprint).toBe('builtin:e5-multilingual@1:384');
    const head = [...(await embedder.embedQuery('Wie lange ist die Garantie?')).slice(0, 6)];
    const expected = [0, -0.01, -0.05, -0.06, 0.01, -0.17];
    expect(Math.max(...head.map((value, position) => Math.abs(value - (expected[position] ?? 0))))).toBeLessThan(0.03);
  });
});
