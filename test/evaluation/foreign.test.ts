import { describe, expect, it } from 'vitest';
import { foreignQuestions } from '../../src/evaluation/question.ts';
import { questionOf } from './records.ts';

const own = [
  questionOf({ id: 'o1', question: 'How long do refunds take here?' }),
  questionOf({ id: 'o2', question: 'Which plan has a longer trial?' }),
];
const lent = (id: string, question: string, more = {}) =>
  questionOf({ id, question, relevantDocIds: ['x'], answers: ['yes'], ...more });
const many = Array.from({ length: 20 }, (_, index) =>
  lent(`m${index}`, `What is the height of tower number ${index}?`),
);
const draw = (others: readonly { name: string; questions: ReturnType<typeof lent>[] }[], limit = 10, seed = 1) =>
  foreignQuestions(own, others, { limit, seed });

describe('foreignQuestions', () => {
  it('makes a question of another set one that must be refused', () => {
    expect(draw([{ name: 'towers', questions: [lent('t1', 'How high is the tower of Pisa?')] }])).toEqual([
      questionOf({
        id: 'towers:t1',
        question: 'How high is the tower of Pisa?',
        type: 'off-corpus',
        expected: 'abstain',
        answerable: false,
      }),
    ]);
  });

  it('asks what only its conversation explains by the rewrite, or not at all', () => {
    const history = [{ role: 'user' as const, text: 'Tell me about the tower.' }];
    const drawn = draw([
      {
        name: 's',
        questions: [
          lent('a', 'And how high is it then?', { history }),
          lent('b', 'And how old is it then?', { history, standaloneQuestion: 'How old is the tower of Pisa?' }),
        ],
      },
    ]);
    expect(drawn).toMatchObject([{ id: 's:b', question: 'How old is the tower of Pisa?' }]);
    expect(drawn[0]?.history).toBeUndefined();
  });

  it.each([
    ['another language by its mark', lent('a', 'How high is it in the end?', { language: 'de' })],
    ['another language by its words', lent('a', 'Wie hoch ist der schiefe Turm von Pisa heute noch?')],
    [
      'what the other set cannot answer either',
      lent('a', 'How high is the tower of Pisa?', { answerable: false, expected: 'abstain' }),
    ],
    ['what this set asks itself', lent('a', 'how long do REFUNDS take here')],
  ])('leaves out %s', (_name, question) => {
    expect(draw([{ name: 's', questions: [question] }])).toEqual([]);
  });

  it('draws each other set alike, the same by the same seed and never more than there are', () => {
    const others = [
      { name: 'a', questions: many },
      { name: 'b', questions: many.slice(0, 3) },
    ];
    const ids = (limit: number, seed: number) => draw(others, limit, seed).map(({ id }) => id);
    expect(ids(6, 1).map((id) => id[0])).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(ids(6, 1)).toEqual(ids(6, 1));
    expect(ids(6, 1)).not.toEqual(ids(6, 2));
    expect(ids(99, 1)).toHaveLength(23);
  });
});
