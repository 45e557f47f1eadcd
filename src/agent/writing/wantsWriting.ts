import { scoreOn } from '../../confidence/scale.ts';
import { scoreConfidence, withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { hopelessBelow } from '../evidence/judgeEvidence.ts';
import type { decide } from '../gate/decide.ts';
import { gateOf, mostUncertain } from '../gate/gate.ts';
import type { AskState } from '../state.ts';

/**
 * Whether the chat model is asked for the answer before the gate decides: once a run, where there is an answer, or its
 * pick would make one.
 */
export function wantsWriting(state: AskState, { verdict, abstentionReason }: ReturnType<typeof decide>): boolean {
  if (!mayWrite(state)) return false;
  return verdict === 'PASS' || (verdict === 'ABSTAIN' && abstentionReason === 'WEAK_EVIDENCE' && mayLift(state));
}

/**
 * Whether a pick of the model would carry the evidence over the gate. Under the floor of what is read at all it would
 * not, and no condition that the evidence leaves unmet is overruled by a model: there it costs no call.
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

/**
 * The confidence with what the chat model found as one more signal. Two limits keep a model of any quality from harm:
 * what passes the gate without it passes with it, as UNCERTAIN at least; and what it alone lifts over the gate is never
 * CONFIDENT, since small models always name some sentence. A condition that is not met holds the value as it is.
 */
export function confidenceAfter(
  { confidence, unmet, partEvidence, request }: Pick<AskState, 'confidence' | 'unmet' | 'partEvidence' | 'request'>,
  found: boolean | null,
): Confidence | null {
  if (confidence === null) return null;
  const signals = { ...confidence.signals, writerFound: found };
  const { value } = confidence;
  if (found === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return withValue({ ...confidence, signals }, value);
  const told = scoreOn(request.scale, signals, 'CANDOR');
  const gate = gateOf(request);
  const passes = value >= gate;
  // That the parts of a question were found does not prove that they belong together.
  const most = passes && partEvidence.length === 0 ? 1 : Math.max(value, mostUncertain(request.scale));
  return withValue(
    told,
    found ? Math.max(value, Math.min(told.value, most)) : Math.min(value, Math.max(told.value, passes ? gate : 0)),
  );
}
