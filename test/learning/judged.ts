import type { Feedback, FeedbackVerdict, JudgedRun } from '../../src/learning/feedback/feedback.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { digestOf, feedbackFor } from '../support/fakeLearning.ts';

/** A run, by what its question and its best document are. */
export const runLike = (id: string, changes: Partial<RunDigest> = {}): RunDigest => ({
  ...digestOf(id),
  standalone: changes.question ?? `question of ${id}`,
  ...changes,
});

export const answered: Partial<RunDigest> = {
  outcome: 'ANSWER',
  tier: 'CONFIDENT',
  confidence: 0.9,
  stopReason: 'GATE_PASSED',
  mode: 'EXTRACTIVE',
  reason: null,
  reflection: { gap: 'NONE', requirements: [] },
};

export const said = (verdict: FeedbackVerdict, changes: Partial<Feedback> = {}): Feedback => ({
  ...feedbackFor('run'),
  verdict,
  documentIds: [],
  ...changes,
});

export const judged = (run: RunDigest, ...feedback: Feedback[]): JudgedRun => ({ run, feedback });
