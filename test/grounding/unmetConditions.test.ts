import { describe, expect, test } from 'vitest';
import { namedFacts, noFacts } from '../../src/grounding/namedFacts.ts';
import type { RankedSentence } from '../../src/grounding/rankSentences.ts';
import { unmetConditions } from '../../src/grounding/unmetConditions.ts';
import { ranked } from './passage.ts';

const unmet = (question: string, ...chosen: (string | RankedSentence)[]) => unmetConditions(question, namedFacts(question, 'en'), chosen.map((entry, index) => (typeof entry === 'string' ? ranked(entry, `document-${index}`) : entry)));
const under = (context: string, text: string): RankedSentence => {
  const sentence = ranked(text, 'document-x');
  return { ...sentence, candidate: { ...sentence.candidate, context } };
};

describe('MISSING_FACT', () => {
  test('what is named in none of the passages, in the order of kinds', () => {
    expect(unmet('Does the BP-4 of Acme in Berlin take 30 days?', 'Berlin takes a week.')).toEqual([
      { kind: 'MISSING_FACT', fact: { kind: 'NAME', text: 'Acme' } }, { kind: 'MISSING_FACT', fact: { kind: 'CODE', text: 'BP-4' } }, { kind: 'MISSING_FACT', fact: { kind: 'NUMBER', text: '30' } },
    ]);
  });

  test('each may stand in another passage, or around the sentence', () => {
    expect(unmet('Does Acme pay in Berlin?', 'Acme pays.', 'So it is in Berlin.')).toEqual([]);
    const sentence = ranked('It pays.', 'document-x');
    const titled = { ...sentence, candidate: { ...sentence.candidate, passage: { ...sentence.candidate.passage, documentTitle: 'Acme', sectionPath: ['Berlin'] } } };
    expect(unmet('Does Acme pay in Berlin?', titled)).toEqual([]);
  });
});

describe('OTHER_TIME', () => {
  test.each(['Bo led it in 1999.', 'Bo led it until 2010.', 'Bo led it.'])('none tells of the time: %s', (text) => {
    expect(unmet('Who led it in May 2019?', text)).toEqual([{ kind: 'OTHER_TIME' }]);
  });

  test.each(['Bo led it in 2019.', 'Bo has led it since 2010.', 'Bo led it on 3 May 2019.'])('one tells of it: %s', (text) => {
    expect(unmet('Who led it in May 2019?', 'It was quiet.', text)).toEqual([]);
  });

  test('what stands around the sentences is asked only where none of them names a time', () => {
    expect(unmet('Who led it in May 2019?', under('Report of 2019. Leaders', 'Bo led it.'))).toEqual([]);
    expect(unmet('Who led it in May 2019?', under('Report of 2018. Leaders', 'Bo led it.'))).toEqual([{ kind: 'OTHER_TIME' }]);
    expect(unmet('Who led it in May 2019?', under('Report of 2019. Leaders', 'Bo led it in 1999.'))).toEqual([{ kind: 'OTHER_TIME' }]);
  });
});

describe('OTHER_POLARITY', () => {
  test.each([
    ['What is the council not composed of?', 'It is composed of elders.'], ['Which bikes aren’t insured?', 'City bikes are insured.'], ['Who never pays?', 'Members pay.'], ['In which cases doesn\'t it apply?', 'It applies to theft.'],
  ])('asked with a negation, answered without: %s %s', (question, text) => {
    expect(unmet(question, text)).toEqual([{ kind: 'OTHER_POLARITY' }]);
  });

  test.each([
    ['What is the council not composed of?', 'It has no elders.'], ['Which bikes aren’t insured?', 'Cargo bikes aren’t.'], ['Which bikes are not insured?', 'All except city bikes.'],
    ['What is the council composed of?', 'It is composed of elders.'], ['Why is it not insured?', 'It is old.'], ['Which fee is due if it is not insured?', 'Five euros.'], ['Who pays when it is not insured?', 'Members pay.'], ['What is not due unless it rains?', 'The fee is due.'], ['Is it not insured?', 'It is insured.'],
  ])('none is unmet: %s %s', (question, text) => {
    expect(unmet(question, text)).toEqual([]);
  });

  test('one of the sentences is enough', () => {
    expect(unmet('Which bikes are not insured?', 'City bikes are insured.', 'Cargo bikes are not.')).toEqual([]);
  });
});

test('all kinds together, and none without an answer', () => {
  const question = 'Which bikes of Acme were not insured in May 2019?';
  expect(unmet(question, 'City bikes were insured in 1999.').map(({ kind }) => kind)).toEqual(['MISSING_FACT', 'OTHER_TIME', 'OTHER_POLARITY']);
  expect(unmet(question, 'Cargo bikes of Acme were not insured until June 2019.')).toEqual([]);
  expect(unmet(question)).toEqual([]);
  expect(unmetConditions('Who pays?', noFacts, [ranked('Members pay.', 'document-x')])).toEqual([]);
});
