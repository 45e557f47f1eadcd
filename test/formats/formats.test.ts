import { describe, expect, it } from 'vitest';
import { expectSound } from '../knowledge/formats/expectations.ts';
import { allCases } from './allCases.ts';
import { expectedText, parseCase, shownParse } from './formatCase.ts';

describe('the canonical text of files of each format', () => {
  it.each(allCases)('is as expected: $name', async (given) => {
    const parsed = await parseCase(given);
    expectSound(parsed);
    expect(shownParse(parsed)).toBe(await expectedText(given));
  });
});
