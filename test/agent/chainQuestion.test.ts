import { expect, test } from 'vitest';
import { bridgeOf } from '../../src/agent/nodes/retrieve.ts';
import { chainOf, fillIn } from '../../src/agent/question/plan.ts';
import { ranked } from '../grounding/passage.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

test.each([
  [
    'What is the monthly fee of the plan that includes priority support?',
    'Which plan includes priority support?',
    'What is the monthly fee of {answer}?',
  ],
  [
    'Who leads the team responsible for theft insurance claims?',
    'Which team responsible for theft insurance claims?',
    'Who leads {answer}?',
  ],
  [
    'How long is the warranty of the pump called in the recall notice?',
    'Which pump called in the recall notice?',
    'How long is the warranty of {answer}?',
  ],
])('%s', (question, after, template) => {
  expect(chainOf(readQuestion(question))).toEqual({ after, template });
});

test.each([
  'What is the monthly fee?',
  'Is it true that the station opens at noon on Sundays?',
  'What is the reason that the tyre lost all its air?',
  'The plan that includes priority support',
  'What is the plan that works?',
  '',
])('"%s" is one look-up', (question) => {
  expect(chainOf(readQuestion(question))).toBeNull();
});

test('what was found is taken as it is, whatever characters it has', () => {
  expect(fillIn({ after: '', template: 'What does {answer} cost?' }, '$& plan')).toBe('What does $& plan cost?');
});

test('the first thing that the best sentence names and the look-up does not', () => {
  expect(
    bridgeOf(readQuestion('Which plan includes priority support?'), [
      ranked('Priority support is part of the Fern Plus package only.', 'a'),
    ]),
  ).toBe('Fern Plus package');
  expect(
    bridgeOf(readQuestion('Which pump was recalled?'), [ranked('The recalled pump has the number PX-31.', 'a')]),
  ).toBe('number PX-31');
  expect(bridgeOf(readQuestion('Which plan includes priority support?'), [])).toBeNull();
});
