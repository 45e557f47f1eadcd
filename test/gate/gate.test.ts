import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { questionOf, recordOf } from '../evaluation/records.ts';
import { compareGate, toRecorded, type GateRecord } from './compareGate.ts';
import { differing, drawQuestions, outcomesOf } from './drawnQuestions.ts';
import { gateFigures, gateNames } from './gateFigures.ts';
import { strawSystems } from './strawSystems.ts';

// Forty questions: twenty that are answered rightly, ten that are wanted and refused, ten that have no answer and are refused.
const questions = [
  ...Array.from({ length: 30 }, (_, index) =>
    questionOf({ id: `a${index}`, answers: [`fact ${index}`], relevantDocIds: [`d${index}`] }),
  ),
  ...Array.from({ length: 10 }, (_, index) => questionOf({ id: `n${index}`, expected: 'abstain', answerable: false })),
];
const records = questions.map(({ id, answers, relevantDocIds }, index) =>
  index < 20
    ? recordOf({ questionId: id, text: answers[0] ?? '', confidence: 0.9 - index / 100, retrieved: relevantDocIds })
    : recordOf({
        questionId: id,
        outcome: 'Abstention',
        text: '',
        confidence: 0.4 - index / 100,
        retrieved: ['other'],
      }),
);
const figures = gateFigures(questions, records);
const recorded = toRecorded(figures);
const regressed = (now: typeof figures) =>
  compareGate(recorded, now)
    .filter(({ passes }) => !passes)
    .map(({ name }) => name);

describe('the release gate', () => {
  it('passes what was recorded', () => {
    expect(figures).toMatchObject({
      right: { value: 0.5 },
      wrong: { value: 0 },
      'over-refused': { value: 0.25 },
      'found@screen': { value: 2 / 3 },
      utility: { value: 0.5 },
      'AUROC right': { value: 1 },
      'recall@5': { value: 2 / 3 },
    });
    expect(regressed(figures)).toEqual([]);
  });

  it('lets each figure lose one standard error in its own direction and no more', () => {
    for (const name of gateNames) {
      const { value, tolerance } = recorded[name];
      const worse = ['wrong', 'over-refused', 'ECE'].includes(name) ? 1 : -1;
      const at = (change: number) =>
        regressed({ ...figures, [name]: { ...figures[name], value: value + worse * change } });
      expect(at(tolerance)).toEqual([]);
      expect(at(tolerance + 0.001)).toEqual([name]);
      expect(at(-0.3)).toEqual([]);
    }
  });

  it.each(Object.entries(strawSystems))('does not pass %s', (_name, make) => {
    expect(regressed(gateFigures(questions, make(questions, records)))).not.toEqual([]);
  });

  it('draws the same questions for one state of the code, and others for another', () => {
    const idsOf = (state: string) => drawQuestions(questions, state, 5).map(({ id }) => id);
    expect(idsOf('00000001ffff')).toEqual(idsOf('00000001aaaa'));
    expect(idsOf('00000002ffff')).not.toEqual(idsOf('00000001ffff'));
    expect(new Set(idsOf('abcdef01')).size).toBe(5);
  });

  it('names each question that ended otherwise than was recorded', () => {
    const outcomes = outcomesOf(questions, records);
    expect(outcomes).toMatchObject({ a0: 'Answer RIGHT_ANSWER', a29: 'Abstention OVER_REFUSAL' });
    expect(differing(outcomes, outcomes)).toEqual([]);
    expect(differing({ ...outcomes, a0: 'Abstention OVER_REFUSAL' }, outcomes)).toEqual([
      'a0: Answer RIGHT_ANSWER, recorded as Abstention OVER_REFUSAL',
    ]);
    expect(differing({}, { a0: 'Answer RIGHT_ANSWER' })).toEqual(['a0: Answer RIGHT_ANSWER, recorded as nothing']);
  });

  it('has the outcome of every question written down, with the state that it belongs to', () => {
    const written = JSON.parse(readFileSync('test/golden/gate.json', 'utf8')) as GateRecord;
    expect(Object.keys(written.outcomes)).toHaveLength(written.questions);
    expect(written.state).toMatch(/^[0-9a-f]{16}$/);
  });

  it('has every figure written down, with a tolerance that follows from its interval', () => {
    const { figures: written } = JSON.parse(readFileSync('test/golden/gate.json', 'utf8')) as GateRecord;
    expect(Object.keys(written)).toEqual([...gateNames]);
    for (const {
      interval: [low, high],
      tolerance,
    } of Object.values(written))
      expect(tolerance).toBeCloseTo((high - low) / 3.92, 3);
  });
});
