import { describe, expect, test } from 'vitest';
import type { Entailment, EntailmentPair } from '../../src/models/entailment.ts';
import type { ServerConduct } from '../support/jsonServer.ts';
import { promisesOfFaults, type OpenedModel } from './modelFaults.ts';

export interface OpenedEntailment extends Omit<OpenedModel, 'call'> {
  readonly entailment: Entailment;
}

const premise = 'A cargo bike may be cancelled until 24 hours before.';
export const pairs: readonly EntailmentPair[] = [
  { premise, hypothesis: 'Entailed: it may be cancelled a day before.' },
  { premise, hypothesis: 'Neutral: it carries two children.' },
  { premise, hypothesis: 'Contradicted: it may never be cancelled.' },
];

/** A model for tests that judges by the hypothesis's first word: the label of it has .8. @returns shares of entailment, neutral and contradiction */
export function judgeByFirstWord(hypothesis: string): readonly [number, number, number] {
  return hypothesis.startsWith('Entailed')
    ? [0.8, 0.15, 0.05]
    : hypothesis.startsWith('Contradicted')
      ? [0.05, 0.15, 0.8]
      : [0.1, 0.8, 0.1];
}

/** What every entailment model promises of its verdicts. */
export function promisesOfVerdicts(open: (conduct: 'GOOD') => Promise<OpenedEntailment>): void {
  test('gives three shares that add up to 1 for each pair, in the order of the pairs', async () => {
    const { entailment } = await open('GOOD');
    const verdicts = await entailment.judge(pairs);
    expect(verdicts).toHaveLength(3);
    for (const { entailed, neutral, contradicted } of verdicts) {
      for (const share of [entailed, neutral, contradicted]) expect(share >= 0 && share <= 1).toBe(true);
      expect(entailed + neutral + contradicted).toBeCloseTo(1, 9);
    }
    expect(
      verdicts.map(({ entailed, neutral, contradicted }) =>
        [entailed, neutral, contradicted].indexOf(Math.max(entailed, neutral, contradicted)),
      ),
    ).toEqual([0, 1, 2]);
    expect((await entailment.judge(pairs.toReversed())).toReversed()).toEqual(verdicts);
  });

  test('asks nothing about no pairs, and takes a hundred', async () => {
    const { entailment, calls } = await open('GOOD');
    const before = calls();
    expect(await entailment.judge([])).toEqual([]);
    expect(calls()).toBe(before);
    const many = Array.from({ length: 100 }, (_, place) => pairs[place % 3]!);
    const verdicts = await entailment.judge(many);
    expect(verdicts).toHaveLength(100);
    expect(verdicts[98]).toEqual(verdicts[2]);
  });

  test('ends with CANCELLED when the caller has left, and with TIMEOUT when the time is up', async () => {
    const { entailment } = await open('GOOD');
    await expect(entailment.judge(pairs, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(
      entailment.judge(pairs, { signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')) }),
    ).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await entailment.judge(pairs)).toHaveLength(3);
  });

  test('can be closed twice', async () => {
    const { entailment } = await open('GOOD');
    await entailment.close();
    await entailment.close();
  });
}

/** What every entailment model promises that asks a server. `open` starts one of the conduct; the test that called it ends it. */
export function entailmentContract(name: string, open: (conduct: ServerConduct) => Promise<OpenedEntailment>): void {
  describe(`entailment contract: ${name}`, () => {
    promisesOfVerdicts(open);
    promisesOfFaults(
      async (conduct) => {
        const { entailment, ...opened } = await open(conduct);
        return { ...opened, call: (signal) => entailment.judge(pairs, { signal }) };
      },
      pairs.flatMap(({ premise: text, hypothesis }) => [text, hypothesis]),
    );
  });
}
