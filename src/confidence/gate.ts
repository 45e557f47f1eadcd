import type { Confidence, Tier } from './signals.ts';
import { tierOn, type ConfidenceScale, gateOn, withGate, type Gate } from './scale.ts';
import { heldShare, uncertainFrom, withValue } from './score.ts';
import type { Preset } from '../retrieval/presets.ts';
import { gateDefault, type GateSetting } from '../workspaces/settings.ts';

/**
 * Scales a confidence so that even full certainty ends just below the gate. A mean over what one arm found may be
 * higher than over what both would have found, and evidence that leaves a condition unmet must never let an answer
 * pass. The value is scaled rather than cut so that it also ranks below other kinds of doubt and keeps its order.
 */
export function heldBelow(confidence: Confidence, gate: number): Confidence {
  return withValue(confidence, confidence.value * heldShare(gate));
}

/**
 * The confidence in the evidence regardless of unmet conditions: how near it is to an answer.
 * @param isHeld whether a condition is unmet, so that `confidence` is held below the gate
 */
export function unheldValue(confidence: Confidence | null, isHeld: boolean, judging: Judging): number {
  const value = confidence?.value ?? 0;
  const share = heldShare(gateOf(judging));
  return isHeld && share > 0 ? value / share : value;
}

/** What a request is judged by. */
interface Judging {
  readonly preset: Preset;
  readonly scale: Pick<ConfidenceScale, 'confidentFrom' | 'uncertainFrom'>;
}

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

/** The tier, with CONFIDENT lowered to UNCERTAIN: for an answer that a reader must check. */
export function uncertainAtMost(tier: Tier): Tier {
  return tier === 'CONFIDENT' ? 'UNCERTAIN' : tier;
}

/** A published recipe keeps the gate that it was published with, and a preset that always answers has no gate. */
const isMovable = ({ gate, confidence }: Preset) => gate === 'TIERS' && confidence === 'CANDOR';

/** What tops both arms of a published recipe (.92) is CONFIDENT, wherever a fit puts that of the product's own. */
const recipeConfidentFrom = 0.9;

/** The scale that a question is judged on, with the gate at the question's setting if the preset allows it. */
export function gatedScale(preset: Preset, scale: ConfidenceScale, setting: GateSetting): ConfidenceScale {
  if (isMovable(preset)) return withGate(scale, setting);
  if (preset.confidence === 'CANDOR') return scale;
  return { ...scale, confidentFrom: Math.min(scale.confidentFrom, recipeConfidentFrom) };
}

/** A question with the gate that it was given. */
interface Gated extends Judging {
  readonly scale: ConfidenceScale;
  readonly gate: GateSetting;
}

/** The gate of a question, as its run records it. */
export function recordedGate(judging: Gated): Gate {
  const { preset, scale, gate } = judging;
  const named = isMovable(preset) ? gateOn(scale, gate) : { caution: null, setTo: null };
  return { ...named, uncertainFrom: gateOf(judging) };
}

/** The gate setting for a replay of a run. A run from before gates were recorded had the product's default. */
export function settingOf(gate: Gate | null): GateSetting {
  return gate?.caution ?? gate?.setTo ?? gateDefault;
}
