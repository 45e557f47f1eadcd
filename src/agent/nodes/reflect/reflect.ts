import { confidentFrom } from '../../../confidence/score.ts';
import type { Confidence, Tier } from '../../../confidence/signals.ts';
import { chooseSentences } from '../../../grounding/chooseSentences.ts';
import { expectedType } from '../../../grounding/answerType.ts';
import { findConflicts } from '../../../grounding/findConflicts.ts';
import { noFacts } from '../../../grounding/namedFacts.ts';
import { rivalAnswers } from '../../../grounding/rivalAnswers.ts';
import { unmetConditions } from '../../../grounding/unmetConditions.ts';
import { askModel, costOf } from '../../askModel.ts';
import { confidenceIn, foundNothing, gateOf, heldBelow, refusedForConflict, tierIn } from '../../gate.ts';
import { isAmbiguous } from '../../judgeQuestion.ts';
import type { Node, NodeContext } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { reflectionOf } from '../../reflectionOf.ts';
import { rankEvidence, sentenceSignals } from '../../sentenceEvidence.ts';
import type { Reflection } from '../../reflection.ts';
import type { AskState, AskUpdate, EvidenceState } from '../../state.ts';
import { reflectOutput } from './output.ts';
import { reflectPrompt } from './prompt.ts';

/** Passages that the model is shown: what does not stand in the best four is not what the answer would cite. */
const shownPassages = 4;

/** Signals, confidence, tier, conflicts; and the verdict: answer, try again, ask back or refuse. Decided in code; a model may only lower it. */
export function reflectNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { preset } = state.request;
    const ranked = await rankEvidence(parts.database, state.request.workspaceId, state.evidence, context.signal);
    const own = confidenceOf(state, state.evidence, sentenceSignals(ranked, state.evidence));
    const partSentences = await Promise.all(state.partEvidence.map((evidence) => rankEvidence(parts.database, state.request.workspaceId, evidence, context.signal)));
    const chosen = [...chooseSentences(ranked, new Map(state.evidence.idf)), ...partSentences.flatMap((sentences) => sentences.slice(0, 1))];
    const unmet = preset.demandsFacts ? unmetConditions(state.request.question, state.plan?.facts ?? noFacts, chosen) : [];
    const judgedByEvidence = withParts(state, own, partSentences);
    const confidence = unmet.length > 0 ? heldBelow(judgedByEvidence, gateOf(preset)) : judgedByEvidence;
    const rivals = preset.demandsFacts ? rivalAnswers(state.request.question, ranked) : [];
    const conflicts = preset.onConflict === 'IGNORE' ? [] : findConflicts(ranked, ['NUMBER', 'DATE'].includes(expectedType(state.request.question)));
    const tier = capped(tierIn(preset, confidence.value), conflicts.length > 0);
    const update: AskUpdate = { sentences: ranked, partSentences, rivals, unmet, conflicts, confidence, tier };
    const decided = decide({ ...state, ...update } as AskState);
    if (parts.reranker && wantsReranking(state, decided.verdict, tier)) {
      const reflection = reflectionOf({ ...state, ...update, verdict: 'RERANK' } as AskState, null);
      context.emit({ type: 'Reflected', confidence, tier, reflection });
      context.note({ confidence: confidence.value, tier, verdict: 'RERANK' });
      return { ...update, verdict: 'RERANK', reflections: [reflection] };
    }
    const { judgement, ...judged } = decided.verdict === 'PASS' && tier === 'UNCERTAIN' && preset.refines ? await judge(parts, state, context) : { judgement: null };
    const final = { ...update, ...decided, ...judged };
    const reflection = reflectionOf({ ...state, ...final } as AskState, judgement);
    context.emit({ type: 'Reflected', confidence, tier: final.tier as Tier, reflection });
    context.note({ confidence: confidence.value, signals: confidence.signals, tier: final.tier, verdict: final.verdict, stopReason: final.stopReason, conflicts: conflicts.length });
    return { ...final, reflections: [reflection] };
  };
}

/**
 * Whether the fused order leaves doubt that a reranker may end; asked before the model judges, as it would judge twice. Not for a question in parts:
 * a passage that a part found has that part's ranks, and raised to the top it would speak for the whole.
 */
