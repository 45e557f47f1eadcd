import { Question } from '../../src/evaluation/question.ts';
import type { RunRecord } from '../../src/evaluation/runRecord.ts';

export function questionOf(changes: Partial<Question>): Question {
  return { ...Question.parse({ id: 'q1', question: 'How?', expected: 'answer', answerable: true }), ...changes };
}

export function recordOf(changes: Partial<RunRecord>): RunRecord {
  return {
    questionId: 'q1', preset: 'candor', outcome: 'Answer', tier: 'CONFIDENT', confidence: 0.9, signals: null, stopReason: 'GATE_PASSED', reason: null, text: 'text',
    citations: [], retrieved: [], rounds: 1, millis: 10, mode: 'EXTRACTIVE', conflictCount: 0, error: null, ...changes,
  };
}
