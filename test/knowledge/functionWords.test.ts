import { describe, expect, test } from 'vitest';
import { unknownWords } from '../../src/agent/question/refinements.ts';
import { askingWords, isFunctionWord, withoutAskingPhrases } from '../../src/knowledge/functionWords.ts';

describe('words that only ask', () => {
  test.each([
    ['de', 'Wann'],
    ['es', 'cuándo'],
    ['fr', 'pourquoi'],
    ['it', 'quando'],
    ['nl', 'wanneer'],
    ['pl', 'kiedy'],
    ['pt', 'quando'],
    ['tr', 'nerede'],
    ['ar', 'متى'],
    ['he', 'מתי'],
    ['ru', 'когда'],
    ['zh', '什么时候'],
    ['ja', 'いつ'],
  ])('%s %s', (language, word) => {
    expect(isFunctionWord(word, language)).toBe(true);
  });

  test('a word with a meaning of its own does not, nor does one of another language', () => {
    expect(['kostet', 'sauna'].some((word) => isFunctionWord(word, 'de'))).toBe(false);
    expect(isFunctionWord('wann', 'en')).toBe(false);
    expect(askingWords('Wann ist die Sauna offen?', 'de')).toEqual(['wann', 'ist', 'die']);
  });

  test('are cut out where words have no spaces, unless nothing is left', () => {
    expect(withoutAskingPhrases('什么时候开放桑拿？', 'zh').trim()).toBe('开放桑拿？');
    expect(withoutAskingPhrases('什么时候？', 'zh')).toBe('什么时候？');
  });

  test.each([
    ['Wann ist die Ruhezeit?', ['wann', 'ruhezeit'], ['Ruhezeit']],
    ['מתי מתקיים החוג?', ['מתי'], []],
    ['Où est la piscine ?', ['où', 'piscin'], ['piscine']],
    ['Quando apre la sauna?', ['quando', 'sauna'], ['sauna']],
    ['¿Cuándo abre la sauna?', ['cuándo', 'sauna'], ['sauna']],
  ])('are not named as missing: %s', (question, unknown, named) => {
    expect(unknownWords(question, unknown, 'simple')).toEqual(named);
  });
});
