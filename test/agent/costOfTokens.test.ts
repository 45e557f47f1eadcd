import { expect, test } from 'vitest';
import { costOfTokens } from '../../src/agent/parts/budget.ts';

test.each([
  [{ inputTokens: 1_000_000, outputTokens: 500_000 }, { input: 0.4, output: 1.6 }, 1.2],
  [{ inputTokens: 1200, outputTokens: 80 }, { input: 0.15, output: 0.6 }, 0.000228],
  [{ inputTokens: 7, outputTokens: 7 }, { input: 0, output: 0 }, 0],
  [{ inputTokens: 0, outputTokens: 0 }, { input: 1, output: 1 }, 0],
])('%j at %j costs %d dollars', (tokens, prices, dollars) => {
  expect(costOfTokens(tokens, prices)).toBeCloseTo(dollars, 12);
});

test('without prices it is not known', () => {
  expect(costOfTokens({ inputTokens: 5, outputTokens: 5 }, null)).toBeNull();
  expect(costOfTokens({ inputTokens: 5, outputTokens: 5 }, undefined)).toBeNull();
});
