import { describe, expect, it } from 'vitest';
import {
  contains,
  containsWords,
  holdsAnswer,
  isOnScreen,
  judge,
  refusedRightly,
  wordRecall,
  wouldBeRight,
  yardstickOf,
} from '../../src/evaluation/judge.ts';
import { SetQuestion } from '../../src/evaluation/question.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { questionOf, recordOf } from './records.ts';

const said = (text: string, changes: Partial<RunRecord> = {}) => recordOf({ text, ...changes });
const refused = (changes: Partial<RunRecord> = {}) => recordOf({ outcome: 'Abstention', tier: 'NO_MATCH', ...changes });

describe('contains', () => {
  it('ignores case, width, white space and citation marks', () => {
    expect(contains('The  fee is\n２０ EUR [1], paid', 'is 20 eur, paid')).toBe(true);
    expect(contains('anything', '  ')).toBe(false);
  });

  it('ignores inline marks of Markdown, which canonical text has none of', () => {
    expect(contains('It is rejected with a 403 Forbidden status.', '`403 Forbidden`')).toBe(true);
    expect(contains('Default: 0, meaning no limit', '**Default:** `0`, meaning no limit')).toBe(true);
    expect(contains('install the Quickstart first', 'the [Quickstart](https://example.org/a_b) first')).toBe(true);
    expect(contains('the limit is 5 * 3', 'the limit is 5 * 3')).toBe(true);
  });

  it('takes wrong answers only as whole words', () => {
    expect(contains('within 14 days', '4 days')).toBe(true);
    expect(containsWords('within 14 days', '4 days')).toBe(false);
    expect(containsWords('within 4 days.', '4 days')).toBe(true);
    expect(containsWords('costs $5 (net)', '$5 (net)')).toBe(true);
  });

  it('measures the share of words', () => {
    expect(wordRecall('the season is predictable', 'a predictable season')).toBeCloseTo(2 / 3);
    expect(wordRecall('x', '')).toBe(0);
  });
});

describe('judge', () => {
  it('wants the answer where there is one', () => {
    const question = questionOf({ answers: ['October 1973', '1973'] });
    expect(judge(question, said('It began in 1973. [1]'))).toBe('RIGHT_ANSWER');
    expect(judge(question, said('It began in 1974.'))).toBe('WRONG_ANSWER');
    expect(judge(question, refused())).toBe('OVER_REFUSAL');
    expect(judge(question, refused({ outcome: 'Clarification' }))).toBe('OVER_REFUSAL');
  });

  it('does not take the answer of another version along with the right one', () => {
    const question = questionOf({ answers: ['14 days'], wrongAnswers: ['30 days'] });
    expect(judge(question, said('14 days, formerly 30 days'))).toBe('WRONG_ANSWER');
    expect(judge(question, said('14 days'))).toBe('RIGHT_ANSWER');
  });

  it('wants every group, or all answers where the set says so', () => {
    const groups = questionOf({ answers: ['a'], answerGroups: [['red', 'crimson'], ['blue']] });
    expect(holdsAnswer(groups, said('crimson and blue'))).toBe(true);
    expect(holdsAnswer(groups, said('a red'))).toBe(false);
    const all = questionOf({ expected: 'answer-all-or-clarify', answers: ['one', 'two'], allAnswersRequired: true });
    expect(judge(all, said('one'))).toBe('WRONG_ANSWER');
    expect(judge(all, said('one or two'))).toBe('RIGHT_ANSWER');
    expect(judge(all, refused({ outcome: 'Clarification' }))).toBe('RIGHT_REFUSAL');
    expect(judge(all, refused())).toBe('OVER_REFUSAL');
  });

  it('wants a refusal where there is no answer', () => {
    const question = questionOf({ expected: 'abstain', answerable: false });
    expect(judge(question, refused())).toBe('RIGHT_REFUSAL');
    expect(judge(question, refused({ outcome: 'Clarification' }))).toBe('RIGHT_REFUSAL');
    expect(judge(question, said('something'))).toBe('WRONG_ANSWER');
  });

  it('takes an abstention in place of a question back as neither right nor harmful', () => {
    const question = questionOf({ expected: 'clarify', answerable: false });
    expect(judge(question, refused({ outcome: 'Clarification' }))).toBe('RIGHT_REFUSAL');
    expect(judge(question, refused())).toBe('OK_REFUSAL');
    expect(judge(question, said('something'))).toBe('WRONG_ANSWER');
  });

  it('tells a right abstention from a right question back', () => {
    const [off, vague] = [
      questionOf({ expected: 'abstain', answerable: false }),
      questionOf({ expected: 'clarify', answerable: false }),
    ];
    const tell = (question: SetQuestion, record: RunRecord) =>
      (['Abstention', 'Clarification'] as const).filter((as) => refusedRightly(judge(question, record), record, as));
    expect(tell(off, refused())).toEqual(['Abstention']);
    expect(tell(off, refused({ outcome: 'Clarification' }))).toEqual(['Clarification']);
    expect(tell(vague, refused())).toEqual([]);
    expect(tell(vague, refused({ outcome: 'Clarification' }))).toEqual(['Clarification']);
    expect(tell(questionOf({ answers: ['x'] }), refused())).toEqual([]);
  });

  it('takes both sides of a conflict, or a flag', () => {
    const question = questionOf({ expected: 'mention-conflict', answerGroups: [['30 kg'], ['25 kg']] });
    expect(judge(question, said('30 kg or 25 kg'))).toBe('RIGHT_ANSWER');
    expect(judge(question, said('30 kg', { conflictCount: 1 }))).toBe('RIGHT_ANSWER');
    expect(judge(question, said('30 kg'))).toBe('WRONG_ANSWER');
    expect(judge(question, refused({ reason: 'CONFLICTING_EVIDENCE' }))).toBe('OK_REFUSAL');
  });

  it('judges nothing on a fault and in retrieval sets', () => {
    expect(judge(questionOf({}), recordOf({ outcome: 'Fault' }))).toBe('NOT_JUDGED');
    expect(judge(questionOf({ expected: 'retrieve' }), said('x'))).toBe('NOT_JUDGED');
  });
});

