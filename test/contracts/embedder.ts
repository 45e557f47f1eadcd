import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/models/embedder.ts';

/** Cosine of two unit vectors. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, position) => sum + value * (b[position] ?? 0), 0);
}

const refund = 'Customers may ask for a refund within thirty days of the purchase.';
const question = 'Within how many days may customers ask for a refund of a purchase?';
const weather = 'Heavy snow closed the northern mountain roads.';
const many = Array.from({ length: 30 }, (_, number) => `Sentence number ${number} speaks about invoice ${number * 7}.`);

function promisesOfVectors(opened: () => Embedder): void {
  test('names its weights and size', () => {
    expect(opened().fingerprint).toMatch(new RegExp(`^\\w+:.+:${opened().dimensions}$`));
    expect(opened().maxWords).toBeGreaterThan(10);
  });

  test('gives one unit vector a text, in order, for few texts and for many', async () => {
    for (const texts of [[refund, weather], many]) {
      const vectors = await opened().embedDocuments(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(opened().dimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      }
      const alone = await opened().embedDocuments([texts.at(-1) ?? '']);
      expect(cosine(alone[0] ?? new Float32Array(), vectors.at(-1) ?? new Float32Array())).toBeCloseTo(1, 5);
    }
  });

  test('puts a question nearer to its answer than to another text', async () => {
    const asked = await opened().embedQuery(question);
    const [near, far] = await opened().embedDocuments([refund, weather]);
    expect(cosine(asked, near ?? asked)).toBeGreaterThan(cosine(asked, far ?? asked) + 0.1);
  });

  test('gives the same vector every time', async () => {
    expect(await opened().embedQuery(refund)).toEqual(await opened().embedQuery(refund));
  });

  test('gives zeros for blank text, among others and alone', async () => {
    const zeros = new Float32Array(opened().dimensions);
    const vectors = await opened().embedDocuments(['', refund, ' \n\t ', ...many]);
    expect(vectors[0]).toEqual(zeros);
    expect(vectors[2]).toEqual(zeros);
    expect(cosine(vectors[1] ?? zeros, vectors[1] ?? zeros)).toBeCloseTo(1, 5);
    expect(await opened().embedQuery('')).toEqual(zeros);
  });
}

function promisesOfCalls(opened: () => Embedder): void {
  test('takes an empty list and a very long text', async () => {
    expect(await opened().embedDocuments([])).toEqual([]);
    const long = await opened().embedQuery(`${refund} `.repeat(5_000));
    expect(cosine(long, long)).toBeCloseTo(1, 5);
  });

  test('rejects with CANCELLED when aborted before and during a batch', async () => {
    await expect(opened().embedQuery(refund, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await expect(opened().embedDocuments(many, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const stop = new AbortController();
    const work = opened().embedDocuments(Array.from({ length: 20 }, () => many).flat(), { signal: stop.signal });
    setTimeout(() => stop.abort(), 1);
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await opened().embedDocuments([refund])).toHaveLength(1);
  });

  test('serves calls at the same time without mixing them', async () => {
    const calls = await Promise.all([
      opened().embedDocuments(many),
      opened().embedQuery(refund),
      opened().embedDocuments([...many].reverse()),
    ]);
    expect(calls[0]).toEqual([...calls[2]].reverse());
    expect(calls[1]).toEqual(await opened().embedQuery(refund));
  });
}

/** What every embedder promises. `open` is called once; the suite closes what it opens. */
export function embedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`embedder contract: ${name}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open();
    });
    afterAll(() => embedder.close());
    promisesOfVectors(() => embedder);
    promisesOfCalls(() => embedder);
  });
}
