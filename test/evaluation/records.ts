import { SetQuestion } from '../../src/evaluation/question.ts';
import { emptyRecord, type RunRecord } from '../../src/evaluation/run/runRecord.ts';

export function questionOf(changes: Partial<SetQuestion>): SetQuestion {
  return { ...SetQuestion.parse({ id: 'q1', question: 'How?', expected: 'answer', answerable: true }), ...changes };
}

export function recordOf(changes: Partial<RunRecord>): RunRecord {
  return {
    ...emptyRecord,
    questionId: 'q1',
    preset: 'candor',
    outcome: 'Answer',
    tier: 'CONFIDENT',
    confidence: 0.9,
    stopReason: 'GATE_PASSED',
    text: 'text',
    rounds: 1,
    millis: 10,
    mode: 'EXTRACTIVE',
    ...changes,
  };
}
