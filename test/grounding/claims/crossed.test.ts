import { expect, test } from 'vitest';
import { isCrossed } from '../../../src/grounding/claims/crossed.ts';

const rows = ['Plan: Growth; Monthly price: €59', 'Plan: Scale; Monthly price: €179'];

test.each([
  ['Growth costs €59 a month, whereas Scale costs €179.', false],
  ['Scale costs €179, Growth €59.', false],
  ['Growth and Scale cost €59 and €179.', false],
  ['€59 is the price of Growth, €179 that of Scale.', false],
  ['Growth costs €59.', false],
  ['Growth costs €179 a month, whereas Scale costs €59.', true],
  ['Growth and Scale cost €179 and €59.', true],
  ['€179 is the price of Growth, €59 that of Scale.', true],
])('%s', (claim, crossed) => {
  expect(isCrossed(claim, rows)).toBe(crossed);
});
