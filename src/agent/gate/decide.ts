import { scoreOn } from '../../confidence/scale.ts';
import { scoreConfidence, withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { hopelessBelow } from '../evidence/judgeEvidence.ts';
import { isHeaded } from '../question/judgeQuestion.ts';
import { isRefinable } from '../question/refinements.ts';
import type { AskState, AskUpdate } from '../state.ts';
import { foundNothing, gateOf, refusedForConflict, mostUncertain } from './gate.ts';

type Decision = Pick<AskUpdate, 'verdict' | 'stopReason' | 'clarifyReason' | 'abstentionReason'>;

/** The gate. Thresholds and order are code: no model output is read here. */
export function decide(state: AskState): Decision {
  const value = state.confidence?.value ?? 0;
  if (state.evidence.curated.length > 0) return { verdict: 'CURATED', stopReason: 'CURATED_MATCH' };
  if (state.evidence.passages.length === 0 && state.stopReason === 'DEADLINE')
    return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  // What lies behind a filter is told as a next step, and never answered from: whoever set it wanted it.
  if (state.relaxable !== null && value < gateOf(state.request))
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (foundNothing(state))
    return hasRounds(state) && isRefinable('NO_HITS', state)
      ? { verdict: 'REFINE' }
      : { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return backTo(state, value) ?? (value >= gateOf(state.request) ? passed(state) : belowGate(state));
}

/** What has to be asked first, or is out of every document's reach. */
function backTo(state: AskState, value: number): Decision | undefined {
  const { preset } = state.request;
  if (!preset.asksBack) return undefined;
  if (state.plan?.kind === 'OUT_OF_SCOPE' && value < state.request.scale.confidentFrom)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'OUT_OF_SCOPE' };
  if (state.isBroad) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  // Passages about some burger are no answer about "this burger", but where a section has the question for its title.
  return state.unresolved !== null && !isHeaded(state.evidence) && value < state.request.scale.confidentFrom
    ? { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'UNRESOLVED' }
    : undefined;
}

function passed(state: AskState): Decision {
  if (isDisputed(state)) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  if (isStale(state)) return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'STALE_EVIDENCE' };
  return refusedForConflict(state) ?? { verdict: 'PASS', stopReason: state.stopReason ?? 'GATE_PASSED' };
}

function belowGate(state: AskState): Decision {
  if (state.stopReason === 'DEADLINE') return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  if (!state.request.preset.refines)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (state.rounds > 1 && !state.newEvidence)
    return { verdict: 'ABSTAIN', stopReason: 'NO_NEW_EVIDENCE', abstentionReason: 'WEAK_EVIDENCE' };
  return hasRounds(state)
    ? { verdict: 'REFINE' }
    : { verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT', abstentionReason: 'WEAK_EVIDENCE' };
}

function hasRounds({ rounds, request: { preset, budget } }: AskState): boolean {
  return preset.refines && rounds < budget.maxRounds;
}

/**
 * Two documents that say otherwise are shown as a conflict where it was found; else, and where more of them do, the
 * person says which is meant.
 */
function isDisputed({ rivals, conflicts }: AskState): boolean {
  return rivals.length > 2 || (rivals.length === 2 && conflicts.length === 0);
}

/** What holds now is asked, and all that would be answered with has ended or was replaced. */
function isStale({ plan, chosen, request: { preset, asOf } }: AskState): boolean {
  if (!preset.demandsFacts || plan?.time?.kind !== 'NOW' || chosen.length === 0) return false;
  return chosen.every(({ candidate: { passage } }) => passage.supersededBy !== null || hasEnded(passage, asOf));
}

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
