import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetDefaults } from '../../src/workspaces/settings.ts';
import { reasonToSkip, type Means } from '../../src/agent/parts/budget.ts';
import { nothingSpent } from '../../src/agent/state/spent.ts';

const means = (changes: Partial<Means> = {}): Means => ({
  millisLeft: budgetDefaults.maxMillis,
  budget: budgetDefaults,
  spent: nothingSpent,
  chat: true,
  ...changes,
});

test('with time and tokens nothing is left out', () => {
  expect([reasonToSkip('RERANK', means(), 3_000), reasonToSkip('READ', means(), 3_000)]).toEqual([null, null]);
});

test('time runs out for the reranker before it does for the reading', () => {
  expect([
    reasonToSkip('RERANK', means({ millisLeft: 3_000 }), 0),
    reasonToSkip('READ', means({ millisLeft: 3_000 }), 100),
  ]).toEqual(['DEADLINE', null]);
  expect(reasonToSkip('READ', means({ millisLeft: 2_000 }), 100)).toBe('DEADLINE');
});

test('tokens are kept for the answer', () => {
  const spent = { ...nothingSpent, inputTokens: 15_000 };
  expect([reasonToSkip('READ', means({ spent }), 900), reasonToSkip('READ', means({ spent }), 1_100)]).toEqual([
    null,
    'TOKEN_BUDGET',
  ]);
});

test('without a chat model nothing is kept for one', () => {
  expect([
    reasonToSkip('RERANK', means({ chat: false, millisLeft: 100 }), 0),
    reasonToSkip('RERANK', means({ chat: false, millisLeft: 0 }), 0),
  ]).toEqual([null, 'DEADLINE']);
});

test('whoever can afford something can afford it with more', () => {
  const amount = fc.nat(20_000);
  fc.assert(
    fc.property(
      fc.constantFrom('RERANK' as const, 'READ' as const),
      amount,
      amount,
      amount,
      amount,
      fc.boolean(),
      (step, millisLeft, more, inputTokens, tokens, chat) => {
        const less = means({ millisLeft, spent: { ...nothingSpent, inputTokens }, chat });
        fc.pre(reasonToSkip(step, less, tokens) === null);
        expect(reasonToSkip(step, { ...less, millisLeft: millisLeft + more }, tokens)).toBeNull();
        expect(reasonToSkip(step, { ...less, spent: nothingSpent }, tokens)).toBeNull();
      },
    ),
  );
});
