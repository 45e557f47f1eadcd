import { expect, test } from 'vitest';
import { antecedentOf } from '../../../src/grounding/sentences/antecedent.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

/** Sentences of one passage in reading order. */
function tell(...sentences: readonly string[]): RankedSentence[] {
  const source = passage(sentences.join(' '));
  return sentences.map((text, ordinal) => {
    const one = ranked(text, 'document-1');
    const before = ordinal === 0 ? null : ordinal - 1;
    return { ...one, candidate: { ...one.candidate, passage: source, ordinal, before } };
  });
}

function before(question: string, ...sentences: readonly string[]): string | undefined {
  const told = tell(...sentences);
  return antecedentOf(told.at(-1)!, readQuestion(question), told)?.candidate.text;
}

const tower = 'The tower was built by Anna Holm.';

test.each([
  ['It is 40 m high.', 'How high is it?'],
  ['This took two years.', 'How long did it take?'],
  ['Otherwise the lift stops.', 'When does the lift stop?'],
  ['Victims of its fall were buried nearby.', 'Who was buried?'],
  ['Thus the stairs are shut.', 'Why are the stairs shut?'],
  ['Holm was its architect.', 'Who was the architect?'],
  ['Only a builder can do this.', 'Can I build one?'],
])('%s leans on the sentence before it', (sentence, question) => {
  expect(before(question, tower, sentence)).toBe(tower);
});

test.each([
  ['It is also possible to climb it by night.', 'Can I climb it by night?'],
  ['Thus, on 1 May 1901, the tower was opened.', 'When was the tower opened?'],
  ['However, the stairs are shut.', 'Are the stairs shut?'],
  ['Due to its place on the hill, the Old Tower is seen from afar.', 'Which tower is seen from afar?'],
  ['For towers with their own lift the fee is higher.', 'What is the fee?'],
  ['Holm died in 1930.', 'When did the architect die?'],
  ['The stairs are shut.', 'Are the stairs shut?'],
  ['A guide who has done this for years leads you to the top.', 'Who leads me?'],
])('%s does not', (sentence, question) => {
  expect(before(question, tower, sentence)).toBeUndefined();
});

test('of several that go on, the one that names what they are about', () => {
  expect(before('How high is it?', tower, 'It stands on a hill.', 'Its height is 40 m.')).toBe(tower);
  expect(before('How high is it?', 'It stands on a hill.', 'Its height is 40 m.')).toBe('It stands on a hill.');
});

test('what stands first below a heading leans on no other section', () => {
  const [first, second] = tell(tower, 'It is closed in winter.');
  const lead = { ...second!, candidate: { ...second!.candidate, isLead: true } };
  expect(antecedentOf(lead, readQuestion('Is it closed?'), [first!, lead])).toBeUndefined();
});
