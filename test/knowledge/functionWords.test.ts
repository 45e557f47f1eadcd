import { describe, expect, test } from 'vitest';
import { unknownWords } from '../../src/agent/question/refinements.ts';
import { askingWords, isFunctionWord, withoutAskingPhrases } from '../../src/knowledge/language/functionWords.ts';
import { lowerWords, searchText } from '../../src/knowledge/language/words.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

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
    expect(askingWords('Wann ist die Sauna offen?', 'de')).toEqual(['wann', 'ist', 'die', 'offen']);
  });

  test('are cut out where words have no spaces, unless nothing is left', () => {
    expect(withoutAskingPhrases('什么时候开放桑拿？', 'zh').trim()).toBe('开放桑拿？');
    expect(withoutAskingPhrases('什么时候？', 'zh')).toBe('什么时候？');
  });

  test.each([
    ['Wann ist die Ruhezeit?', ['wann', 'ruhezeit'], ['Ruhezeit']],
    ['מתי מתקיים החוג?', ['מתי'], []],
    ['Wie lange dauert der Schnupperkurs?', ['lang', 'schnupperkur'], ['Schnupperkurs']],
    ['¿Cuánto tiempo tarda el envío?', ['tiemp', 'envi'], ['envío']],
    ['Où est la piscine ?', ['où', 'piscin'], ['piscine']],
    ['Quando apre la sauna?', ['quando', 'sauna'], ['sauna']],
    ['¿Cuándo abre la sauna?', ['cuándo', 'sauna'], ['sauna']],
  ])('are not named as missing: %s', (question, unknown, named) => {
    expect(unknownWords(readQuestion(question), unknown, 'simple')).toEqual(named);
  });

  test.each([
    ['Wo liegt der Schlüssel?', 'Schlüssel'],
    ['In welchem Raum befindet sich der Ofen?', 'Raum Ofen'],
    ['Wie viele Boote gibt es?', 'Boote'],
    ['¿Dónde se encuentra la llave?', 'llave'],
    ['¿Cuántos barcos hay?', 'barcos'],
    ['Où se trouve la clé ?', 'clé'],
    ['Combien de bateaux y a-t-il ?', 'bateaux'],
    ['Peut-on prendre rendez-vous ?', 'prendre rendez-vous'],
    ['Dove si trova la chiave?', 'chiave'],
    ['Quante barche ci sono?', 'barche'],
    ['Waar ligt de sleutel?', 'sleutel'],
    ['Hoeveel boten zijn er?', 'boten'],
    ['Gdzie znajduje się klucz?', 'klucz'],
    ['Onde fica a chave?', 'chave'],
    ['Quantos barcos há?', 'barcos'],
    ['Anahtar nerede bulunuyor?', 'Anahtar'],
    ['Kaç tekne var?', 'tekne'],
    ['أين يقع المفتاح؟', 'المفتاح'],
    ['钥匙在哪里？', '钥匙'],
    ['请问怎么取消保险？', '取消 保险'],
    ['自転車はどこにありますか？', '自転車'],
    ['温泉はいつ開きますか？', '温泉 開き'],
  ])('where no document has any word, what is asked about is: %s', (question, named) => {
    expect(unknownWords(readQuestion(question), lowerWords(searchText(question, 'simple')), 'simple')).toEqual(
      named.split(' '),
    );
  });
});
