import { expect, test } from 'vitest';
import { checkDates } from '../../../src/grounding/checks/dates.ts';
import { checkModality } from '../../../src/grounding/checks/modality.ts';
import { checkNames } from '../../../src/grounding/checks/names.ts';
import { checkNumbers } from '../../../src/grounding/checks/numbers.ts';
import { checkPolarity } from '../../../src/grounding/checks/polarity.ts';
import { checkRelation } from '../../../src/grounding/checks/relation.ts';
import { checkScope } from '../../../src/grounding/checks/scope.ts';
import type { Evidence, Verdict } from '../../../src/grounding/checks/verdict.ts';
import { told } from '../passage.ts';
import { drawn } from '../../support/cases.ts';
import { cpuNow } from '../../support/clocks.ts';

/** The shorter of two runs, in milliseconds. */
function costOf(check: (claim: string, evidence: Evidence) => Verdict, text: string): number {
  return Math.min(
    ...[1, 2].map(() => {
      const start = cpuNow();
      check(text, told(text));
      check('The plan is not 5 € if it must.', told(text));
      return cpuNow() - start;
    }),
  );
}

const hardest = ['not ', 'a: b; ', '5 ', 'only if '];
const pieces = drawn(hardest, [...hardest, 'if ', 'A ', 'x-', 'plan ', '"', ' ', '1 May ', '@']);

// Four times the text takes four times as long, and would take sixteen times by the square; below the slack nobody waits.
test.each(
  [checkNumbers, checkDates, checkNames, checkPolarity, checkModality, checkScope, checkRelation].map(
    (check) => [check.name, check] as const,
  ),
)('%s is linear over hostile text', (_name, check) => {
  const slack = 100;
  for (const piece of pieces) {
    const [short, long] = [2_500, 10_000].map((length) =>
      costOf(check, piece.repeat(Math.ceil(length / piece.length))),
    );
    expect(long, piece).toBeLessThan(8 * (short ?? 0) + slack);
  }
});
