import type { Feedback } from '../../learning/feedback/feedback.ts';
import type { QueuedRun } from '../../learning/feedback/labellingQueue.ts';

/** Without the key: who it was is told by "candor keys". */
export function feedbackJson({ givenBy: _givenBy, ...feedback }: Feedback) {
  return feedback;
}

export function queueJson({ run, distance, similarCount }: QueuedRun) {
  const { id, question, outcome, tier, stopReason, confidence, createdAt } = run;
  return {
    runId: id,
    question,
    outcome,
    tier,
    stopReason,
    confidenceValue: confidence,
    distance,
    similarCount,
    createdAt,
  };
}
