import { expect, test } from 'vitest';
import { expectedType, holdsType, type AnswerType } from '../../../src/retrieval/question/answerType.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

test.each<[string, AnswerType]>([
  ['How many bikes are there?', 'NUMBER'],
  ['What percentage is refunded?', 'NUMBER'],
  ['How long does charging take?', 'NUMBER'],
  ['When does the station open?', 'DATE'],
  ['In which year was it founded?', 'DATE'],
  ['Who founded it?', 'PERSON'],
  ['Whose bike is this?', 'PERSON'],
  ['Where is the station?', 'PLACE'],
  ['In which city is it?', 'PLACE'],
  ['Why is it closed?', 'ANY'],
  ['¿Dónde está?', 'ANY'],
])('%s asks for %s', (question, type) => {
  expect(expectedType(readQuestion(question))).toBe(type);
});

test.each<[AnswerType, string, boolean]>([
  ['NUMBER', 'It costs 3 euros', true],
  ['NUMBER', 'It costs three euros', true],
  ['NUMBER', 'It costs nothing', false],
  ['DATE', 'since May', true],
  ['DATE', 'at 22:00', true],
  ['DATE', 'in 1998', true],
  ['DATE', 'before it rains', false],
  ['PERSON', 'It was founded by Ada', true],
  ['PERSON', 'it was founded by sisters', false],
  ['PLACE', 'It is in Mill Lane', true],
  ['ANY', '', true],
])('%s: "%s" holds one is %s', (type, text, holds) => {
  expect(holdsType(text, type)).toBe(holds);
});
