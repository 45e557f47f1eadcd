import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readWeights } from '../../../src/models/providers/builtin/weights.ts';
import {
  openWordPieces,
  type LibraryTokenizer,
  type WordPieceTokenizer,
} from '../../../src/models/providers/builtin/wordPieces.ts';

const texts: readonly (readonly [string, string])[] = [
  ['English', 'Who may approve an access request? Don\'t ask "twice": see §4.2 (page 12), unbelievable.'],
  ['accents, composed and not', 'Überweisungen dauern zwei Tage; cafe\u0301 naïve ÀÉÎ. Łódź, ßẞ, İstanbul.'],
  ['Vietnamese', 'Tiếng Việt có dấu và thanh điệu.'],
  ['Greek', 'Πού είναι ο ΟΔΗΓΟΣ;'],
  ['Russian', 'Как сбросить пароль? Ёлка и йод.'],
  ['Arabic', 'مرحبا بالعالم، مُحَمَّد ١٢٣'],
  ['Hindi', 'हिन्दी में पासवर्ड कैसे बदलें? कर्मचारी क्षमा।'],
  ['Thai', 'สวัสดีครับ ภาษาไทยไม่มีวรรค'],
  ['Chinese', '退款需要两天时间,请联系客服。用户ABC退款12元'],
  ['a long run of Chinese', '中文'.repeat(300)],
  ['Japanese', '日本語の文章です。東京タワーは高い、々〆〇ヵ。'],
  ['Korean', '한국어 문장입니다. 비밀번호 재설정'],
  ['characters beyond the basic plane', '𝒜𝓑 𠀀𠀁 🇩🇪 a 😀 b 👩‍👩‍👧 c❤️d'],
  ['symbols', '€5 £3 ¥100 ©®™ ± × ÷ → ≤ ≥ ° µ ½ ² ﬁle ＡＢ'],
  ['ASCII that is no letter', 'E=mc^2; a<b>c `x` | y ~ z $5 + 3 = 8 #1 a_b @c {d} [e] \\f'],
  ['blanks', ' x\u00a0y\u3000z\ttab\r\nnl\u2028ls  end '],
  ['characters that nobody sees', 'zero\u200bwidth so\u00adft nul\u0000x ctrl\u0001y repl\ufffdz a\u200db'],
  ['half a character', '\ud800 lone \udc00x'],
  [
    'long words',
    `${'x'.repeat(100)} ${'y'.repeat(101)} ${'z'.repeat(2_000)} ${'ü'.repeat(100)} ${'u\u0308'.repeat(60)}`,
  ],
];

describe('word pieces over the real vocabulary', () => {
  let pieces: WordPieceTokenizer;
  let whole: (text: string) => number[];
  beforeAll(async () => {
    const json = JSON.parse((await readWeights('embedder/tokenizer.json')).toString('utf8')) as Record<string, unknown>;
    const library = new (Tokenizer as LibraryTokenizer)({ ...json, truncation: null, padding: null }, {});
    whole = (text) => library.encode(text, { add_special_tokens: false }).ids;
    pieces = await openWordPieces();
  });

  test.each(texts)('are those that the library gives for the whole text: %s', (_what, text) => {
    expect(pieces.encode(text).ids).toEqual(whole(text));
  });

  test('are those of the library for any text without the blanks that it swallows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (drawn) => {
        const text = drawn.replaceAll(/[\v\f\ufeff[\]]/g, ' ');
        expect(pieces.encode(text).ids).toEqual(whole(text));
      }),
      { numRuns: 150 },
    );
  });

  test('tell where their words stand', () => {
    const text = 'Die Überweisung: 60 €, "unbelievable" 中文 क्षमा!';
    const { ids, starts, ends } = pieces.encode(text);
    const places = starts.map((start, position) => text.slice(start, ends[position]));
    expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
    expect([...new Set(places)]).toEqual([
      'Die',
      'Überweisung',
      ':',
      '60',
      '€',
      ',',
      '"',
      'unbelievable',
      '中',
      '文',
      'क्षमा',
      '!',
    ]);
    expect(starts).toEqual(starts.toSorted((left, right) => left - right));
  });

  test('take a text that spells out a mark of the model as text', () => {
    for (const text of ['[SEP]', 'a [SEP] b', '[CLS][MASK] [UNK] [PAD]']) {
      expect(
        pieces.encode(text).ids.filter((id) => id === 0 || (id >= 100 && id <= 103)),
        text,
      ).toEqual([]);
    }
  });

  test('stop at the limit and in time, whatever the length', () => {
    const startedAt = performance.now();
    for (const text of ['x'.repeat(2_000_000), 'word '.repeat(500_000), '中'.repeat(1_000_000)])
      expect(pieces.encode(text, 254).ids.length).toBeLessThanOrEqual(254);
    expect(performance.now() - startedAt).toBeLessThan(300);
    expect(pieces.encode('one two three', 2).ids).toEqual(whole('one two'));
    expect(pieces.encode('unbelievable', 1).ids).toEqual(whole('unbelievable').slice(0, 1));
    expect(pieces.encode(' \n ')).toEqual({ ids: [], starts: [], ends: [] });
  });
});
