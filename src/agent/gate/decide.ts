import { scoreOn } from '../../confidence/scale.ts';
import { hopelessBelow, scoreConfidence, withValue } from '../../confidence/score.ts';
import type { Confidence } from '../../confidence/signals.ts';
import { expectedType } from '../../retrieval/question/answerType.ts';
import { holdsOrder } from '../../grounding/injection/orders.ts';
import { hasEnded } from '../../grounding/editions/successors.ts';
import { coversFact, listFacts, noFacts } from '../../retrieval/question/namedFacts.ts';
import { isHeaded, touchesNothing } from '../evidence/evidence.ts';
import type { AskState } from '../state/askState.ts';
import type { NodeContext } from '../parts/parts.ts';
import { isRefinable } from '../question/refinements.ts';
import { gateOf, mostUncertain } from '../../confidence/gate.ts';
import type { Gap, Reflection, StalePassage, Verdict, Decided } from '../state/reflection.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { Conflict } from '../../grounding/claim.ts';
import { isOpen } from '../../grounding/answerability/findConflicts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { Searches } from '../state/search.ts';
import type { Judgement } from '../state/judgement.ts';
import type { Plan } from '../state/plan.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Passage } from '../../retrieval/passage.ts';

type Decision = Pick<Decided, 'verdict'> & Partial<Pick<Decided, 'stopReason' | 'clarifyReason' | 'abstentionReason'>>;

/** What the gate reads. */
type Decidable = Pick<AskState, 'request' | 'planned' | 'searches' | 'found' | 'judged' | 'decided'>;

/** The gate. Thresholds and order are code: no model output is read here. */
export function decide(state: Decidable): Decision {
  const { request, found, judged, decided } = state;
  const value = judged.confidence?.value ?? 0;
  if (found.evidence.curated.length > 0) return { verdict: 'CURATED', stopReason: 'CURATED_MATCH' };
  if (found.evidence.passages.length === 0 && decided.stopReason === 'DEADLINE')
    return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  // What a filter excludes is offered as a next step and never used in an answer: the filter was set on purpose.
  if (judged.relaxable !== null && value < gateOf(request))
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (foundNothing(found.evidence, request.preset))
    return hasRounds(request, state.searches) && isRefinable('NO_HITS', state)
      ? { verdict: 'REFINE' }
      : { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  return backTo(state, value) ?? (value >= gateOf(request) ? passed(state) : belowGate(state));
}

/**
 * Whether there is nothing to answer from, so that the user gets a clarifying question. What a score floor dropped was
 * found, and leads to a refusal instead.
 */
export function foundNothing(evidence: EvidenceState, preset: Preset): boolean {
  if (evidence.passages.length === 0) return preset.scoreFloor === null || evidence.candidates.length === 0;
  return preset.asksBack && touchesNothing(evidence);
}

/**
 * The refusal of a preset that does not answer while the documents contradict each other; undefined if this does not
 * apply.
 */
function refusedForConflict(conflicts: readonly Conflict[], preset: Preset): Decision | undefined {
  if (preset.onConflict !== 'ABSTAIN' || !conflicts.some(isOpen)) return undefined;
  return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'CONFLICTING_EVIDENCE' };
}

/** The decision to ask a clarifying question first, or to refuse what no document could answer; undefined: neither. */
function backTo({ request, planned, found, judged }: Decidable, value: number): Decision | undefined {
  if (!request.preset.asksBack) return undefined;
  const isSure = value >= request.scale.confidentFrom;
  if (planned.plan?.kind === 'OUT_OF_SCOPE' && !isSure)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'OUT_OF_SCOPE' };
  if (judged.isBroad) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  // Passages about some burger do not answer a question about "this burger", unless a section has the question as its
  // title.
  return planned.unresolved !== null && !isHeaded(found.evidence) && !isSure
    ? { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'UNRESOLVED' }
    : undefined;
}

function passed({ request, planned, judged, decided }: Decidable): Decision {
  if (isDisputed(judged)) return { verdict: 'CLARIFY', stopReason: 'ASKED_BACK', clarifyReason: 'AMBIGUOUS' };
  if (isStale(request, planned.plan, judged.chosen))
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'STALE_EVIDENCE' };
  return (
    refusedForConflict(judged.conflicts, request.preset) ?? {
      verdict: 'PASS',
      stopReason: decided.stopReason ?? 'GATE_PASSED',
    }
  );
}

