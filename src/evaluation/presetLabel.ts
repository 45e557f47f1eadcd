import type { PresetName } from '../retrieval/passage.ts';
import { gateOf, gatedScale } from '../agent/gate/gate.ts';
import { shippedScale } from '../confidence/scale.ts';
import { presets } from '../retrieval/presets.ts';
import { gateDefault, type Caution } from '../workspaces/gate.ts';

/** A preset as people write it: `FILTERED_RRF` is `filtered-rrf`. */
export function presetLabel(preset: PresetName): string {
  return preset.toLowerCase().replaceAll('_', '-');
}

/**
 * The confidence from which a preset answers as it ships, by its label; null for a label that is no preset. An
 * evaluation has no calibration of its own.
 */
export function gateOfLabel(label: string, caution: Caution = gateDefault): number | null {
  const preset = Object.values(presets).find(({ name }) => presetLabel(name) === label);
  return preset ? gateOf({ preset, scale: gatedScale(preset, shippedScale, caution) }) : null;
}