describe('the first screen', () => {
  const beside = (...texts: string[]) => ({
    screen: texts.map((text) => ({ documentId: 'd2', text, opensAt: text.split('.')[0] ?? '' })),
  });

  it('holds an answer that is given or shown beside it, and no wording of a refusal', () => {
    const question = questionOf({ answers: ['72 hours'] });
    expect(isOnScreen(question, said('It is 72 hours.'))).toBe(true);
    expect(isOnScreen(question, said('It is free.', beside('Imports. Undo them within 72 hours.')))).toBe(true);
    expect(isOnScreen(question, refused(beside('Free.', 'Within 72 hours.')))).toBe(true);
    expect(isOnScreen(question, refused({ text: 'Nothing says 72 hours.' }))).toBe(false);
    expect(isOnScreen(question, refused(beside('Within 14 days.')))).toBe(false);
  });

  it('may spread what is asked for over its passages, but not one sentence of evidence', () => {
    const groups = questionOf({ answerGroups: [['red'], ['blue']] });
    expect(isOnScreen(groups, said('red', beside('blue')))).toBe(true);
    const essay = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const evidence = questionOf({ answers: [essay], evidenceSentences: ['one two three four'] });
    expect(isOnScreen(evidence, refused(beside('one two three four five')))).toBe(true);
    expect(isOnScreen(evidence, refused(beside('one two', 'three four')))).toBe(false);
    expect(isOnScreen(questionOf({ answers: [essay], relevantDocIds: ['d2'] }), refused(beside('x')))).toBe(true);
  });
});

describe('long references', () => {
  const essay = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

  it('are told by their evidence, else by the cited document', () => {
    const evidence = questionOf({ answers: [essay], evidenceSentences: ['The season is a predictable change .'] });
    expect(yardstickOf(evidence)).toBe('EVIDENCE');
    expect(holdsAnswer(evidence, said('Well: the season is a predictable change.'))).toBe(true);
    const cited = questionOf({ answers: [essay], relevantDocIds: ['d1'] });
    const citations = [{ documentId: 'd1', quote: 'q', start: 0, end: 1, status: 'SUPPORTED', valid: true }];
    expect(yardstickOf(cited)).toBe('CITATION');
    expect(holdsAnswer(cited, said('x', { citations }))).toBe(true);
    expect(holdsAnswer(cited, said('x'))).toBe(false);
  });
});

describe('wouldBeRight', () => {
  it('takes the best document for the answer that was not given', () => {
    const question = questionOf({ answers: ['x'], relevantDocIds: ['d1'] });
    expect(wouldBeRight(question, refused({ retrieved: ['d1', 'd2'] }))).toBe(true);
    expect(wouldBeRight(question, refused({ retrieved: ['d2', 'd1'] }))).toBe(false);
    expect(wouldBeRight({ ...question, expected: 'abstain', answerable: false }, refused({ retrieved: ['d1'] }))).toBe(
      false,
    );
    expect(wouldBeRight(question, said('x'))).toBe(true);
    expect(wouldBeRight(question, recordOf({ outcome: 'Fault' }))).toBeNull();
  });
});

describe('Question', () => {
  it('reads a line and refuses a corpus file outside the folder', () => {
    const line = { id: 'q', question: 'q?', expected: 'answer', answerable: true, asOf: '2024-03-01' };
    expect(SetQuestion.parse(line)).toMatchObject({ type: 'all', answers: [], asOf: new Date('2024-03-01') });
    expect(SetQuestion.safeParse({ ...line, corpusFile: '../secret.jsonl' }).success).toBe(false);
  });
});
