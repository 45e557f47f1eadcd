import { scoreConfidence } from '../../confidence/score.ts';
import type { decide } from '../gate/decide.ts';
import { gateOf } from '../gate/gate.ts';
import { hopelessBelow } from '../evidence/judgeEvidence.ts';
import type { AskState } from '../state.ts';
import { confidenceAfter } from './confidenceAfter.ts';

/** Whether the chat model is asked for the answer before the gate decides: once a run, where there is an answer, or its pick would make one. */
export function wantsWriting(state: AskState, { verdict, abstentionReason }: ReturnType<typeof decide>): boolean {
  if (!mayWrite(state)) return false;
  return verdict === 'PASS' || (verdict === 'ABSTAIN' && abstentionReason === 'WEAK_EVIDENCE' && mayLift(state));
}

/**
 * Whether a pick of the model would carry the evidence over the gate. Under the floor of what is read at all it would not, and no condition that the evidence leaves unmet is overruled by
 * a model: there it costs no call.
 */
export function mayLift(state: AskState): boolean {
  const { confidence, unmet, request } = state;
  if (!mayWrite(state) || confidence === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return false;
  if (scoreConfidence(confidence.signals, 'CANDOR').value < hopelessBelow) return false;
  return (confidenceAfter(state, true)?.value ?? 0) >= gateOf(request);
}

function mayWrite({ request: { preset, budget }, written, sentences }: AskState): boolean {
  return preset.writes && budget.maxTokens > 0 && written === null && sentences.length > 0;
}
