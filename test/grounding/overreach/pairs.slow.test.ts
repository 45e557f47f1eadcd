import { beforeAll, describe, expect, test } from 'vitest';
import {
  halves,
  judge,
  overreaches,
  placePairs,
  readElsewhere,
  readFalse,
  readFalseAfresh,
  readHonest,
  readHonestAfresh,
  readHonestThird,
  type Judged,
} from '../../../bench/claimPairs.ts';
import { readDocuments, sampleFolder, type BenchDocument } from '../../../bench/groundingTexts.ts';

let documents: readonly BenchDocument[];
beforeAll(async () => {
  documents = await readDocuments('sample', sampleFolder);
});

const told = (judged: readonly Judged[]) =>
  judged.map(({ pair, passing, reason }) => `${passing}: ${pair.claim} <- ${pair.quote} (${reason})`).join('\n');
const passing = (judged: readonly Judged[]) => judged.filter((one) => one.passing !== 'DROPPED');
const dropped = (judged: readonly Judged[]) => judged.filter((one) => one.passing === 'DROPPED');

describe('claims that say more than their quote', () => {
  test('are of every kind, each with a sentence of its own', async () => {
    const pairs = [...(await readFalse()), ...(await readFalseAfresh())];
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    for (const kind of overreaches)
      expect(pairs.filter((pair) => pair.kind === kind).length).toBeGreaterThanOrEqual(20);
    expect(new Set(pairs.map(({ claim }) => claim)).size).toBe(pairs.length);
  });

  test('are never told as sure, and 2 % of them at most are told at all', async () => {
    const judged = placePairs([...(await readFalse()), ...(await readFalseAfresh())], documents).map((pair) =>
      judge(pair),
    );
    expect(told(judged.filter((one) => one.passing === 'CONFIDENT'))).toBe('');
    expect(passing(judged).length, told(passing(judged))).toBeLessThanOrEqual(0.02 * judged.length);
  });

  test('nor are those over other subjects', async () => {
    const judged = (await readElsewhere()).filter(({ kind }) => kind !== null).map((pair) => judge(pair));
    expect(judged.length).toBe(30);
    expect(told(passing(judged))).toBe('');
  });
});

describe('honest paraphrases', () => {
  test('are many, and no copies', async () => {
    const pairs = [...(await readHonest()), ...(await readHonestAfresh()), ...(await readHonestThird())];
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    expect(new Set(pairs.map(({ claim }) => claim)).size).toBe(pairs.length);
    expect(pairs.filter(({ quote, claim }) => quote === claim)).toEqual([]);
  });

  test.each(['developed', 'held'] as const)('pass in 95 %% of cases, the half that was %s', async (half) => {
    const judged = halves(placePairs(await readHonest(), documents))[half].map((pair) => judge(pair));
    expect(passing(judged).length, told(dropped(judged))).toBeGreaterThanOrEqual(0.95 * judged.length);
  });

  test('pass in 95 % of cases, those that were written later', async () => {
    const judged = placePairs([...(await readHonestAfresh()), ...(await readHonestThird())], documents).map((pair) =>
      judge(pair),
    );
    expect(passing(judged).length, told(dropped(judged))).toBeGreaterThanOrEqual(0.95 * judged.length);
  });

  test('pass in 95 % of cases over other subjects', async () => {
    const judged = (await readElsewhere()).filter(({ kind }) => kind === null).map((pair) => judge(pair));
    expect(judged.length).toBe(40);
    expect(passing(judged).length, told(dropped(judged))).toBeGreaterThanOrEqual(0.95 * judged.length);
  });
});
