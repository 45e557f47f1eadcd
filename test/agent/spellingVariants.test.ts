import { beforeAll, describe, expect, test } from 'vitest';
import { spellingVariants } from '../../src/agent/question/refinements.ts';
import { openWordList } from '../../src/models/providers/builtin/weights.ts';
import type { WordList } from '../../src/models/wordList.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const page = (text: string, documentTitle = 'Prices') => ({ documentTitle, sectionPath: [], text });

describe('spellingVariants', () => {
  let words: WordList;
  beforeAll(async () => {
    words = await openWordList();
  });

  test.each([
    ['letters that were swapped', 'teh feul price', ['teh', 'feul'], 'the fuel price'],
    ['a letter too few, of a word that only the documents know', 'surchage now', ['surchage'], 'surcharge now'],
    ['a letter too many', 'pay by cardd', ['cardd'], 'pay by card'],
    ['another letter', 'my invoize', ['invoize'], 'my invoice'],
    ['each place of it', 'kye and kye', ['kye'], 'key and key'],
  ])('%s', (_what, question, unknown, expected) => {
    const passages = [page('The surcharge stands on the invoice. Pay by card.')];
    expect(spellingVariants(readQuestion(question), unknown, passages, words)).toEqual([expected]);
  });

  test('what the passages use comes before what is commoner', () => {
    expect(spellingVariants(readQuestion('a new lable'), ['lable'], [page('Void the label.')], words)).toEqual([
      'a new label',
    ]);
    expect(spellingVariants(readQuestion('the brigde'), ['brigde'], [page('Bridge tolls.')], words)).toEqual([
      'the bridge',
    ]);
  });

  test.each([
    ['a word of the language that no document has', 'vitamin pills', ['vitamin', 'pills']],
    ['a name', 'Is Feul a brand?', ['Feul']],
    ['a code', 'what is e2106x', ['e2106x']],
    ['a short word but for a swap', 'my xey', ['xey']],
    ['what is like nothing', 'a qwxzyk', ['qwxzyk']],
    ['a word that the documents know', 'the surchage', []],
  ])('none for %s', (_what, question, unknown) => {
    expect(
      spellingVariants(readQuestion(question), unknown, [page('Bills, fuel, surcharge, key, e2106.')], words),
    ).toEqual([]);
  });
});
