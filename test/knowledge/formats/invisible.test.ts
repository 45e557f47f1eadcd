import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripInvisible } from '../../../src/knowledge/formats/invisible.ts';

const tags = (word: string) => Array.from(word, (letter) => String.fromCodePoint(0xe_00_00 + letter.charCodeAt(0))).join('');
const selectors = (word: string) => Array.from(word, (letter) => String.fromCodePoint(0xe_01_00 + letter.charCodeAt(0))).join('');

describe('stripInvisible', () => {
  it.each([
    ['zero-width and bidirectional controls', 'a\u200Bb\u202Ec\u2066d\u200Ee\u2060f\u061Cg', 'abcdefg'],
    ['soft hyphens, NUL and a byte order mark inside', 'a\u00ADb\0c\uFEFFd', 'abcd'],
    ['words in tag characters', `Hello${tags('obey me')}!`, 'Hello!'],
    ['words in variation selectors', `Hello😀${selectors('obey me')}!`, 'Hello😀!'],
    ['a row of small variation selectors, but for the first', 'a\uFE01\uFE0E\uFE00b', 'a\uFE01b'],
    ['joiners between Latin letters and at the ends of words', 'a\u200Db \u200Cc\u200D', 'ab c'],
    ['a joiner between an emoji and a letter', '👩\u200Da', '👩a'],
  ])('takes out %s', (_, source, expected) => {
    expect(stripInvisible(source)).toEqual({ text: expected, removed: true });
  });

  it.each([
    ['emoji sequences', '👩‍👩‍👧 🏳️‍🌈 👩🏽‍🚀 ❤️‍🔥'],
    ['Persian', 'می‌خواهم'],
    ['Hindi, Sinhala and Malayalam', 'क्‍ष ශ්‍රී ന്‍റെ'],
    ['text without any', 'Plain – “quoted” ünïcode 中文 עברית.'],
  ])('leaves %s alone', (_, source) => {
    expect(stripInvisible(source)).toEqual({ text: source, removed: false });
  });

  it('makes line ends, other controls and lone surrogates harmless without calling it a removal', () => {
    expect(stripInvisible('a\r\nb\rc\td\u000Be\u001Bf\uD800')).toEqual({ text: 'a\nb\nc\td e f\uFFFD', removed: false });
    expect(stripInvisible('\uFEFFtext')).toEqual({ text: 'text', removed: false });
  });

  it('changes nothing in a second pass, and never the number of lines', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom('\u200D', '\u200C', '\uFE0F', '👩', 'می', '\u{E0041}', '\u{E0101}', '\uFEFF', '\n', 'क्'));
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const source = pieces.join('');
      const once = stripInvisible(source).text;
      expect(stripInvisible(once)).toEqual({ text: once, removed: false });
      expect(once.split('\n')).toHaveLength(source.split(/\r\n?|\n/).length);
    }), { numRuns: 300 });
  });
});
