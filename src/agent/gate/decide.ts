import { scoreOn } from '../../confidence/scale.ts';
import { hopelessBelow, scoreConfidence, withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { expectedType } from '../../grounding/answerability/answerType.ts';
import { holdsOrder } from '../../grounding/claims/orders.ts';
import { hasEnded } from '../../grounding/conflicts/successors.ts';
import { coversFact, listFacts, noFacts } from '../../grounding/reading/namedFacts.ts';
import { isHeaded } from '../evidence/evidence.ts';
import type { NodeContext, AskState, AskUpdate } from '../node.ts';
import { isRefinable } from '../question/refinements.ts';
import { foundNothing, gateOf, mostUncertain, refusedForConflict } from './gate.ts';
import type { Gap, Reflection, StalePassage, Verdict } from './reflection.ts';

type Decision = Pick<AskUpdate, 'verdict' | 'stopReason' | 'clarifyReason' | 'abstentionReason'>;

/** The gate. Thresholds and order are code: no model output is read here. */
export function decide(state: AskState): Decision {
  const value = state.confidence?.value ?? 0;
  if (state.evidence.curated.length > 0) return { verdict: 'CURATED', stopReason: 'CURATED_MATCH' };
  if (state.evidence.passages.length === 0 && state.stopReason === 'DEADLINE')
    return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  // What a filter excludes is offered as a next step and never used in an answer: the filter was set on purpose.
  if (state.relaxable !== null && value < gateOf(state.request))
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (foundNothing(state))
    return hasRounds(state) && isRefinable('NO_HITS', state)
      ? { verdict: 'REFINE' }
      : { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return backTo(state, value) ?? (value >= gateOf(state.request) ? passed(state) : belowGate(state));
}

/** The decision to ask a clarifying question first, or to refuse what no document could answer; undefined: neither. */
function backTo(state: AskState, value: number): Decision | undefined {
  const { preset } = state.request;
  if (!preset.asksBack) return undefined;
  if (state.plan?.kind === 'OUT_OF_SCOPE' && value < state.request.scale.confidentFrom)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'OUT_OF_SCOPE' };
  if (state.isBroad) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  // Passages about some burger do not answer a question about "this burger", unless a section has the question as its
  // title.
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
 * Whether the user has to say which answer is meant. Two documents that disagree are shown as a conflict if one was
 * found; otherwise, and if more than two disagree, the user is asked.
 */
function isDisputed({ rivals, conflicts }: AskState): boolean {
  return rivals.length > 2 || (rivals.length === 2 && conflicts.length === 0);
}

/** Whether the question is about the present, but everything that would form the answer has ended or was replaced. */
function isStale({ plan, chosen, request: { preset, asOf } }: AskState): boolean {
  if (!preset.demandsFacts || plan?.time?.kind !== 'NOW' || chosen.length === 0) return false;
  return chosen.every(({ candidate: { passage } }) => passage.supersededBy !== null || hasEnded(passage, asOf));
}

/**
 * Whether the chat model is asked for the answer before the gate decides: once per run, if there is an answer or the
 * model's pick would make one.
 */
export function wantsWriting(state: AskState, { verdict, abstentionReason }: ReturnType<typeof decide>): boolean {
  if (!mayWrite(state)) return false;
  return verdict === 'PASS' || (verdict === 'ABSTAIN' && abstentionReason === 'WEAK_EVIDENCE' && mayLift(state));
}

/**
 * Whether a pick by the model would lift the evidence over the gate. Evidence below the floor for reading cannot be
 * lifted, and a model may not overrule a condition that the evidence leaves unmet. In both cases no call is spent.
 */
export function mayLift(state: AskState): boolean {
  const { confidence, unmet, request } = state;
  if (!mayWrite(state) || confidence === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return false;
  if (scoreConfidence(confidence.signals, 'CANDOR').value < hopelessBelow) return false;
  return (confidenceAfter(state, true)?.value ?? 0) >= gateOf(request);
}

/** Of the log odds that a found answer adds, what "not stated" subtracts: a model may have missed it. */
const notStated = -2.5 / 3;

function mayWrite({ request: { preset, budget }, written, sentences }: AskState): boolean {
  return preset.writes && budget.maxTokens > 0 && written === null && sentences.length > 0;
}

/**
 * The confidence with what the chat model found as one more signal. Two limits keep a model of any quality from doing
 * harm. What passes the gate without the model also passes with it, at least as UNCERTAIN. What the model alone lifts
 * over the gate is never CONFIDENT, because small models always name some sentence. An unmet condition leaves the value
 * unchanged.
 */
export function confidenceAfter(
  { confidence, unmet, partEvidence, request }: Pick<AskState, 'confidence' | 'unmet' | 'partEvidence' | 'request'>,
  found: boolean | null,
): Confidence | null {
  if (confidence === null) return null;
  const signals = found === null ? confidence.signals : { ...confidence.signals, writerFound: found ? 1 : notStated };
  const { value } = confidence;
  if (found === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return withValue({ ...confidence, signals }, value);
  const told = scoreOn(request.scale, signals, 'CANDOR');
  const gate = gateOf(request);
  const passes = value >= gate;
  // Finding the parts of a question does not prove that they belong together.
  const most = passes && partEvidence.length === 0 ? 1 : Math.max(value, mostUncertain(request.scale));
  return withValue(
    told,
    found ? Math.max(value, Math.min(told.value, most)) : Math.min(value, Math.max(told.value, passes ? gate : 0)),
  );
}

/** Emits, logs and stores the judgement of a round. A round has a second one if a model was asked afterwards. */
export function reflected(
  final: AskUpdate,
  state: AskState,
  judgement: Reflection['judgedByModel'],
  context: NodeContext,
): AskUpdate {
  const after = { ...state, ...final } as AskState;
  const reflection = reflectionOf(after, judgement);
  const { confidence, tier, verdict, stopReason, conflicts } = after;
  if (confidence) context.emit({ type: 'Reflected', confidence, tier, reflection });
  context.note({
    confidence: confidence?.value,
    signals: confidence?.signals,
    tier,
    verdict,
    stopReason,
    conflicts: conflicts.length,
  });
  return { ...final, reflections: [reflection] };
}

/**
 * The judgement of the current round, as data.
 * @param judgedByModel what a model said, if one was asked
 */
function reflectionOf(state: AskState, judgedByModel: Reflection['judgedByModel']): Reflection {
  const { passages } = state.evidence;
  return {
    round: state.rounds,
    confidence: state.confidence?.value ?? 0,
    tier: state.tier,
    verdict: state.verdict,
    stopReason: goesOn.has(state.verdict) ? null : state.stopReason,
    requirements: listFacts(state.plan?.facts ?? noFacts).map((fact) => ({
      ...fact,
      coveredBy: passages.filter((passage) => coversFact(passage, fact)).map(({ chunkId }) => chunkId),
    })),
    expectedType: expectedType(state.request.question),
    answerTypePresent: hasType(state),
    candidates: state.rivals.map(({ candidate: { passage } }) => passage.sectionPath.at(-1) ?? passage.documentTitle),
    stale: stalePassages(state),
    conflicts: state.conflicts.length,
    suspicious: passages.filter(holdsOrder).map(({ chunkId }) => chunkId),
    gap: gapOf(state),
    judgedByModel,
  };
}

const goesOn: ReadonlySet<Verdict> = new Set<Verdict>(['REFINE', 'RERANK', 'WRITE']);

function stalePassages({ evidence, request }: AskState): StalePassage[] {
  return evidence.passages.flatMap((passage): StalePassage[] => {
    const { chunkId, supersededBy } = passage;
    if (supersededBy !== null) return [{ chunkId, reason: 'SUPERSEDED' }];
    return hasEnded(passage, request.askedAt) ? [{ chunkId, reason: 'EXPIRED' }] : [];
  });
}

/** Whether a sentence that would form the answer has something of the type that is asked for. */
function hasType({ chosen }: AskState): boolean {
  return chosen.some((sentence) => sentence.holdsType);
}

function gapOf(state: AskState): Gap {
  const { confidence, evidence, unmet, rivals, request } = state;
  const [first] = unmet;
  if (evidence.passages.length === 0) return 'NO_HITS';
  if (first) return first.kind;
  if (rivals.length > 1) return 'SEVERAL_FACTS';
  if ((confidence?.value ?? 0) >= gateOf(request)) return 'NONE';
  if (evidence.unknown.length > 0) return 'UNKNOWN_WORDS';
  return !hasType(state) ? 'MISSING_TYPE' : 'WEAK';
}
