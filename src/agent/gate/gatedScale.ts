import { gateOn, withGate, type ConfidenceScale, type Gate } from '../../confidence/scale.ts';
import type { Preset } from '../../retrieval/presets.ts';
import { gateDefault, type GateSetting } from '../../workspaces/gate.ts';
import { gateOf } from './gate.ts';
import type { ResolvedRequest } from '../state.ts';

/** A published recipe keeps the gate that it was published with, and one that always answers has none. */
const isMovable = ({ gate, confidence }: Preset) => gate === 'TIERS' && confidence === 'CANDOR';

/** What a question is judged on: the scale, with its gate where the question wants it. */
export function gatedScale(preset: Preset, scale: ConfidenceScale, setting: GateSetting): ConfidenceScale {
  return isMovable(preset) ? withGate(scale, setting) : scale;
}

/** The gate of a question, as its run tells it. */
export function recordedGate(request: Pick<ResolvedRequest, 'preset' | 'scale' | 'gate'>): Gate {
  const named = isMovable(request.preset) ? gateOn(request.scale, request.gate) : { caution: null, setTo: null };
  return { ...named, uncertainFrom: gateOf(request) };
}

/** What a repetition of a run is asked with. A run of before gates were recorded had the product's own. */
export function settingOf(gate: Gate | null): GateSetting {
  return gate?.caution ?? gate?.setTo ?? gateDefault;
}
