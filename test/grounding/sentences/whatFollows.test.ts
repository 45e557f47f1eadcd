import { expect, test } from 'vitest';
import { chooseSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { analysed, passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

type Features = RankedSentence['features'];

/** The sentences of one passage in reading order; the best one by its place. */
function tell(text: string, best: number, features: readonly Features[] = []): RankedSentence[] {
  const all = analysed(passage(text)).map((candidate, at) => ({
    ...ranked(candidate.text, 'document-1'),
    candidate,
    features: features[at] ?? {},
    share: at === best ? 0.9 : 0.01,
  }));
  return all.toSorted((left, right) => right.share - left.share);
}
const answer = (question: string, sentences: readonly RankedSentence[]) =>
  chooseSentences(sentences, readQuestion(question)).map(({ candidate }) => candidate.text);

const vpn = 'Error 809 means that a firewall blocks it. Open two ports.\n\nError 691 means an old password. Change it.';
const pump = 'Code F75 shows a pump without pressure. The pump is bled below.';

const named: readonly Features[] = [{ given: 1 }, { given: 0 }, { given: 0 }, { given: 0 }];
test.each([
  ['its number alone', 'error 809', ['Error 809 means that a firewall blocks it.', 'Open two ports.']],
  ['what to do', 'I get error 809, what now?', ['Error 809 means that a firewall blocks it.', 'Open two ports.']],
  ['what it means', 'What does error 809 mean?', ['Error 809 means that a firewall blocks it.']],
])('the remedy of an error stands behind its cause, and none of another error: %s', (_what, question, told) => {
  expect(answer(question, tell(vpn, 0, named))).toEqual(told);
});

test('of what a code names, the sentence that answers is quoted, behind the one that has the code', () => {
  const printer = 'The label printer BP-4 costs 149 euros. The printer has a warranty of 24 months.';
  expect(answer("How long is the BP-4's warranty?", tell(printer, 1, [{ codes: 1 }, { codes: -1 }]))).toEqual([
    'The label printer BP-4 costs 149 euros.',
    'The printer has a warranty of 24 months.',
  ]);
});

test('the sentence with the code that is asked for comes before what is said of it', () => {
  expect(answer('F75', tell(pump, 1, [{ codes: 1 }, { codes: -1 }]))).toEqual([
    'Code F75 shows a pump without pressure.',
    'The pump is bled below.',
  ]);
});
