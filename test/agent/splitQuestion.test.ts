import { describe, expect, test } from 'vitest';
import { checkedParts, kindOf, passagesFor, splitQuestion, strategyOf } from '../../src/agent/question/plan.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

describe('splitQuestion', () => {
  test.each([
    [
      'How much is the theft insurance, and when does the station open?',
      ['How much is the theft insurance?', 'when does the station open?'],
    ],
    [
      'Did the autumn audit of the depot end before the workshop moved to Mill Lane?',
      ['Did the autumn audit of the depot end?', 'the workshop moved to Mill Lane'],
    ],
    [
      'How many days lie between the order of the new brakes and the delivery of the spare tyres?',
      ['the order of the new brakes', 'the delivery of the spare tyres'],
    ],
    [
      'Where can I rent a bike or who may repair it for me?',
      ['Where can I rent a bike?', 'who may repair it for me? (I rent bike)'],
    ],
    [
      'how many free themes are there and can i see my own products in one first',
      ['how many free themes are there?', 'can i see my own products in one first? (many free themes)'],
    ],
    [
      'login code by sms: good for how long, and how many can i get each day',
      ['login code by sms: good for how long?', 'login code by sms: how many can i get each day?'],
    ],
    [
      'How long are invoices kept, and for which one of the plans are backups kept?',
      ['How long are invoices kept?', 'for which one of the plans are backups kept?'],
    ],
  ])('%s', (question, parts) => {
    expect(splitQuestion(readQuestion(question))).toEqual(parts);
  });

  test.each([
    'How much is the theft insurance?',
    'Is it black and white?',
    'What do bread and butter cost together?',
    'What does it cost, and what to the UK?',
    'How and when?',
    '',
    'Does the station open before noon on Sundays?',
    'What is the difference between a bike and an e-bike?',
    'Which bikes were sold after 2019?',
  ])('"%s" is one question', (question) => {
    expect(splitQuestion(readQuestion(question))).toEqual([]);
  });
});

describe('checkedParts', () => {
  const question = 'How long is a cargo bike rental in winter and what is the deposit?';
  test('takes parts that keep the words of the question together', () => {
    expect(
      checkedParts(readQuestion(question), [
        ' How long is a cargo bike rental in winter? ',
        'What is the deposit?',
        'What is the deposit?',
      ]),
    ).toEqual(['How long is a cargo bike rental in winter?', 'What is the deposit?']);
  });

  test.each([
    ['one part', ['How long is a cargo bike rental in winter and the deposit?']],
    ['the question itself and one part', [question, 'What is the deposit?']],
    ['a dropped condition', ['How long is a bike rental?', 'What is the deposit?']],
    ['blank parts', ['', '  ']],
  ])('refuses %s', (_what, parts) => {
    expect(checkedParts(readQuestion(question), parts)).toEqual([]);
  });
});

test.each([
  ['Hello there!', 'SMALL_TALK'],
  ['Thanks a lot.', 'SMALL_TALK'],
  ['Hi, what is the deposit?', 'LOOKUP'],
  ['How much is the deposit?', 'LOOKUP'],
  ['Why is a deposit taken?', 'ANALYSIS'],
  ['The difference between a cargo bike and an e-bike?', 'COMPARISON'],
  ['Can you tell me a joke about bikes?', 'OUT_OF_SCOPE'],
  ['What is the weather like today?', 'OUT_OF_SCOPE'],
  ['Who are you?', 'OUT_OF_SCOPE'],
  ['What is the time limit of a rental?', 'LOOKUP'],
  ['Who are you working with on brakes?', 'LOOKUP'],
  ['Can you tell me a story point estimate?', 'LOOKUP'],
  [`What ${'very '.repeat(30)}long?`, 'MULTI_HOP'],
])('"%s" is %s', (question, kind) => {
  expect(kindOf(readQuestion(question))).toBe(kind);
});

test.each([
  ['E1042', 'SPARSE'],
  ['What about E1042?', 'HYBRID'],
  ['What does E1042 mean?', 'HYBRID'],
  ['How much is the deposit?', 'HYBRID'],
])('"%s" is searched %s', (question, strategy) => {
  expect(strategyOf(readQuestion(question, { language: 'en' }), presets.CANDOR)).toBe(strategy);
});

test('an answer that is spread over passages keeps more of them, unless the asker set a number', () => {
  expect((['LOOKUP', 'COMPARISON'] as const).map((kind) => passagesFor(kind, presets.CANDOR, 10))).toEqual([10, 15]);
  expect([passagesFor('COMPARISON', presets.CANDOR, 7), passagesFor('COMPARISON', presets.CONSENSUS, 10)]).toEqual([
    7, 10,
  ]);
});
