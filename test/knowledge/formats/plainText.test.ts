import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainText } from '../../../src/knowledge/formats/plainText.ts';
import { blockTexts, lineAt } from './parsedDocument.ts';

describe('plain text', () => {
  it.each([
    [
      'joins hard-wrapped lines, and only those',
      'The refund\nis paid.\nNext line.\n\nnew paragraph\nNew Item\nlist:\nvalue',
      'The refund is paid.\nNext line.\n\nnew paragraph\nNew Item list:\nvalue',
    ],
    [
      'makes a word whole that a line parts, or keeps its hyphen',
      'Every drop-\nin visitor signs.\nA drop-in visit is free, for exam-\nple on first-\nand last Mondays.',
      'Every drop-in visitor signs.\nA drop-in visit is free, for example on first- and last Mondays.',
    ],
    ['loses blanks at line ends and around the whole', '\n\n A. \t\nB. \r\n', 'A.\nB.'],
    ['has no front matter', '---\nid: x\n---\nBody.', '---\nid: x\n---\nBody.'],
    [
      'keeps a line of its own that is far shorter than the paragraph is wide, and one with a label',
      'panel is behind the coats, next to the back door of the shop.\nset B deniz\nset C pip\nring the firm within three minutes and say the password\ncodes: everybody has one\nthat is never lent',
      'panel is behind the coats, next to the back door of the shop.\nset B deniz\nset C pip\nring the firm within three minutes and say the password\ncodes: everybody has one\nthat is never lent',
    ],
    ['is freed of invisible characters', 'a\u200Bb\u202Ec\u2066d\uFEFFe\u00ADf\0g\u2060h', 'abcdefgh'],
    ['keeps joiners and emoji', '👩‍👩‍👧 می‌خواهم \uD800!', '👩‍👩‍👧 می‌خواهم \uFFFD!'],
    ['may be empty', ' \n\t ', ''],
  ])('%s', (_, source, expected) => {
    expect(parsePlainText(source).text).toBe(expected);
  });

  it('has a paragraph between any two blank lines', () => {
    const parsed = parsePlainText('note\nmore\n \t\n\n  Second.\n\nthird');
    expect(blockTexts(parsed)).toEqual([
      ['PARAGRAPH', 'note more'],
      ['PARAGRAPH', 'Second.'],
      ['PARAGRAPH', 'third'],
    ]);
  });

  it.each([
    ['a first line above a blank one', 'Gift vouchers\n\nValid for three years.', ['# Gift vouchers']],
    ['a first line above a pair', 'Team meeting\nPresent: Ann, Bo\n\n- a\n- b', ['# Team meeting']],
    ['a first line above its date', 'The show mine\nValid from 1 May 2026\n\nText.', ['# The show mine']],
    ['marks below it', 'Text.\n\nkeys\n-----\nset A', ['## keys']],
    ['capitals', 'Text.\n\nPRINTER (first floor)\n - wake it', ['## PRINTER (first floor)']],
    ['a number before it', 'Text.\n\n1. Pianos\nRoom 6 is done.\n\n2. AOB\n- none', ['## 1. Pianos', '## 2. AOB']],
    ['it stands alone above a paragraph', 'Text.\n\nNight boat\n\nIt leaves at eleven.', ['## Night boat']],
    ['hashes', 'Text.\n\n## Prices\nTea 2.', ['## Prices']],
    [
      'kinds in the order in which they come',
      'RULES\n=====\n\nHouse\n=====\nText.\n\nDOGS\nOutside.\n\nStairs\n======\nKept free.',
      ['# RULES', '## House', '### DOGS', '## Stairs'],
    ],
  ])('has a heading by %s', (_, source, expected) => {
    const headings = blockTexts(parsePlainText(source)).filter(([kind]) => kind === 'HEADING');
    expect(headings.map(([, words]) => words)).toEqual(expected);
  });

  it.each([
    ['a sentence', 'The hall is closed.\n\nText.'],
    ['a first line that goes on', 'The hall\nis closed on Mondays\n\nText.'],
    ['facts, a line each', 'The hall opens at nine\nThe cafe opens at ten'],
    ['a pair', 'Guests: network A\nStaff: network B\n\nText.'],
    ['a line that closes the text', 'Text.\n\nNO DOGS'],
    ['capitals below each other', 'Text.\n\nNO DOGS\nNO BIKES\nNO BALLS'],
    ['what is said of a day or an amount', 'Text.\n\nFrom 1 May 4 euros\n\nText.'],
    ['a step', 'Text.\n\n1. Open the lid\n2. Press the button'],
    ['a line of marks below other text', 'With: Osric Bale\n-----------------------------\nno item'],
  ])('has no heading by %s', (_, source) => {
    expect(blockTexts(parsePlainText(source)).filter(([kind]) => kind === 'HEADING')).toEqual([]);
  });

  it('has no title in a part of a document, whose first line greets', () => {
    expect(parsePlainText('Dear team\n\nthe hall is closed.', { isPart: true }).text).toBe(
      'Dear team\n\nthe hall is closed.',
    );
  });

  it('knows the source line of every character, of joined lines too', () => {
    const parsed = parsePlainText('\r\n\r\nThe refund\r\nis paid\rwithin days.\n\nEnd');
    expect(parsed.text).toBe('The refund is paid within days.\n\nEnd');
    expect(['The', 'refund', 'is paid', 'within', 'End'].map((words) => lineAt(parsed, words))).toEqual([
      3, 3, 4, 5, 7,
    ]);
    expect(parsed.sourceMap?.offsets[0]).toBe(0);
  });

  it('knows the line of what follows a hyphen that is gone', () => {
    const parsed = parsePlainText('\nFor exam-\nple tea\nor cof-\nfee.\nEnd');
    expect(parsed.text).toBe('For example tea or coffee.\nEnd');
    expect(['For', 'ple', 'tea', 'or cof', 'fee', 'End'].map((words) => lineAt(parsed, words))).toEqual([
      2, 3, 3, 4, 5, 6,
    ]);
  });

  it('says what it took out', () => {
    expect(parsePlainText('a\u200Bb').flags).toEqual(['INVISIBLE_CHARACTERS_REMOVED']);
    expect(parsePlainText('ab').flags).toEqual([]);
  });

  it('is canonical already: a second pass changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const once = parsePlainText(text).text;
        expect(parsePlainText(once).text).toBe(once);
      }),
    );
  });

  it('maps each word of any text to the line that has it', () => {
    const line = fc
      .array(fc.constantFrom('a', 'B.', '  ', 'c:', '\u200B'), { maxLength: 4 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (written) => {
        // Each line gets a word of its own, at an end where it joins nothing and keeps nothing from being joined.
        const lines = written.map((words, index) => `${words} w${index}x`);
        const parsed = parsePlainText(lines.join('\n'));
        for (const index of lines.keys()) expect(lineAt(parsed, `w${index}x`)).toBe(index + 1);
      }),
    );
  });
});
