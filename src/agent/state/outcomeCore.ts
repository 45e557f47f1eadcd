import { scoreConfidence } from '../../confidence/score.ts';
import { noSignals } from '../../confidence/signals.ts';
import type { AskState } from './askState.ts';
import type { OutcomeCore } from './outcome.ts';

/**
 * The fields that every outcome has, from the state at the end of the run. The usage is measured here, so that it is
 * the same in the outcome and in the recorded run.
 * @param last what the ending node has decided and the state does not hold yet
 */
export function finish(
  {
    request,
    searches,
    judged,
    decided,
    record,
  }: Pick<AskState, 'request' | 'searches' | 'judged' | 'decided' | 'record'>,
  last: Partial<Pick<OutcomeCore, 'tier' | 'stopReason' | 'degraded'>> = {},
): OutcomeCore {
  const { text, asked } = request.question;
  return {
    id: request.runId,
    question: asked.text,
    askedAs: text === asked.text ? null : text,
    tier: judged.tier,
    confidence: judged.confidence ?? scoreConfidence(noSignals, request.preset.confidence),
    stopReason: decided.stopReason ?? 'BELOW_GATE',
    citations: [],
    alternatives: [],
    usage: {
      millis: Math.round((performance.now() - request.startedAt) * 100) / 100,
      rounds: searches.rounds,
      ...record.spent,
      cost: null,
    },
    degraded: record.degraded,
    ...last,
  };
}
