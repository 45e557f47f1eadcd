import { expect, test } from 'vitest';
import { sameUnit } from '../../../src/grounding/checks/numbers.ts';
import { calculationOf } from '../../../src/knowledge/values/calculation.ts';

const fee = 'Opened hardware: a restocking fee of 8% is kept.\nThe printer costs €149.';
const plans = 'Growth costs €59 a month.\nScale costs €179 a month.';
const trial = 'The trial began on 2026-03-01 and ends on 31 March 2026.';

test.each([
  ['8% of €149 is €11.92.', fee, '8% × €149 = €11.92'],
  ['You get back €137.08.', fee, '€149 − 8% × €149 = €137.08'],
  ['Together they cost €238 a month.', plans, '€59 a month + €179 a month = €238 a month'],
  ['Scale costs €120 a month more.', plans, '€179 a month − €59 a month = €120 a month'],
  ['Three seats at €9 cost €27.', 'A seat costs €9. Up to three seats.', 'three seats × €9 = €27'],
  ['That is 30 days.', trial, '31 March 2026 − 2026-03-01 = 30 days'],
])('%s', (claim, stated, formula) => {
  expect(calculationOf(claim, stated, sameUnit)).toBe(formula);
});

test.each([
  ['another share', '8% of €149 is €12.92.', fee],
  ['another sum', 'Together they cost €239 a month.', plans],
  ['other days', 'That is 31 days.', trial],
  ['another unit', 'The fee is 11.92 dollars.', fee],
  ['what the sources state', 'The printer costs €149.', fee],
  ['two amounts that nobody states', '8% of €149 is €11.92, and 9% is €13.41.', fee],
  ['a choice among several amounts', 'The fee is €11.92.', `${fee}\nThe scanner costs €90.`],
  ['two of three amounts', 'Both cost €238 a month.', `${plans}\nTrade costs €5 a month.`],
])('is refused: %s', (_what, claim, stated) => {
  expect(calculationOf(claim, stated, sameUnit)).toBeUndefined();
});
