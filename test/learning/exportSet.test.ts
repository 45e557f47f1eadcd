import { describe, expect, it } from 'vitest';
import { SetQuestion } from '../../src/evaluation/question.ts';
import { toQuestions } from '../../src/learning/feedback/exportSet.ts';
import type { Feedback } from '../../src/learning/feedback/feedback.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { answered, judged, runLike, said } from './judged.ts';

const keys = new Map([
  ['d1', 'labels.md'],
  ['d2', 'prices.md'],
]);
const cited: Partial<RunDigest> = {
  ...answered,
  citations: [
    { documentKey: 'labels.md', quote: 'It holds for 21 days.' },
    { documentKey: 'labels.md', quote: 'It holds for 21 days.' },
  ],
};
const lineOf = (run: Partial<RunDigest>, ...feedback: Feedback[]) =>
  toQuestions([judged(runLike('r', run), ...feedback)], keys).questions[0];

describe('a question of the set', () => {
  it.each([
    [
      'a right answer: what it cites',
      cited,
      [said('CORRECT')],
      {
        expected: 'answer',
        answerable: true,
        answers: [],
        evidenceSentences: ['It holds for 21 days.'],
        relevantDocIds: ['labels.md'],
        type: 'judged-correct',
      },
    ],
    [
      'a right answer in better words',
      cited,
      [said('CORRECT', { answer: '21 days', documentIds: ['d2'] })],
      { expected: 'answer', answers: ['21 days'], evidenceSentences: [], relevantDocIds: ['prices.md'] },
    ],
    [
      'a wrong answer with the right one',
      cited,
      [said('WRONG', { answer: '21 days', documentIds: ['d1', 'gone'] })],
      {
        expected: 'answer',
        answerable: true,
        answers: ['21 days'],
        relevantDocIds: ['labels.md'],
        type: 'judged-wrong',
      },
    ],
    [
      'a refusal where a document tells',
      {},
      [said('SHOULD_HAVE_ANSWERED', { documentIds: ['d1'] })],
      {
        expected: 'retrieve',
        answerable: true,
        answers: [],
        relevantDocIds: ['labels.md'],
        type: 'should-have-answered',
      },
    ],
    [
      'an answer where there is none',
      cited,
      [said('SHOULD_HAVE_REFUSED')],
      { expected: 'abstain', answerable: false, relevantDocIds: [], type: 'should-have-refused' },
    ],
    ['a right refusal', {}, [said('CORRECT')], { expected: 'abstain', answerable: false, type: 'judged-correct' }],
    [
      'a right question back',
      { outcome: 'CLARIFICATION' },
      [said('CORRECT')],
      { expected: 'clarify', answerable: false },
    ],
    [
      'what most say',
      cited,
      [
        said('SHOULD_HAVE_REFUSED'),
        said('WRONG', { answer: 'no' }),
        said('WRONG', { answer: '21 days' }),
        said('CORRECT'),
      ],
      { expected: 'answer', answers: ['no', '21 days'], type: 'judged-wrong' },
    ],
  ] as const)('of %s', (_name, run, feedback, expected) => {
    const line = lineOf(run, ...feedback);
    expect(line).toMatchObject({ id: 'r', question: 'question of r', language: 'en', ...expected });
    expect(SetQuestion.safeParse(line).success).toBe(true);
  });

  it('is asked without its conversation', () => {
    expect(
      lineOf({ question: 'And then?', standalone: 'And then, after the label is void?' }, said('CORRECT'))?.question,
    ).toBe('And then, after the label is void?');
  });
});

it('counts what it leaves out; of questions that are the same the newest stays', () => {
  const { questions, leftOut } = toQuestions(
    [
      judged(runLike('new', { ...cited, question: 'How long?' }), said('CORRECT')),
      judged(runLike('old', { question: 'how LONG' }), said('CORRECT')),
      judged(runLike('tied', cited), said('CORRECT'), said('WRONG')),
      judged(runLike('unknown', cited), said('WRONG')),
      judged(runLike('lost', cited), said('WRONG', { documentIds: ['gone'] })),
    ],
    keys,
  );
  expect(questions.map(({ id }) => id)).toEqual(['new']);
  expect(leftOut).toEqual({ tied: 1, unknown: 2, repeated: 1 });
});
