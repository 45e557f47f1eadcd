import { computeSignals, type Confidence, type Tier } from '../../confidence/signals.ts';
import { scoreOn, tierOn, type ConfidenceScale, gateOn, withGate, type Gate } from '../../confidence/scale.ts';
import { heldShare, uncertainFrom, withValue } from '../../confidence/score.ts';
import { isOpen } from '../../grounding/conflicts/findConflicts.ts';
import { compared, type RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { type Degradation, type DegradedPart, displayScore } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';
import { gateDefault, type GateSetting } from '../../workspaces/settings.ts';
import { type EvidenceState, touchesNothing } from '../evidence/evidence.ts';
import type { AskState, AskUpdate } from '../node.ts';
import type { ResolvedRequest } from '../request.ts';

/**
 * The confidence in some evidence, by the preset's formula.
 * @param ranked its sentences, best first
 * @param isRead whether a reader read them
 * @param degraded what failed while it was searched
 */
export function confidenceIn(
  { preset, settings, scale }: Pick<ResolvedRequest, 'preset' | 'settings' | 'scale'>,
  { passages }: Pick<EvidenceState, 'passages'>,
  ranked: readonly RankedSentence[],
  isRead: boolean,
  degraded: readonly Degradation[],
): Confidence {
  const lostArm = degraded.some(({ part }) => arms.includes(part));
  const answers = ranked.slice(0, compared).map(({ features, share, candidate }) => ({
    features,
    share,
    documentId: candidate.passage.documentId,
  }));
  const signals = computeSignals({ passages, rrfK: settings.rrfK, lostArm, answers, isRead }, preset.confidence);
  const confidence = scoreOn(
    scale,
    signals,
    preset.confidence,
    passages.map((passage) => displayScore(passage) ?? 0),
  );
  return preset.confidence === 'AVERAGE' && lostArm ? heldBelow(confidence, gateOf({ preset, scale })) : confidence;
}

const arms: readonly DegradedPart[] = ['VECTOR_ARM', 'KEYWORD_ARM'];

/**
 * Scales a confidence so that even full certainty ends just below the gate. A mean over what one arm found may be
 * higher than over what both would have found, and evidence that leaves a condition unmet must never let an answer
 * pass. The value is scaled rather than cut so that it also ranks below other kinds of doubt and keeps its order.
 */
export function heldBelow(confidence: Confidence, gate: number): Confidence {
  return withValue(confidence, confidence.value * heldShare(gate));
}

/** The confidence in the evidence regardless of unmet conditions: how near it is to an answer. */
export function unheldValue({
  confidence,
  unmet,
  request,
}: Pick<AskState, 'confidence' | 'unmet' | 'request'>): number {
  const value = confidence?.value ?? 0;
  const share = heldShare(gateOf(request));
  return unmet.length > 0 && share > 0 ? value / share : value;
}

/** What a request is judged by. */
type Judging = Pick<ResolvedRequest, 'preset'> & {
  readonly scale: Pick<ConfidenceScale, 'confidentFrom' | 'uncertainFrom'>;
};

/** The confidence, 0..1, from which a question is answered. */
export function gateOf({ preset: { gate }, scale }: Judging): number {
  if (gate === 'ALWAYS') return 0;
  return gate === 'TIERS' ? scale.uncertainFrom : gate.averageFrom / 100;
}

/** The highest confidence of an answer that must never be CONFIDENT: just below where CONFIDENT begins. */
export function mostUncertain({ confidentFrom }: Pick<ConfidenceScale, 'confidentFrom'>): number {
  return confidentFrom - 0.01;
}

/**
 * The tier of a confidence. UNCERTAIN begins where the preset answers; a preset that always answers has the standard
 * tiers.
 */
export function tierIn(judging: Judging, value: number): Exclude<Tier, 'VERIFICATION_FAILED'> {
  return tierOn(value, judging.preset.gate === 'ALWAYS' ? uncertainFrom : gateOf(judging), judging.scale);
}

/** The same, but never CONFIDENT where documents contradict each other. */
export function cappedTier(
  judging: Judging,
  value: number,
  conflicting: boolean,
): Exclude<Tier, 'VERIFICATION_FAILED'> {
  const tier = tierIn(judging, value);
  return conflicting && tier === 'CONFIDENT' ? 'UNCERTAIN' : tier;
}

/**
 * Whether there is nothing to answer from, so that the user gets a clarifying question. What a score floor dropped was
 * found, and leads to a refusal instead.
 */
export function foundNothing({ evidence, request: { preset } }: AskState): boolean {
  if (evidence.passages.length === 0) return preset.scoreFloor === null || evidence.candidates.length === 0;
  return preset.asksBack && touchesNothing(evidence);
}

/**
 * The refusal of a preset that does not answer while the documents contradict each other; undefined if this does not
 * apply.
 */
export function refusedForConflict({
  conflicts,
  request: { preset },
}: AskState): Pick<AskUpdate, 'verdict' | 'stopReason' | 'abstentionReason'> | undefined {
  if (preset.onConflict !== 'ABSTAIN' || !conflicts.some(isOpen)) return undefined;
  return { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'CONFLICTING_EVIDENCE' };
}

/** The tier, with CONFIDENT lowered to UNCERTAIN: for an answer that a reader must check. */
export function uncertainAtMost(tier: Tier): Tier {
  return tier === 'CONFIDENT' ? 'UNCERTAIN' : tier;
}

/** A published recipe keeps the gate that it was published with, and a preset that always answers has no gate. */
const isMovable = ({ gate, confidence }: Preset) => gate === 'TIERS' && confidence === 'CANDOR';

/** The scale that a question is judged on, with the gate at the question's setting if the preset allows it. */
export function gatedScale(preset: Preset, scale: ConfidenceScale, setting: GateSetting): ConfidenceScale {
  return isMovable(preset) ? withGate(scale, setting) : scale;
}

/** The gate of a question, as its run records it. */
export function recordedGate(request: Pick<ResolvedRequest, 'preset' | 'scale' | 'gate'>): Gate {
  const named = isMovable(request.preset) ? gateOn(request.scale, request.gate) : { caution: null, setTo: null };
  return { ...named, uncertainFrom: gateOf(request) };
}

/** The gate setting for a replay of a run. A run from before gates were recorded had the product's default. */
export function settingOf(gate: Gate | null): GateSetting {
  return gate?.caution ?? gate?.setTo ?? gateDefault;
}
