import { describe, expect, test } from 'vitest';
import { budgetDefaults } from '../../src/workspaces/settings.ts';
import { estimateTokens, resolveBudget, tokensLeft } from '../../src/agent/parts/budget.ts';
import { addSpent, nothingSpent } from '../../src/agent/state/spent.ts';

describe('resolveBudget', () => {
  test('fills in defaults and cuts what exceeds a ceiling', () => {
    expect(resolveBudget()).toEqual(budgetDefaults);
    expect(resolveBudget({ maxTokens: 0 })).toEqual({ ...budgetDefaults, maxTokens: 0 });
    expect(resolveBudget({ maxMillis: 50, maxRounds: 1 })).toMatchObject({ maxMillis: 50, maxRounds: 1 });
    expect(resolveBudget({ maxMillis: 1e9, maxRounds: 99, maxTokens: 1e9 })).toEqual({
      maxMillis: 120_000,
      maxRounds: 5,
      maxTokens: 200_000,
    });
  });

  test.each([
    ['maxMillis', 49],
    ['maxMillis', 50.5],
    ['maxRounds', 0],
    ['maxTokens', -1],
    ['maxTokens', Number.NaN],
    ['maxMillis', Infinity],
  ])('%s of %s is refused by name', (field, value) => {
    expect(() => resolveBudget({ [field]: value })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: { field: `budget.${field}`, value } }),
    );
  });
});

test('what was spent adds up, and what is left never falls below 0', () => {
  const once = { modelCalls: 1, inputTokens: 10, outputTokens: 5 };
  expect(addSpent(addSpent(nothingSpent, once), once)).toEqual({ modelCalls: 2, inputTokens: 20, outputTokens: 10 });
  expect(tokensLeft({ ...budgetDefaults, maxTokens: 40 }, once)).toBe(25);
  expect(tokensLeft({ ...budgetDefaults, maxTokens: 10 }, once)).toBe(0);
});

test('a token is about four characters', () => {
  expect([estimateTokens(''), estimateTokens('abcd'), estimateTokens('abcde')]).toEqual([0, 1, 2]);
});
