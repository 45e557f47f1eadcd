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
    ['has no front matter', '---\nid: x\n---\nBody.', '--- id: x\n---\nBody.'],
    ['is freed of invisible characters', 'a\u200Bb\u202Ec\u2066d\uFEFFe\u00ADf\0g\u2060h', 'abcdefgh'],
    ['keeps joiners and emoji', '👩‍👩‍👧 می‌خواهم \uD800!', '👩‍👩‍👧 می‌خواهم \uFFFD!'],
    ['may be empty', ' \n\t ', ''],
  ])('%s', (_, source, expected) => {
    expect(parsePlainText(source).text).toBe(expected);
  });

  it('has a paragraph between any two blank lines, and no headings', () => {
    const parsed = parsePlainText('# note\nmore\n \t\n\n  Second.\n\nthird');
    expect(blockTexts(parsed)).toEqual([
      ['PARAGRAPH', '# note more'],
      ['PARAGRAPH', 'Second.'],
      ['PARAGRAPH', 'third'],
    ]);
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
