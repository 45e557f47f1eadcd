import { expect, test } from 'vitest';
import type { Evidence, Verdict } from '../../../src/grounding/checks/verdict.ts';
import { told } from '../passage.ts';

/**
 * Tests a check with a table, a case on each line: quote | claim | verdict | headings around it; … | passage. A line
 * break within a field is written as "//".
 */
export function eachVerdict(check: (claim: string, evidence: Evidence) => Verdict, table: string): void {
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.split(' | ').map((field) => field.trim().replaceAll(' // ', '\n')));
  test.each(rows)('%s / %s: %s', (quote = '', claim = '', verdict = '', around = '', passage = quote) => {
    const { outcome, detail } = check(claim, told(quote, around === '' ? [] : around.split('; '), passage));
    expect(`${outcome} ${detail ?? ''}`.trim()).toBe(verdict);
  });
}
