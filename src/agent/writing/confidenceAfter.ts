import { scoreOn } from '../../confidence/scale.ts';
import { withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { gateOf, mostUncertain } from '../gate/gate.ts';
import type { AskState } from '../state.ts';

/**
 * The confidence with what the chat model found as one more signal. Two limits keep a model of any quality from harm: what passes the gate without it passes with it, as UNCERTAIN at
 * least; and what it alone lifts over the gate is never CONFIDENT, since small models always name some sentence. A condition that is not met holds the value as it is.
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
