import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { governorsIn } from '../../src/knowledge/cut/governs.ts';
import { cases } from '../support/cases.ts';

/** What governs the first place of some words, outermost first, and whether they are a part of it. */
function above(text: string, words: string) {
  const { by, isLed } = governorsIn(text)(text.indexOf(words));
  return { by: by.map(({ kind, start, end }) => [kind, text.slice(start, end)]), isLed };
}

const list =
  '# Guide\n\n## Kitchen\n\nNever do this:\n\n- Fry with the lid on\n- Cool it\n  - with snow\n  - with ice\n';

describe('what governs a place', () => {
  test.each([
    [
      'an item: headings and the line above its list',
      list,
      'Fry',
      [
        ['HEADING', 'Guide'],
        ['HEADING', 'Kitchen'],
        ['LEAD', 'Never do this:'],
      ],
    ],
    [
      'an item of the second level: the item above too',
      list,
      'with snow',
      [
        ['HEADING', 'Guide'],
        ['HEADING', 'Kitchen'],
        ['LEAD', 'Never do this:'],
        ['ITEM', 'Cool it'],
      ],
    ],
    ['a parent that the item names itself is not said twice', '- Cars\n  - Cars › Rate 90\n', 'Rate', []],
    [
      'the only sentence above, though it has no colon',
      '## Out\n\nThese stay at home.\n\n- Drones\n',
      'Drones',
      [
        ['HEADING', 'Out'],
        ['LEAD', 'These stay at home.'],
      ],
    ],
    ['not the last of two paragraphs', '## Out\n\nOne.\n\nTwo.\n\n- Drones\n', 'Drones', [['HEADING', 'Out']]],
    ['a title without a mark', 'Not on board\n\n- Drones\n', 'Drones', [['LEAD', 'Not on board']]],
    ['a heading ends what its list was led by', 'Never:\n\n- a\n\n## Always\n\n- b\n', 'b', [['HEADING', 'Always']]],
    [
      'steps under a bullet that ends with a colon',
      '- Never do these:\n1. Push\n2. Pull\n',
      'Push',
      [['ITEM', 'Never do these:']],
    ],
    ['another list below a list is not led by its lead', 'Never:\n\n- a\n- c\n\n- b\n', 'b', []],
    ['a list with blank lines between its items is one', 'Never:\n\n- a\n\n- c\n\n- b\n', 'b', [['LEAD', 'Never:']]],
    [
      'a row: the title of its table, and the line above that',
      'Not paid:\n\nTable 2\n\nItem: Tea; Price: 2\nItem: Ham; Price: 3\n',
      'Item: Ham',
      [
        ['LEAD', 'Not paid:'],
        ['CAPTION', 'Table 2'],
      ],
    ],
    [
      'words within a cell: row and column',
      'Day: Monday; Note: Closed. Ask first.; Till: 9\n',
      'Ask first',
      [
        ['ROW', 'Day: Monday'],
        ['COLUMN', 'Note'],
      ],
    ],
    ['code: the line above', 'Do not run:\n\n    rm -r data\n', 'rm', [['LEAD', 'Do not run:']]],
    ['what a line begins with', 'Myth: Bulls hate red. They see it.\n', 'They', [['LABEL', 'Myth']]],
    ['not a word before a colon for itself', 'Myth: Bulls hate red.\n', 'Myth', []],
    ['the question above an answer', 'May I smoke?\n\nOn the terrace.\n', 'On the', [['QUESTION', 'May I smoke?']]],
    [
      'the paragraph below a colon',
      'They wrote:\n\nCall us. We wait.\n\nThis is new. It ends that.\n',
      'We wait',
      [['LEAD', 'They wrote:']],
    ],
    ['not the one behind it', 'They wrote:\n\nCall us.\n\nThis is new.\n', 'This is', []],
    ['lines below a colon', 'They wrote:\nCall us.\nPay now.\n', 'Pay now', [['LEAD', 'They wrote:']]],
    ['parts of sentences below a colon', 'Not paid:\n\nTea in a bar\n\nHam\n', 'Ham', [['LEAD', 'Not paid:']]],
    [
      'a title that is underlined',
      'What we do not need\n----\n- a diploma\n',
      'a diploma',
      [['LEAD', 'What we do not need']],
    ],
  ])('%s', (_, text, words, by) => {
    expect(above(text, words).by).toEqual(by);
  });

  it('is the whole line above where that is short, since its end may lean on its beginning', () => {
    const text = 'A hoax goes round. It reads like this:\n\nYour box is full.\n';
    expect(above(text, 'Your').by).toEqual([['LEAD', 'A hoax goes round. It reads like this:']]);
    const long = `${'A long story of it. '.repeat(15)}It reads like this:\n\nYour box is full.\n`;
    expect(above(long, 'Your').by).toEqual([['LEAD', 'It reads like this:']]);
  });

  it('tells parts of a list from sentences', () => {
    expect(above(list, 'Fry').isLed).toBe(true);
    expect(above('# Guide\n\nFry it.', 'Fry').isLed).toBe(false);
    expect(above('Item: Tea; Price: 2\nItem: Ham; Price: 3', 'Item: Ham').isLed).toBe(false);
  });
});

const line = fc.constantFrom(
  '# Top',
  '## Sub',
  'Never:',
  'A rule.',
  'Is it so?',
  '- one',
  '  - two',
  '1. first',
  '    code',
  'A: b; C: d',
  'Note: a. B.',
  '',
  'Title',
);

test('of any text, governors are lines or parts of lines above, in order, and never overlap', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.nat(), (rows, at) => {
      const text = rows.join('\n');
      const position = text.length === 0 ? 0 : at % text.length;
      const { by } = governorsIn(text)(position);
      for (const [index, { start, end }] of by.entries()) {
        expect(start).toBeGreaterThanOrEqual(by[index - 1]?.end ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(position + 1);
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
        expect(text.slice(start, end)).not.toContain('\n');
      }
    }),
    { numRuns: cases(1_000) },
  );
});
