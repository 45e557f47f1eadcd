import { describe, expect, test } from 'vitest';
import { followUps } from '../../src/console/ask/followUps.ts';

/** A heading for each line, by its marks, with the headings above it; it stands at its line's number. */
function headingsOf(...lines: string[]) {
  const open: string[] = [];
  return lines.map((line, start) => {
    const depth = /^#+/.exec(line)?.[0].length ?? 0;
    open.length = depth - 1;
    const above = [...open];
    open.push(line.replace(/^#+ /, ''));
    return { text: line, above, start };
  });
}

const guide = headingsOf(
  '# Guide',
  '## Prices',
  '## Delivery',
  '### Abroad',
  '### On islands',
  '## **Returns**',
  '## Contact',
);

describe('what can be asked next', () => {
  test.each([
    ['the headings that follow', 1.5, ['Delivery', 'Returns']],
    ['and before the last, those before it', 6.5, ['Returns', 'Delivery']],
    ['of its own level first, then beside the one above', 3.5, ['On islands', 'Returns']],
    ['nothing beside the title', 0.5, []],
    ['nothing above the first heading', -1, []],
  ])('%s', (_name, at, expected) => {
    expect(followUps(guide, at, [])).toEqual(expected);
  });

  test('not what was asked, what the title says, or what is long', () => {
    expect(followUps(guide, 1.5, ['delivery', '**Returns**'])).toEqual(['Contact']);
    const long = headingsOf('# A', `# ${'very '.repeat(20)}long`, '# B', '# B', '# A');
    expect(followUps(long, 0, [])).toEqual(['B']);
  });

  test('chapters of one level, without a title, are beside each other', () => {
    expect(followUps(headingsOf('# One', '# Two', '# Three'), 1, [])).toEqual(['Three', 'One']);
  });
});
