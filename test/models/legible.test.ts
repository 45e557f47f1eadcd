import { describe, expect, test } from 'vitest';
import { legible, legibleEmbedder, legibleReader, legibleText, rewrite } from '../../src/models/legible.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { openTestReader } from '../support/testReader.ts';
import { passageOf } from '../contracts/reader.ts';

describe('legible text', () => {
  test.each([
    ['The scientiﬁc ofﬁce ﬂoods', 'The scientific office floods'],
    ['Ｒｏｏｍ　１２ holds it', 'Room 12 holds it'],
    ['The ﬁrst Wi‐Fi code', 'The first Wi-Fi code'],
    ['40 m² and 3½ hours', '40 m2 and 3 1/2 hours'],
    ['10² is a hundred', '10^2 is a hundred'],
    ['ｶﾀｶﾅ', 'カタカナ'],
    ['plain text', 'plain text'],
  ])('%s', (source, plain) => {
    expect(legibleText(source)).toBe(plain);
  });

  test('a place in it leads to the characters of the source, and back', () => {
    const source = 'Ｒｏｏｍ　１２ is the ﬁrst ofﬁce, 3½ m².';
    const { text, toSource, fromSource } = legible(source);
    const sourceOf = (words: string) => {
      const span = toSource({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
      return source.slice(span.start, span.end);
    };
    expect(['Room 12', 'first', 'office', '3 1/2 m2', 'is the'].map(sourceOf)).toEqual([
      'Ｒｏｏｍ　１２',
      'ﬁrst',
      'ofﬁce',
      '3½ m²',
      'is the',
    ]);
    for (let start = 0; start < source.length; start += 1) {
      const there = fromSource({ start, end: start + 1 });
      const back = toSource(there);
      expect(back.start <= start && back.end > start, `${start}`).toBe(true);
    }
  });

  test('of a replaced stretch, every place is the whole', () => {
    const { text, toSource } = rewrite('on 2026-05-12 at noon', [{ start: 3, end: 13, text: '12 May 2026' }]);
    expect(text).toBe('on 12 May 2026 at noon');
    expect(toSource({ start: text.indexOf('May'), end: text.indexOf('May') + 3 })).toEqual({ start: 3, end: 13 });
    expect(toSource({ start: text.indexOf('noon'), end: text.length })).toEqual({ start: 17, end: 21 });
  });
});

describe('models that are given legible text', () => {
  test('ligatures have the vector of their letters', async () => {
    const embedder = legibleEmbedder(await openTestEmbedder());
    const [one, other] = await embedder.embedDocuments(['The scientiﬁc ofﬁce', 'The scientific office']);
    expect(one).toEqual(other);
  });

  test('a reader names the words of the source', async () => {
    const reader = legibleReader(await openTestReader());
    const passage = passageOf('Rooms', 'Ｒｏｏｍ　１２ holds the piano.', 'The ﬂag is green.');
    const { passages } = await reader.read('Which room holds the piano?', [passage]);
    const words = passages[0]?.words[0];
    expect(words && passage.text.slice(words.start, words.end)).toBe('Ｒｏｏｍ　１２');
  });
});
