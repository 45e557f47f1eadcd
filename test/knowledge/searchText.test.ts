import { describe, expect, it } from 'vitest';
import { searchText } from '../../src/knowledge/language/words.ts';
import { cpuNow } from '../support/clocks.ts';

const wordsOf = (text: string, searchConfig = 'simple') => searchText(text, searchConfig).split(/\s+/).filter(Boolean);

describe('a script without spaces', () => {
  it.each([
    ['Chinese', '退款期限', ['退款', '款期', '期限']],
    ['Japanese, with the sign for a long vowel', 'カードの色', ['カー', 'ード', 'ドの', 'の色']],
    ['two characters', '茶室', ['茶室']],
    ['one character', '茶', ['茶']],
    ['beyond the basic plane', '𠮷野家', ['𠮷野', '野家']],
    ['Thai, by code points', 'คืนเงิน', ['คืน', 'ืนเ', 'นเง', 'เงิ', 'งิน']],
    ['Khmer', 'សួស្តី', ['សួស', 'ួស្', 'ស្ត', '្តី']],
  ])('%s comes in overlapping pieces', (_, text, pieces) => {
    expect(wordsOf(text)).toEqual(pieces);
  });

  it('stands apart from the words around it', () => {
    expect(wordsOf('请问API怎么用')).toEqual(['请问', 'API', '怎么', '么用']);
  });

  it('is not one that has spaces', () => {
    for (const text of ['환불 기간', 'срок возврата', 'धनवापसी की अवधि', 'مدة الاسترداد'])
      expect(wordsOf(text)).toEqual(text.normalize('NFKC').split(' '));
  });
});

describe('a code in parts', () => {
  it.each([
    ['ORD-2291-B', 'ORD2291B'],
    ['BP-4', 'BP4'],
    ['min_1', 'min1'],
    ['GPT-4.1', 'GPT41'],
    ['K/17', 'K17'],
    ['３-ＢＰ', '3BP'],
  ])('%s stands there once more in one piece', (code, joined) => {
    const shown = code.normalize('NFKC');
    expect(searchText(`Take ${code}, now.`, 'english')).toBe(`Take ${shown} ${joined}, now.`);
    expect(wordsOf(code, 'german')).toEqual([shown, joined]);
  });

  it.each([
    '4.17.2',
    'v1.25.0',
    'V2.0',
    'v1.25.0-rc.1',
    '2024-05-01',
    '10.0.0.1',
    '3.14',
    '1/2',
    'and/or',
    'well-known',
    'E1042',
    'snake_case',
    'candor.example',
    'Größe-4ü',
  ])('%s is none', (text) => {
    expect(searchText(`Take ${text} now`, 'german')).toBe(`Take ${text} now`);
  });
});

describe('accents', () => {
  it.each([
    ['english', 'Resume Angstrom naive'],
    ['simple', 'Resume Angstrom naive'],
    ['german', 'Résumé Ångström naïve'],
    ['spanish', 'Résumé Ångström naïve'],
    ['french', 'Résumé Ångström naïve'],
  ])('%s', (searchConfig, expected) => {
    for (const form of ['NFC', 'NFD'] as const)
      expect(searchText('Résumé Ångström naïve'.normalize(form), searchConfig)).toBe(expected);
  });

  it('are taken from Latin letters alone', () => {
    const text = 'йод άνθρωπος हिंदी שָׁלוֹם が';
    expect(searchText(text, 'english').replaceAll(/\s+/g, ' ').trim()).toBe(text.normalize('NFKC'));
  });
});

it('other writings of a letter become the usual one', () => {
  expect(searchText('ﬁne Ｗｉｄｅ ½', 'german')).toBe('fine Wide 1/2');
});

it('takes its time by the length of a text, whatever it holds', () => {
  for (const piece of ['-', '.', 'a-', '1.', 'a1-', '東', 'é']) {
    const start = cpuNow();
    searchText(piece.repeat(100_000), 'english');
    expect(cpuNow() - start, piece).toBeLessThan(1_500);
  }
});
