import { judgeRecords } from '../../src/evaluation/judge.ts';
import type { SetQuestion } from '../../src/evaluation/question.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { createRandom, shuffled } from '../../src/stats.ts';

/** By id: how the question ended, and how that was judged. Not the text or the confidence, whose last digits a processor may round otherwise. */
export type Outcomes = Readonly<Record<string, string>>;

export function outcomesOf(questions: readonly SetQuestion[], records: readonly RunRecord[]): Outcomes {
  return Object.fromEntries(
    judgeRecords(questions, records).map(({ question, record, verdict }) => [
      question.id,
      `${record.outcome} ${verdict}`,
    ]),
  );
}

/** @param state hexadecimal: the same draws the same */
export function drawQuestions(questions: readonly SetQuestion[], state: string, count: number): SetQuestion[] {
  return shuffled(questions, createRandom(Number.parseInt(state.slice(0, 8), 16))).slice(0, count);
}

/** One line for each question that ended otherwise than was recorded, or was never recorded. */
export function differing(recorded: Outcomes, now: Outcomes): string[] {
  return Object.entries(now)
    .filter(([id, outcome]) => recorded[id] !== outcome)
    .map(([id, outcome]) => `${id}: ${outcome}, recorded as ${recorded[id] ?? 'nothing'}`);
}
