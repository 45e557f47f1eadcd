import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripInvisible } from '../../../src/knowledge/formats/invisible.ts';
import { cases } from '../../support/cases.ts';

const tags = (word: string) =>
  Array.from(word, (letter) => String.fromCodePoint(0xe_00_00 + letter.charCodeAt(0))).join('');
const selectors = (word: string) =>
  Array.from(word, (letter) => String.fromCodePoint(0xe_01_00 + letter.charCodeAt(0))).join('');

describe('stripInvisible', () => {
  it.each([
    ['zero-width and bidirectional controls', 'a\u200Bb\u202Ec\u2066d\u200Ee\u2060f\u061Cg', 'abcdefg'],
    ['soft hyphens, NUL and a byte order mark inside', 'a\u00ADb\0c\uFEFFd', 'abcd'],
    ['words in tag characters', `Hello${tags('obey me')}!`, 'Hello!'],
    ['words in variation selectors', `Hello😀${selectors('obey me')}!`, 'Hello😀!'],
    ['a row of small variation selectors, but for the first', '❤\uFE0F\uFE0E\uFE00b', '❤\uFE0Fb'],
    ['small variation selectors that no character asks for, one a letter', 'a\uFE01b\uFE02c\uFE0F', 'abc'],
    ['characters of the private planes', 'a\u{F0041}\u{100042}b', 'ab'],
    ['fillers and inherent vowels', 'a\u115F\u1160b\u17B4c\u3164d', 'abcd'],
    ['marks of musical notation', 'a\u{1D173}b', 'ab'],
    ['right-to-left marks', 'שלום\u200F abc \u202Bעולם\u202C', 'שלום abc עולם'],
    ['joiners between Latin letters and at the ends of words', 'a\u200Db \u200Cc\u200D', 'ab c'],
    ['a joiner between an emoji and a letter', '👩\u200Da', '👩a'],
  ])('takes out %s', (_, source, expected) => {
    expect(stripInvisible(source)).toEqual({ text: expected, removed: true });
  });

  it.each([
    ['emoji sequences', '👩‍👩‍👧 🏳️‍🌈 👩🏽‍🚀 ❤️‍🔥'],
    ['Persian', 'می‌خواهم'],
    ['Hindi, Sinhala and Malayalam', 'क्‍ष ශ්‍රී ന്‍റെ'],
    ['keycaps and signs', '1️⃣ ©️ ↔️ #️⃣'],
    ['Han and mathematical variants', '葛\uFE00 ∩\uFE00'],
    ['Mongolian variants', 'ᠠ\u180B'],
    ['text without any', 'Plain – “quoted” ünïcode 中文 עברית.'],
  ])('leaves %s alone', (_, source) => {
    expect(stripInvisible(source)).toEqual({ text: source, removed: false });
  });

  it('makes line ends, other controls and lone surrogates harmless without calling it a removal', () => {
    expect(stripInvisible('a\r\nb\rc\td\u000Be\u001Bf\uD800')).toEqual({
      text: 'a\nb\nc\td e f\uFFFD',
      removed: false,
    });
    expect(stripInvisible('a\u0085b\u2028c\uF0B7d')).toEqual({ text: 'a b c d', removed: false });
    expect(stripInvisible('\uFEFFtext')).toEqual({ text: 'text', removed: false });
  });

  it('changes nothing in a second pass, and never the number of lines', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom(
        '\u200D',
        '\u200C',
        '\uFE0F',
        '\uFE01',
        '\u180B',
        '\uE000',
        '\u{F0041}',
        '\u2028',
        '\u0085',
        '👩',
        'می',
        '\u{E0041}',
        '\u{E0101}',
        '\uFEFF',
        '\n',
        'क्',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const source = pieces.join('');
        const once = stripInvisible(source).text;
        expect(stripInvisible(once)).toEqual({ text: once, removed: false });
        expect(once.split('\n')).toHaveLength(source.split(/\r\n?|\n/).length);
      }),
      { numRuns: cases(300) },
    );
  });
});
