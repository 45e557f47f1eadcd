import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { foundNothing, gateOf, refusedForConflict } from './gate.ts';
import { isHeaded } from '../question/judgeQuestion.ts';
import { isRefinable } from '../question/refinements.ts';
import type { AskState, AskUpdate } from '../state.ts';

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
