import { expect, it } from 'vitest';
import { largeFiles, overBudget } from './costReport.ts';

const budget = { tier: 90, file: 1.5 };
const file = (units: number, changes: { path?: string; order?: number } = {}) => ({
  path: 'a.test.ts',
  order: 20,
  units,
  ...changes,
});

it('names a file that takes more than its units, with a third for noise', () => {
  expect(overBudget([file(1.9)], budget)).toEqual([]);
  expect(overBudget([file(2.1)], budget)).toEqual(['a.test.ts takes 2.1 units, more than 1.5']);
  expect(overBudget([file(2.1)], { ...budget, file: null })).toEqual([]);
});

it('lets named files, and the first of a worker, take more', () => {
  const path = 'test/architecture.test.ts';
  expect(overBudget([file(9, { path })], budget)).toEqual([]);
  expect(overBudget([file(12, { path })], budget)).toEqual([expect.stringContaining(path)]);
  expect(overBudget([file(9, { order: 0 })], budget)).toEqual([]);
  expect(overBudget([file(14, { order: 0 })], budget)).toHaveLength(1);
});

it('names a tier of small files that takes more than its budget', () => {
  const files = Array.from({ length: 130 }, () => file(1));
  expect(overBudget(files.slice(0, 110), budget)).toEqual([]);
  expect(overBudget(files, budget)).toEqual(['the tier takes 130 units, more than 90']);
  expect(overBudget(files, { ...budget, tier: null })).toEqual([]);
});

it('gives no file more than six times what the others may take', () => {
  expect(Object.values(largeFiles).filter(({ units }) => units > 6 * budget.file)).toEqual([]);
});
