import { describe, expect, test } from 'vitest';
import { labelsOf, signsOf } from '../../src/knowledge/ancestors.ts';
import { parseHtml } from '../../src/knowledge/formats/html/html.ts';
import { parseMarkdown } from '../../src/knowledge/formats/markdown/markdown.ts';
import { parsePlainText } from '../../src/knowledge/formats/plainText.ts';

const parking = '- Cars › Daily rate 6\n';

describe('a nested list item carries what it stands under', () => {
  test.each([
    ['Markdown', () => parseMarkdown('- Cars\n  - Daily rate 6\n  - Monthly rate 90\n- Bicycles: free\n').text],
    [
      'HTML',
      () =>
        parseHtml('<ul><li>Cars<ul><li>Daily rate 6</li><li>Monthly rate 90</li></ul></li><li>Bicycles: free</li></ul>')
          .text,
    ],
    ['plain text', () => parsePlainText('- Cars\n  - Daily rate 6\n  - Monthly rate 90\n- Bicycles: free\n').text],
  ])('%s', (_format, text) => {
    expect(text().split('\n')).toEqual([
      '- Cars',
      '  - Cars › Daily rate 6',
      '  - Cars › Monthly rate 90',
      '- Bicycles: free',
    ]);
  });

  test('all of them, outermost first, without a colon', () => {
    expect(parseMarkdown('- Pool:\n  - Adults\n    - Season ticket 120\n').text).toContain(
      '- Pool › Adults › Season ticket 120',
    );
  });

  test('a sentence is no label, and the steps of a step are told in order', () => {
    expect(parseMarkdown('- This is a sentence.\n  - One\n').text).toContain('  - One');
    expect(parseMarkdown('1. Open it\n   1. Press A\n').text).toContain('1. Press A');
    expect(parseMarkdown('1. Open it\n   1. Press A\n').text).not.toContain('›');
  });

  test('the lines of plain text stay where they were', () => {
    const { sourceMap, text } = parsePlainText('A\n\n- Cars\n  - Daily rate 6\n\nB');
    expect(text.endsWith('B')).toBe(true);
    expect(sourceMap).not.toBeNull();
  });

  test('its labels are read back from its line', () => {
    expect(labelsOf('  - Cars › Daily rate 6')).toEqual(['Cars']);
    expect(labelsOf(parking)).toEqual([]);
    expect(signsOf('- Cars\n  - Cars › Daily rate 6')).toEqual([{ start: 15, end: 18 }]);
  });
});
