import { describe, expect, test } from 'vitest';
import type { AnswerType } from '../../../src/retrieval/question/answerType.ts';
import { alignWords } from '../../../src/grounding/checks/edits.ts';
import {
  opposedPolarity,
  readSentence,
  replacedValue,
  statedValue,
} from '../../../src/grounding/checks/compareSentences.ts';

const replaced = (left: string, right: string, type: AnswerType) =>
  replacedValue(readSentence(left), readSentence(right), type, alignWords(left, right).replaced);
const stated = (left: string, right: string, type: 'NUMBER' | 'DATE') =>
  statedValue(readSentence(left), readSentence(right), type);
const opposed = (left: string, right: string) =>
  opposedPolarity(readSentence(left), readSentence(right), alignWords(left, right).replaced);

test('a sentence is read once: each word with how often it stands there', () => {
  expect([...readSentence('The hall is the HALL.').words]).toEqual([
    ['the', 2],
    ['hall', 2],
    ['is', 1],
  ]);
});

describe('a value in the place of another', () => {
  test.each<[string, AnswerType, string, string, [string, string, string]]>([
    [
      'a number',
      'NUMBER',
      'The hall seats 40 guests.',
      'The hall seats 60 guests.',
      ['NUMERIC', '40 guests', '60 guests'],
    ],
    [
      'a year where a number is asked for',
      'NUMBER',
      'The hall was built in 1902.',
      'The hall was built in 1905.',
      ['TEMPORAL', '1902', '1905'],
    ],
    ['a date', 'DATE', 'It opens on 3 May 2024.', 'It opens on 5 May 2024.', ['TEMPORAL', '3 May 2024', '5 May 2024']],
    ['a time of day', 'DATE', 'It opens at 7:30 each day.', 'It opens at 8:30 each day.', ['NUMERIC', '7:30', '8:30']],
    [
      'a day that the other life has not',
      'DATE',
      'Ada Brink (12 May 1841 – 3 March 1905) was a printer.',
      'Ada Brink (13 May 1841) was a printer.',
      ['TEMPORAL', '12 May 1841 – 3 March 1905', '13 May 1841'],
    ],
    [
      'an open stretch and a year in it',
      'DATE',
      'It was open since 2010.',
      'It was open in 2012.',
      ['TEMPORAL', 'since 2010', '2012'],
    ],
    [
      'a day without a year',
      'DATE',
      'It opens on 3 May each year.',
      'It opens on 5 May each year.',
      ['TEMPORAL', '3 May', '5 May'],
    ],
    [
      'a person',
      'PERSON',
      'It was led by Nora Quist.',
      'It was led by Tom Reeve.',
      ['ENTITY', 'Nora Quist', 'Tom Reeve'],
    ],
    ['a place', 'PLACE', 'It stands in Ghent today.', 'It stands in Bruges today.', ['ENTITY', 'Ghent', 'Bruges']],
    [
      'a word, where nothing tells what is asked for',
      'ANY',
      'The door is green.',
      'The door is purple.',
      ['ENTITY', 'green', 'purple'],
    ],
    [
      'a number there',
      'ANY',
      'The hall seats 40 guests.',
      'The hall seats 60 guests.',
      ['NUMERIC', '40 guests', '60 guests'],
    ],
    [
      'the first that is of the asked kind',
      'NUMBER',
      'Nora Quist hung 40 lamps.',
      'Tom Reeve hung 60 lamps.',
      ['NUMERIC', '40 lamps', '60 lamps'],
    ],
    [
      'below one nothing is rounded',
      'NUMBER',
      'It takes 0.6 litres of oil.',
      'It takes 1 litre of oil.',
      ['NUMERIC', '0.6 litres', '1 litre'],
    ],
    [
      'what a number is rounded to by more',
      'NUMBER',
      'It is 93.4 metres long.',
      'It is 94 metres long.',
      ['NUMERIC', '93.4 metres', '94 metres'],
    ],
    [
      'figures that may be read in two ways',
      'NUMBER',
      'It costs 1.000 € now.',
      'It costs 2.000 € now.',
      ['NUMERIC', '1.000 €', '2.000 €'],
    ],
    [
      'ranges apart',
      'NUMBER',
      'It takes 5 to 10 days.',
      'It takes 11 to 14 days.',
      ['NUMERIC', '5 to 10 days', '11 to 14 days'],
    ],
    [
      'a name of eighty characters',
      'ANY',
      `It is called ${'a'.repeat(80)} here.`,
      'It is called Bo here.',
      ['ENTITY', 'a'.repeat(80), 'Bo'],
    ],
  ])('%s', (_what, type, left, right, [kind, ...values]) => {
    expect(replaced(left, right, type)).toEqual({ kind, values });
    expect(replaced(right, left, type)).toEqual({ kind, values: values.toReversed() });
  });

  test.each<[string, AnswerType, string, string]>([
    ['a number where a person is asked for', 'PERSON', 'The hall seats 40 guests.', 'The hall seats 60 guests.'],
    ['a name where a number is asked for', 'NUMBER', 'It was led by Nora Quist.', 'It was led by Tom Reeve.'],
    [
      'a year where nothing tells what is asked for',
      'ANY',
      'The hall was built in 1902.',
      'The hall was built in 1905.',
    ],
    ['another unit', 'NUMBER', 'The hall seats 40 guests.', 'The hall seats 40 minutes.'],
    ['a range that meets the other', 'NUMBER', 'It takes 5 to 10 days.', 'It takes 10 to 14 days.'],
    ['a number in a range', 'NUMBER', 'It takes 5 to 10 days.', 'It takes 7 days.'],
    ['a rounded number', 'NUMBER', 'It is 93.9 metres long.', 'It is 94 metres long.'],
    ['the same figures that may be read in two ways', 'NUMBER', 'It costs 1.000 € now.', 'That costs 1.000 € now.'],
    ['numbers of two years', 'ANY', 'In 2019 the depot held 40 bicycles.', 'In 2021 the depot held 60 bicycles.'],
    ['a year and a day in it', 'DATE', 'It opened in 2019.', 'It opened on 3 May 2019.'],
    ['a decade and a year of it', 'DATE', 'It opened in the 1990s.', 'It opened in 1994.'],
    [
      'a life and the day that it began',
      'DATE',
      'Ada Brink (12 May 1841 – 3 March 1905) was a printer.',
      'Ada Brink (12 May 1841) was a printer.',
    ],
    [
      'a life and the day that it ended',
      'DATE',
      'Ada Brink (12 May 1841 – 3 March 1905) was a printer.',
      'Ada Brink (3 March 1905) was a printer.',
    ],
    ['more of a name', 'PERSON', 'It was led by Nora Quist.', 'It was led by Quist.'],
    ['a misspelt name', 'PLACE', 'It stands by the chuch there.', 'It stands by the church there.'],
    ['a word that the other lacks', 'ANY', 'The door is green.', 'The door is very green.'],
    ['an article', 'ANY', 'It has a door.', 'It has the door.'],
    ['a negation', 'ANY', 'The door is green.', 'The door is not there.'],
    ['a code', 'ANY', 'It needs the E1042.', 'It needs the lamp.'],
    ['more than eighty characters', 'ANY', `It is called ${'a'.repeat(81)} here.`, 'It is called Bo here.'],
  ])('none: %s', (_what, type, left, right) => {
    expect(replaced(left, right, type)).toBeUndefined();
    expect(replaced(right, left, type)).toBeUndefined();
  });
});

