import { expect, test } from 'vitest';
import { candidatesOf, isStep } from '../../../src/grounding/sentences/candidates.ts';
import { asksForProcedure } from '../../../src/retrieval/question/answerType.ts';
import { passage } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

test.each([
  ['How do I reset my password?', true],
  ['how can we add a team member', true],
  ['How to export my data?', true],
  ['I want to know how to cancel', true],
  ['Which steps are needed to export?', true],
  ['What are the steps to close an account?', true],
  ['forgot my password', true],
  ['Reset the printer', true],
  ['printer jammed, what now', true],
  ['How long do refunds take?', false],
  ['How much does Pro cost?', false],
  ['When can I cancel?', false],
  ['Who can reset my password?', false],
  ['Where do I find it?', false],
  ['What is two-factor authentication?', false],
  ['Can I export my data?', false],
  ['Is there a trial?', false],
  ['Why was I charged?', false],
  ['Do you ship abroad?', false],
  ['“Does it work?”', false],
  ['I moved house, is my parcel lost then?', false],
  ['parcel came late – do I get the postage back', false],
  ['the bike is broken, how do I return it', true],
  ['the bike is broken, do press the red button', true],
])('%s asks for a procedure: %s', (question, asks) => {
  expect(asksForProcedure(readQuestion(question))).toBe(asks);
});

test('a step is what stands behind its number, in a list or alone', () => {
  const text =
    '1. Open the page. It is blue.\nIt takes 2. Nobody waits.\nTo close it:\n1. Push.\n  2) Lock it.\n- a lock\n3 keys are left.';
  const steps = candidatesOf(passage(text))
    .filter((candidate) => isStep(candidate))
    .map((candidate) => candidate.text);
  expect(steps).toEqual(['Open the page.', 'It is blue.', 'Push.', '2) Lock it.']);
  expect(candidatesOf(passage('Open the page.')).some((candidate) => isStep(candidate))).toBe(false);
});
