import { expect, test } from 'vitest';
import { chooseSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { decidingFirst } from '../../../src/grounding/sentences/whatFollows.ts';
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
const answer = (question: string, sentences: readonly RankedSentence[]) => {
  const first = decidingFirst(sentences, readQuestion(question));
  return [
    first[0]?.candidate.text,
    ...chooseSentences(first, readQuestion(question)).map(({ candidate }) => candidate.text),
  ];
};

const carry = 'Five days can be carried over. They must be taken by 31 March. They are never paid out.';
const request = 'A sabbatical can be requested. It is unpaid. The request must reach us by 30 June.';
const vpn = 'Error 809 means that a firewall blocks it. Open two ports.\n\nError 691 means an old password. Change it.';
const pump = 'Code F75 shows a pump without pressure. The pump is bled below.';

test.each([
  ['the deadline behind it', 'Until when can I use carried days?', carry, 'They must be taken by 31 March.'],
  ['two sentences on', 'By when must I request a sabbatical?', request, 'The request must reach us by 30 June.'],
  ['no deadline is asked for', 'Can days be carried over?', carry, 'Five days can be carried over.'],
  [
    'it has one itself',
    'Until when is it open?',
    'It is open until 5 May at noon. It closes by 6 June at noon.',
    'It is open until 5 May at noon.',
  ],
  [
    'an amount behind it',
    'How much is a new card?',
    'A lost card is replaced. It costs 12 euros.',
    'It costs 12 euros.',
  ],
  [
    'of another matter',
    'How much is a new card?',
    'A lost card is replaced. Parking costs 3 euros.',
    'A lost card is replaced.',
  ],
  [
    'in another paragraph',
    'Until when?',
    'Days can be carried over.\n\nThey end by 5 May.',
    'Days can be carried over.',
  ],
])('which sentence decides: %s', (_what, question, text, first) => {
  expect(answer(question, tell(text, 0))[0]).toBe(first);
});

const named: readonly Features[] = [{ given: 1 }, { given: 0 }, { given: 0 }, { given: 0 }];
test.each([
  ['its number alone', 'error 809', ['Error 809 means that a firewall blocks it.', 'Open two ports.']],
  ['what to do', 'I get error 809, what now?', ['Error 809 means that a firewall blocks it.', 'Open two ports.']],
  ['what it means', 'What does error 809 mean?', ['Error 809 means that a firewall blocks it.']],
])('the remedy of an error stands behind its cause, and none of another error: %s', (_what, question, told) => {
  expect(answer(question, tell(vpn, 0, named)).slice(1)).toEqual(told);
});

test('of what a code names, the sentence that answers is quoted, behind the one that has the code', () => {
  const printer = 'The label printer BP-4 costs 149 euros. The printer has a warranty of 24 months.';
  expect(answer("How long is the BP-4's warranty?", tell(printer, 1, [{ codes: 1 }, { codes: -1 }]))).toEqual([
    'The printer has a warranty of 24 months.',
    'The label printer BP-4 costs 149 euros.',
    'The printer has a warranty of 24 months.',
  ]);
});

test('the sentence with the code that is asked for comes before what is said of it', () => {
  expect(answer('F75', tell(pump, 1, [{ codes: 1 }, { codes: -1 }])).slice(1)).toEqual([
    'Code F75 shows a pump without pressure.',
    'The pump is bled below.',
  ]);
});