describe('values that two sentences state', () => {
  test.each<[string, 'NUMBER' | 'DATE', string, string, [string, string, string]]>([
    [
      'numbers of one unit, wherever they stand',
      'NUMBER',
      'Hardware goes back within 30 days.',
      'You have 45 days for it.',
      ['NUMERIC', '30 days', '45 days'],
    ],
    [
      'of the second unit, where the first is theirs alone',
      'NUMBER',
      'For 5 euros you ride 3 days.',
      'You ride 9 days.',
      ['NUMERIC', '3 days', '9 days'],
    ],
    [
      'dates',
      'DATE',
      'It opened in 2019.',
      'Since its first day on 3 May 2021 it is full.',
      ['TEMPORAL', '2019', '3 May 2021'],
    ],
    [
      'numbers, where a date is asked for and none is there',
      'DATE',
      'It opens at 7:30.',
      'The doors open at 8:30.',
      ['NUMERIC', '7:30', '8:30'],
    ],
  ])('%s', (_what, type, left, right, [kind, ...values]) => {
    expect(stated(left, right, type)).toEqual({ kind, values });
    expect(stated(right, left, type)).toEqual({ kind, values: values.toReversed() });
  });

  test.each<[string, 'NUMBER' | 'DATE', string, string]>([
    ['one in common', 'NUMBER', 'Adults pay 6 euros, children pay 3 euros.', 'Guests pay 6 euros.'],
    ['other units', 'NUMBER', 'It takes 3 days.', 'It takes 3 euros.'],
    ['dates alone, where a number is asked for', 'NUMBER', 'It opened in 2019.', 'It opened in 2021.'],
    ['numbers of two years', 'NUMBER', 'In 2019 it held 40 bicycles.', 'It held 60 bicycles in 2021.'],
    ['none', 'DATE', 'It is open.', 'It opened in 2021.'],
  ])('none: %s', (_what, type, left, right) => {
    expect(stated(left, right, type)).toBeUndefined();
    expect(stated(right, left, type)).toBeUndefined();
  });
});

describe('one of them says not', () => {
  test('where little else differs there', () => {
    expect(opposed('Visitors may park.', 'Visitors may not park.')).toEqual({
      kind: 'POLARITY',
      values: ['says so', 'says not'],
    });
    expect(opposed('Visitors may not park.', 'Visitors may park.')).toEqual({
      kind: 'POLARITY',
      values: ['says not', 'says so'],
    });
    expect(opposed('Visitors always park in the yard.', 'Visitors never park in the yard.')).toMatchObject({
      kind: 'POLARITY',
    });
  });

  test.each([
    ['neither', 'Visitors may park.', 'Visitors may stay.'],
    ['both', 'Visitors may not park.', 'Visitors may not stay.'],
    [
      'the negation stands in a long stretch of its own',
      'Visitors may park here.',
      'Visitors may, unless the gate is shut at night or it is not dry, park here.',
    ],
  ])('none where %s', (_what, left, right) => {
    expect(opposed(left, right)).toBeUndefined();
  });
});
