import { describe, expect, test } from 'vitest';
import { namedFacts, noFacts } from '../../../src/retrieval/question/namedFacts.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { surelyRead, unmetConditions } from '../../../src/grounding/answerability/unmetConditions.ts';
import { ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const unmetAt = (answerability: number | null, question: string, ...chosen: (string | RankedSentence)[]) => {
  const sentences = chosen.map((entry, index) =>
    typeof entry === 'string' ? ranked(entry, `document-${index}`) : entry,
  );
  return unmetConditions(readQuestion(question), namedFacts(question, 'en'), sentences, sentences, answerability);
};
const unmet = (question: string, ...chosen: (string | RankedSentence)[]) => unmetAt(null, question, ...chosen);
const of = (version: Partial<Passage>, text: string): RankedSentence => {
  const sentence = ranked(text, 'document-x');
  return { ...sentence, candidate: { ...sentence.candidate, passage: { ...sentence.candidate.passage, ...version } } };
};

describe('MISSING_FACT', () => {
  test('what is named in none of the passages, in the order of kinds', () => {
    expect(unmet('Does the BP-4 of Acme in Berlin take 30 days?', 'Berlin takes a week.')).toEqual([
      { kind: 'MISSING_FACT', fact: { kind: 'NAME', text: 'Acme' } },
      { kind: 'MISSING_FACT', fact: { kind: 'CODE', text: 'BP-4' } },
      { kind: 'MISSING_FACT', fact: { kind: 'NUMBER', text: '30' } },
    ]);
  });

  test('each may stand in another passage, or around the sentence', () => {
    expect(unmet('Does Acme pay in Berlin?', 'Acme pays.', 'So it is in Berlin.')).toEqual([]);
    const sentence = ranked('It pays.', 'document-x');
    const titled = {
      ...sentence,
      candidate: {
        ...sentence.candidate,
        passage: { ...sentence.candidate.passage, documentTitle: 'Acme', sectionPath: ['Berlin'] },
      },
    };
    expect(unmet('Does Acme pay in Berlin?', titled)).toEqual([]);
  });
});

describe('OTHER_TIME', () => {
  const from = new Date('2010-01-01');

  test.each(['Bo led it in 1999.', 'Bo led it until 2010.'])('none tells of the time: %s', (text) => {
    expect(unmet('Who led it in May 2019?', text)).toEqual([{ kind: 'OTHER_TIME' }]);
  });

  test.each([
    'Bo led it in 2019.',
    'Bo has led it since 2010.',
    'Bo led it on 3 May 2019.',
    'Bo came in 2010 and left in 2021.',
  ])('one tells of it: %s', (text) => {
    expect(unmet('Who led it in May 2019?', 'It was quiet.', text)).toEqual([]);
    expect(unmet('Who led it in May 2019?', 'Ida led it in 1999.', text)).toEqual([]);
  });

  test('a sentence without a time may hold then, unless its version had ended', () => {
    expect(unmet('Who led it in May 2019?', of({ effectiveFrom: from, effectiveUntil: null }, 'Bo led it.'))).toEqual(
      [],
    );
    expect(
      unmet(
        'Who led it in May 2019?',
        of({ effectiveFrom: from, effectiveUntil: new Date('2020-01-01') }, 'Bo led it.'),
      ),
    ).toEqual([]);
    expect(
      unmet(
        'Who led it in May 2019?',
        of({ effectiveFrom: from, effectiveUntil: new Date('2018-01-01') }, 'Bo led it.'),
      ),
    ).toEqual([{ kind: 'OTHER_TIME' }]);
  });

  test('a version in force has not ended, however late it began; an ended one may tell of a later time; of two times one is enough', () => {
    expect(
      unmet(
        'Who led it in May 2019?',
        of({ effectiveFrom: new Date('2020-01-01'), effectiveUntil: null }, 'Bo led it.'),
      ),
    ).toEqual([]);
    expect(
      unmet(
        'Who led it in May 2019?',
        of({ effectiveFrom: from, effectiveUntil: new Date('2018-01-01') }, 'Bo leads it until 2022.'),
      ),
    ).toEqual([]);
    expect(
      unmet(
        'Who led it in May 2015 and in May 2019?',
        of({ effectiveFrom: from, effectiveUntil: new Date('2018-01-01') }, 'Bo led it.'),
      ),
    ).toEqual([]);
  });

  test('a question that names no time asks for none', () => {
    expect(unmet('Who led it?', 'Bo led it in 1999.')).toEqual([]);
    expect(
      unmet('Who led it?', of({ effectiveFrom: from, effectiveUntil: new Date('2018-01-01') }, 'Bo led it.')),
    ).toEqual([]);
  });

  test('times are compared where the facts and the question both name one: facts are read of English alone', () => {
    const sentences = [ranked('Bo leitete es im Jahr (1999).', 'document-x')];
    expect(
      unmetConditions(
        readQuestion('Wer leitete es in 2019?'),
        namedFacts('Wer leitete es in 2019?', 'de'),
        sentences,
        sentences,
      ),
    ).not.toContainEqual({ kind: 'OTHER_TIME' });
    expect(
      unmetConditions(readQuestion('Who led it then?'), { ...noFacts, dates: ['in 2019'] }, sentences, sentences),
    ).toEqual([]);
  });
});

describe('OPPOSITE', () => {
  test.each([
    ['Which hall is the smallest?', 'The largest hall is the north one.', 'smallest', 'largest'],
    ['Which doors are unlocked at night?', 'All doors are locked at night.', 'unlocked', 'locked'],
  ])('%s %s', (question, text, asked, stated) => {
    expect(unmet(question, text)).toEqual([{ kind: 'OPPOSITE', asked, stated }]);
  });

  test.each([
    ['Is the north hall the smallest?', 'The north hall is the largest.'],
    ['Which hall is the smallest?', 'The largest is the north, the smallest the south hall.'],
    ['How much inactivity logs me out?', 'A session ends after an hour without activity.'],
    ['Which hall is the largest?', 'The largest hall is the north one.'],
    ['What happens before lunch?', 'We sing after lunch.'],
  ])('none: %s %s', (question, text) => {
    expect(unmet(question, text)).toEqual([]);
  });

  test('what was read and is not answered with says nothing', () => {
    const [best, chosen] = [
      ranked('The largest hall is the north one.', 'document-x'),
      ranked('The smallest hall is the south one.', 'document-y'),
    ];
    expect(unmetConditions(readQuestion('Which hall is the smallest?'), noFacts, [best, chosen], [chosen])).toEqual([]);
    expect(unmetConditions(readQuestion('Which hall is the smallest?'), noFacts, [chosen, best], [best])).toEqual([
      { kind: 'OPPOSITE', asked: 'smallest', stated: 'largest' },
    ]);
  });

  test('the word may stand elsewhere in the passage', () => {
    expect(
      unmet(
        'Which hall is the smallest?',
        of(
          { text: 'The largest hall is the north one. The smallest one has no name.' },
          'The largest hall is the north one.',
        ),
      ),
    ).toEqual([]);
  });
});

describe('OTHER_POLARITY', () => {
  test.each([
    ['What is the council not composed of?', 'It is composed of elders.'],
    ['Which bikes aren’t insured?', 'City bikes are insured.'],
    ['Who never pays?', 'Members pay.'],
    ["In which cases doesn't it apply?", 'It applies to theft.'],
  ])('asked with a negation, answered without: %s %s', (question, text) => {
    expect(unmet(question, text)).toEqual([{ kind: 'OTHER_POLARITY' }]);
  });

  test.each([
    ['What is the council not composed of?', 'It has no elders.'],
    ['Which bikes aren’t insured?', 'Cargo bikes aren’t.'],
    ['Which bikes are not insured?', 'All except city bikes.'],
    ['What is the council composed of?', 'It is composed of elders.'],
    ['Why is it not insured?', 'It is old.'],
    ['Which fee is due if it is not insured?', 'Five euros.'],
    ['Who pays when it is not insured?', 'Members pay.'],
    ['What is not due unless it rains?', 'The fee is due.'],
    ['Is it not insured?', 'It is insured.'],
    ['It is not open: who has the key?', 'Bo has it.'],
  ])('none is unmet: %s %s', (question, text) => {
    expect(unmet(question, text)).toEqual([]);
  });

  test('the heading above may say it', () => {
    const sentence = ranked('City bikes.', 'document-x');
    const under = (heading: string) => ({ ...sentence, candidate: { ...sentence.candidate, headings: [heading] } });
    expect(unmet('Which bikes are not insured?', under('What is not insured'))).toEqual([]);
    expect(unmet('Which bikes are not insured?', under('What is insured'))).toEqual([{ kind: 'OTHER_POLARITY' }]);
  });

  test('one of the sentences is enough', () => {
    expect(unmet('Which bikes are not insured?', 'City bikes are insured.', 'Cargo bikes are not.')).toEqual([]);
  });
});

test('all kinds together, and none without an answer', () => {
  const question = 'Which bikes of Acme were not insured in May 2019?';
  expect(unmet(question, 'City bikes were insured in 1999.').map(({ kind }) => kind)).toEqual([
    'MISSING_FACT',
    'OTHER_TIME',
    'OTHER_POLARITY',
  ]);
  expect(unmet(question, 'Cargo bikes of Acme were not insured until June 2019.')).toEqual([]);
  expect(unmet(question)).toEqual([]);
  const members = [ranked('Members pay.', 'document-x')];
  expect(unmetConditions(readQuestion('Who pays?'), noFacts, members, members)).toEqual([]);
});

test('steps that stand for their whole list, which are none of the ranked sentences, are judged too', () => {
  const question = 'How do I turn two-factor off?';
  const step = ranked('Press Set up two-factor authentication.', 'document-0');
  const steps = { ...step, candidate: { ...step.candidate, text: `1. ${step.candidate.text}\n2. Scan the code.` } };
  const judged = (...chosen: RankedSentence[]) => unmetConditions(readQuestion(question), noFacts, [step], chosen);
  const opposite = [{ kind: 'OPPOSITE', asked: 'turn two-factor off', stated: 'Set up' }];
  expect(judged(steps)).toEqual(opposite);
  expect(judged(steps, { ...ranked('It is free.', 'document-1'), score: 9 })).toEqual(opposite);
  expect(judged(ranked('Turn it off in Profile.', 'document-1'))).toEqual([]);
});

describe('what a sure reading overrules', () => {
  const despite = (answerability: number | null, question: string, ...chosen: string[]) =>
    unmetAt(answerability, question, ...chosen).map((condition) =>
      condition.kind === 'MISSING_FACT' ? condition.fact.text : condition.kind,
    );

  test.each([
    ['im 34, do i pay for paper bills?', 'Customers over 70 get paper bills free of charge.', '34'],
    ['i have 3000 products in a sheet, how do i get them in', 'Choose Products > Import.', '3000'],
  ])('the number of a story: %s', (question, sentence, number) => {
    expect(despite(surelyRead - 0.01, question, sentence)).toEqual([number]);
    expect(despite(null, question, sentence)).toEqual([number]);
    expect(despite(surelyRead, question, sentence)).toEqual([]);
  });

  test.each([
    ['what does exit code 139 mean', 'Exit code 137 means that memory ran out.', '139'],
    ['when does 4.8 come out', 'Version 4.7 came out in May.', '4.8'],
    ['what changed in version 6.1.2', 'Version 6.1.1 changed the menu.', '6.1.2'],
    ['13 jobs failed with code 3, what is that', 'Jobs that fail are 13 at most.', '3'],
    ['how do i fill in form 12', 'Form 11 is filled in online.', '12'],
    ['Does the BP-4 print?', 'The BP-5 prints.', 'BP-4'],
    ['Can I pay with Paysafe?', 'Pay by card.', 'Paysafe'],
    ['Which hall is the smallest?', 'The Blue Hall is the largest.', 'OPPOSITE'],
  ])('but not which one is meant: %s', (question, sentence, which) => {
    expect(despite(0.95, question, sentence)).toEqual([which]);
  });
});
