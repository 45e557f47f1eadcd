import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { createSpending, type Spending, windowEnd, windowStart } from '../../src/workspaces/spending.ts';
import { createKeys } from '../../src/workspaces/keys.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

let open: OpenTestDatabase;
let spending: Spending;
beforeAll(async () => {
  open = await openTestDatabase();
  spending = createSpending(open.database);
});
afterAll(() => open.close());

const hold = 60_000;

async function newAsker(): Promise<{ workspaceId: string; keyId: string }> {
  const workspaceId = await newWorkspace(open.database);
  const { key } = await createKeys(open.database).create(workspaceId, 'asker', 'READER');
  return { workspaceId, keyId: key.id };
}

const usedOf = async (workspaceId: string) =>
  (await spending.list(workspaceId)).map(({ holderId, usedAsks, usedTokens }) => [
    holderId === null ? 'WORKSPACE' : 'KEY',
    usedAsks,
    usedTokens,
  ]);

describe('windows', () => {
  const now = new Date('2028-02-29T23:59:59.500Z');
  it.each([
    ['MINUTE', '2028-02-29T23:59:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['DAY', '2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['MONTH', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ] as const)('of a %s begin and end in UTC', (period, start, end) => {
    expect(windowStart(period, now).toISOString()).toBe(start);
    expect(windowEnd(period, now).toISOString()).toBe(end);
  });
});

/** Asks again if none of the pool's ten connections became free in time, as happens to the last of many on a slow machine. */
async function onceConnected<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      const waited = error instanceof Error && /does not answer|became free in time/.test(error.message);
      if (!waited) throw error;
    }
}

describe('at the edge of a budget', () => {
  it('64 concurrent questions of one key never begin more than are left', async () => {
    const asker = await newAsker();
    await spending.set(asker.workspaceId, { holderId: asker.keyId, period: 'MONTH', maxAsks: 10 });
    const asked = await Promise.allSettled(
      Array.from({ length: 64 }, () => onceConnected(() => spending.reserve(asker, 0, hold))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const each of asked)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({
          code: 'BUDGET_EXCEEDED',
          details: { scope: 'KEY', unit: 'ASKS', period: 'MONTH', limit: 10 },
        });
  });

  it('64 concurrent questions of two keys never set aside more tokens than the workspace has', async () => {
    const asker = await newAsker();
    const other = { ...asker, keyId: newId() };
    await spending.set(asker.workspaceId, { period: 'MONTH', maxTokens: 1_000 });
    const asked = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        onceConnected(() => spending.reserve(index % 2 ? asker : other, 150, hold)),
      ),
    );
    const granted = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(granted.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(1_000);
    expect(granted.map(({ tokens }) => tokens).sort((left, right) => right - left)).toEqual([
      150, 150, 150, 150, 150, 150, 100,
    ]);
    await Promise.all(granted.map((reservation) => spending.settle(asker, reservation, 20)));
    expect(await usedOf(asker.workspaceId)).toEqual([['WORKSPACE', 7, 140]]);
    expect(await spending.reserve(asker, 5_000, hold)).toMatchObject({ tokens: 860 });
  });

  it('a limit by the minute is OVERLOADED, with the seconds until the next minute', async () => {
    const asker = await newAsker();
    await spending.set(asker.workspaceId, { holderId: asker.keyId, period: 'MINUTE', maxAsks: 0 });
    const refused: unknown = await spending.reserve(asker, 0, hold).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'OVERLOADED', details: { period: 'MINUTE' } });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});

describe('settling', () => {
  it('charges what was used, once', async () => {
    const asker = await newAsker();
    await spending.set(asker.workspaceId, { holderId: asker.keyId, period: 'MONTH', maxTokens: 100 });
    const reservation = await spending.reserve(asker, 60, hold);
    for (let times = 0; times < 2; times += 1) await spending.settle(asker, reservation, 25);
    expect(await usedOf(asker.workspaceId)).toEqual([['KEY', 1, 25]]);
  });

  it('a question whose process died is charged whole when its time is over, and until then stays set aside', async () => {
    const asker = await newAsker();
    await spending.set(asker.workspaceId, { period: 'MONTH', maxTokens: 100 });
    await spending.reserve(asker, 60, 300);
    expect(await spending.reserve(asker, 60, 0)).toMatchObject({ tokens: 40 });
    await new Promise((resolve) => setTimeout(resolve, 310));
    await expect(spending.reserve(asker, 60, hold)).rejects.toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { scope: 'WORKSPACE', unit: 'TOKENS' },
    });
  });
});

describe('allowances', () => {
  it('bind nobody where there is none, and another workspace never', async () => {
    const [asker, other] = [await newAsker(), await newAsker()];
    await spending.set(asker.workspaceId, { period: 'DAY', maxAsks: 0 });
    expect([await spending.isBounded(asker), await spending.isBounded(other)]).toEqual([true, false]);
    expect(await spending.reserve(other, 10, hold)).toMatchObject({ tokens: 10 });
  });

  it('are taken away with their last limit', async () => {
    const asker = await newAsker();
    await spending.set(asker.workspaceId, { period: 'DAY', maxAsks: 1 });
    expect(await spending.set(asker.workspaceId, { period: 'DAY' })).toBeNull();
    expect(await spending.isBounded(asker)).toBe(false);
  });

  it('need a key of the workspace and whole numbers', async () => {
    const [asker, other] = [await newAsker(), await newAsker()];
    for (const holderId of [other.keyId, newId(), 'x'])
      await expect(spending.set(asker.workspaceId, { holderId, period: 'DAY', maxAsks: 1 })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    for (const maxAsks of [-1, 0.5, Number.NaN, 1e13])
      await expect(spending.set(asker.workspaceId, { period: 'DAY', maxAsks })).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
  });
});