function belowGate({ request, searches, found, decided }: Decidable): Decision {
  if (decided.stopReason === 'DEADLINE') return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  if (!request.preset.refines)
    return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (searches.rounds > 1 && !found.newEvidence)
    return { verdict: 'ABSTAIN', stopReason: 'NO_NEW_EVIDENCE', abstentionReason: 'WEAK_EVIDENCE' };
  return hasRounds(request, searches)
    ? { verdict: 'REFINE' }
    : { verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT', abstentionReason: 'WEAK_EVIDENCE' };
}

function hasRounds({ preset, budget }: ResolvedRequest, { rounds }: Searches): boolean {
  return preset.refines && rounds < budget.maxRounds;
}

/**
 * Whether the user has to say which answer is meant. Two documents that disagree are shown as a conflict if one was
 * found; otherwise, and if more than two disagree, the user is asked.
 */
function isDisputed({ rivals, conflicts }: Judgement): boolean {
  return rivals.length > 2 || (rivals.length === 2 && conflicts.length === 0);
}

/** Whether the question is about the present, but everything that would form the answer has ended or was replaced. */
function isStale({ preset, asOf }: ResolvedRequest, plan: Plan | null, chosen: readonly RankedSentence[]): boolean {
  if (!preset.demandsFacts || plan?.time?.kind !== 'NOW' || chosen.length === 0) return false;
  return chosen.every(({ candidate: { passage } }) => passage.supersededBy !== null || hasEnded(passage, asOf));
}

/**
 * Whether the chat model is asked for the answer before the gate decides: once per run, if there is an answer or the
 * model's pick would make one.
 */
export function wantsWriting(state: Lifting, { verdict, abstentionReason }: Decision): boolean {
  if (!mayWrite(state)) return false;
  return verdict === 'PASS' || (verdict === 'ABSTAIN' && abstentionReason === 'WEAK_EVIDENCE' && mayLift(state));
}

/**
 * Whether a pick by the model would lift the evidence over the gate. Evidence below the floor for reading cannot be
 * lifted, and a model may not overrule a condition that the evidence leaves unmet. In both cases no call is spent.
 */
export function mayLift(state: Lifting): boolean {
  const { request, judged } = state;
  const { confidence, unmet } = judged;
  if (!mayWrite(state) || confidence === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return false;
  if (scoreConfidence(confidence.signals, 'CANDOR').value < hopelessBelow) return false;
  return (confidenceAfter(state, true)?.value ?? 0) >= gateOf(request);
}

/** The decision about an answer of which nothing is proven. */
export const verificationFailed = {
  verdict: 'ABSTAIN',
  stopReason: 'VERIFICATION_FAILED',
  abstentionReason: 'VERIFICATION_FAILED',
} as const;

/** What decides whether a chat model is asked. */
type Lifting = Pick<AskState, 'request' | 'found' | 'judged' | 'drafted'>;

/** Of the log odds that a found answer adds, what "not stated" subtracts: a model may have missed it. */
const notStated = -2.5 / 3;

function mayWrite({ request: { preset, budget }, drafted, judged }: Lifting): boolean {
  return preset.writes && budget.maxTokens > 0 && drafted.written === null && judged.sentences.length > 0;
}

/**
 * The confidence with what the chat model found as one more signal. Two limits keep a model of any quality from doing
 * harm. What passes the gate without the model also passes with it, at least as UNCERTAIN. What the model alone lifts
 * over the gate is never CONFIDENT, because small models always name some sentence. An unmet condition leaves the value
 * unchanged.
 * @param isProven whether all that it wrote is: of a model whose claims are refused, no answer becomes CONFIDENT
 */
export function confidenceAfter(
  { request, found: { partEvidence }, judged: { confidence, unmet } }: Pick<AskState, 'request' | 'found' | 'judged'>,
  found: boolean | null,
  isProven = true,
): Confidence | null {
  if (confidence === null) return null;
  const signals = found === null ? confidence.signals : { ...confidence.signals, writerFound: found ? 1 : notStated };
  const { value } = confidence;
  if (found === null || unmet.length > 0 || request.preset.confidence !== 'CANDOR')
    return withValue({ ...confidence, signals }, value);
  const rescored = scoreOn(request.scale, signals, 'CANDOR');
  const gate = gateOf(request);
  const passes = value >= gate;
  // Finding the parts of a question does not prove that they belong together.
  const most = passes && isProven && partEvidence.length === 0 ? 1 : Math.max(value, mostUncertain(request.scale));
  return withValue(
    rescored,
    found
      ? Math.max(value, Math.min(rescored.value, most))
      : Math.min(value, Math.max(rescored.value, passes ? gate : 0)),
  );
}

/** Emits, logs and stores the judgement of a round. A round has a second one if a model was asked afterwards. */
export function reflected(
  state: Decidable,
  decision: Decision,
  judgement: Reflection['judgedByModel'],
  context: NodeContext,
): Partial<Decided> {
  const decided = { ...state.decided, ...decision };
  const reflection = reflectionOf({ ...state, decided }, judgement);
  const { verdict, stopReason } = decided;
  const { confidence, tier, conflicts } = state.judged;
  if (confidence) context.emit({ type: 'Reflected', confidence, tier, reflection });
  context.note({
    confidence: confidence?.value,
    signals: confidence?.signals,
    tier,
    verdict,
    stopReason,
    conflicts: conflicts.length,
  });
  return { ...decision, reflections: [reflection] };
}

/**
 * The judgement of the current round, as data.
 * @param judgedByModel what a model said, if one was asked
 */
function reflectionOf(state: Decidable, judgedByModel: Reflection['judgedByModel']): Reflection {
  const { request, planned, searches, judged, decided } = state;
  const { passages } = state.found.evidence;
  return {
    round: searches.rounds,
    confidence: judged.confidence?.value ?? 0,
    tier: judged.tier,
    verdict: decided.verdict,
    stopReason: goesOn.has(decided.verdict) ? null : decided.stopReason,
    requirements: listFacts(planned.plan?.facts ?? noFacts).map((fact) => ({
      ...fact,
      coveredBy: passages.filter((passage) => coversFact(passage, fact)).map(({ chunkId }) => chunkId),
    })),
    expectedType: expectedType(request.question),
    answerTypePresent: hasType(judged),
    candidates: judged.rivals.map(({ candidate: { passage } }) => passage.sectionPath.at(-1) ?? passage.documentTitle),
    stale: stalePassages(passages, request.askedAt),
    conflicts: judged.conflicts.length,
    suspicious: passages.filter(holdsOrder).map(({ chunkId }) => chunkId),
    gap: gapOf(state),
    judgedByModel,
  };
}

const goesOn: ReadonlySet<Verdict> = new Set<Verdict>(['REFINE', 'RERANK', 'WRITE']);

function stalePassages(passages: readonly Passage[], askedAt: Date): StalePassage[] {
  return passages.flatMap((passage): StalePassage[] => {
    const { chunkId, supersededBy } = passage;
    if (supersededBy !== null) return [{ chunkId, reason: 'SUPERSEDED' }];
    return hasEnded(passage, askedAt) ? [{ chunkId, reason: 'EXPIRED' }] : [];
  });
}

/** Whether a sentence that would form the answer has something of the type that is asked for. */
function hasType({ chosen }: Judgement): boolean {
  return chosen.some((sentence) => sentence.holdsType);
}

function gapOf({ request, found: { evidence }, judged }: Decidable): Gap {
  const { confidence, unmet, rivals } = judged;
  const [first] = unmet;
  if (evidence.passages.length === 0) return 'NO_HITS';
  if (first) return first.kind;
  if (rivals.length > 1) return 'SEVERAL_FACTS';
  if ((confidence?.value ?? 0) >= gateOf(request)) return 'NONE';
  if (evidence.unknown.length > 0) return 'UNKNOWN_WORDS';
  return !hasType(judged) ? 'MISSING_TYPE' : 'WEAK';
}
