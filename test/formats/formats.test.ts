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

  it.each(allCases.flatMap(({ name, mutation }) => (mutation ? [{ name, mutation }] : [])))(
    'changes where the file does, and nowhere else: $name',
    async ({ name, mutation }) => {
      let wanted = await expectedText({ name });
      expect(mutation.changes).not.toEqual([]);
      for (const [was, is] of mutation.changes) {
        expect(wanted.split(was)).toHaveLength(2);
        wanted = wanted.replace(was, is);
      }
      expect(shownParse(await parseCase({ name, build: () => mutation.build() }))).toBe(wanted);
    },
  );
});