function wantsReranking(state: AskState, verdict: AskUpdate['verdict'], tier: Tier): boolean {
  if (state.reranked || state.partEvidence.length > 0 || state.evidence.passages.length === 0) return false;
  switch (state.request.settings.rerank) {
    case 'NEVER': return false;
    case 'UNCERTAIN': return verdict === 'PASS' && tier === 'UNCERTAIN';
    case 'ALWAYS': return verdict === 'PASS' || verdict === 'REFINE' || verdict === 'ABSTAIN';
  }
}

function confidenceOf(state: AskState, evidence: EvidenceState, sentences: ReturnType<typeof sentenceSignals>): Confidence {
  return confidenceIn(state.request, evidence, sentences, state.degraded);
}

/**
 * A question that was searched in parts is as sure as its weakest part, and never CONFIDENT: that the parts were found does not
 * prove that they belong together.
 */
function withParts(state: AskState, own: Confidence, partSentences: AskState['partSentences']): Confidence {
  if (state.partEvidence.length === 0) return own;
  const each = state.partEvidence.map((evidence, position) => confidenceOf(state, evidence, sentenceSignals(partSentences[position] ?? [], evidence)));
  const weakest = Math.min(confidentFrom - 0.01, ...each.map((confidence) => confidence.value));
  return weakest <= own.value ? own : { ...own, value: weakest, display: Math.round(weakest * 1000) / 10 };
}

function capped(tier: Exclude<Tier, 'VERIFICATION_FAILED'>, conflicting: boolean): Tier {
  return conflicting && tier === 'CONFIDENT' ? 'UNCERTAIN' : tier;
}

/** The gate. Thresholds and order are code: no model output is read here. */
export function decide(state: AskState): Pick<AskUpdate, 'verdict' | 'stopReason' | 'clarifyReason' | 'abstentionReason'> {
  const { preset, budget } = state.request;
  const value = state.confidence?.value ?? 0;
  if (state.evidence.curated.length > 0) return { verdict: 'CURATED', stopReason: 'CURATED_MATCH' };
  if (state.evidence.passages.length === 0 && state.stopReason === 'DEADLINE') return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  if (foundNothing(state)) return { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' };
  // Told by fused scores, best first: after reranking they stand in another order, and it was told before.
  if (preset.asksBack && !state.reranked && isAmbiguous(state.evidence)) return { verdict: 'CLARIFY', stopReason: 'BELOW_GATE', clarifyReason: 'AMBIGUOUS' };
  // Passages about some burger are no answer about "this burger".
  if (preset.asksBack && state.unresolved !== null && value < confidentFrom) return { verdict: 'CLARIFY', stopReason: 'BELOW_GATE', clarifyReason: 'UNRESOLVED' };
  if (value >= gateOf(preset) && isDisputed(state)) return { verdict: 'CLARIFY', stopReason: 'BELOW_GATE', clarifyReason: 'AMBIGUOUS' };
  if (value >= gateOf(preset)) return refusedForConflict(state) ?? { verdict: 'PASS', stopReason: state.stopReason ?? 'GATE_PASSED' };
  if (state.stopReason === 'DEADLINE') return { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' };
  if (!preset.refines) return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
  if (state.rounds > 1 && !state.newEvidence) return { verdict: 'ABSTAIN', stopReason: 'NO_NEW_EVIDENCE', abstentionReason: 'WEAK_EVIDENCE' };
  if (state.rounds >= budget.maxRounds) return { verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT', abstentionReason: 'WEAK_EVIDENCE' };
  return { verdict: 'REFINE' };
}

/** Two documents that say otherwise are shown as a conflict where it was found; else, and where more of them do, the person says which is meant. */
function isDisputed({ rivals, conflicts }: AskState): boolean {
  return rivals.length > 2 || (rivals.length === 2 && conflicts.length === 0);
}

async function judge(parts: AgentParts, state: AskState, context: NodeContext): Promise<AskUpdate & { readonly judgement: Reflection['judgedByModel'] }> {
  const reply = await askModel(parts, state, context, reflectPrompt(state.request.question, state.evidence.passages.slice(0, shownPassages)), reflectOutput, 200);
  const judgement = reply.kind === 'VALUE' ? reply.value : null;
  if (judgement === null || judgement.answerable) return { ...costOf(reply), judgement };
  context.note({ missing: judgement.missing });
  return { ...costOf(reply), judgement, verdict: 'ABSTAIN', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };
}
