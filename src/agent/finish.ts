import { noSignals } from '../confidence/computeSignals.ts';
import { scoreConfidence } from '../confidence/score.ts';
import type { OutcomeCore } from './outcome.ts';
import type { AskState } from './state.ts';

/**
 * What every outcome has, from the state at its end. The budget is measured here, so that it is the same in outcome and
 * run.
 */
export function finish(state: AskState): OutcomeCore {
  const { request, spent } = state;
  return {
    id: request.runId,
    question: request.asked,
    tier: state.tier,
    confidence: state.confidence ?? scoreConfidence(noSignals, request.preset.confidence),
    stopReason: state.stopReason ?? 'BELOW_GATE',
    citations: [],
    usage: {
      millis: Math.round((performance.now() - request.startedAt) * 100) / 100,
      rounds: state.rounds,
      ...spent,
      cost: null,
    },
    degraded: state.degraded,
  };
}
