import { gateOf } from '../agent/gate.ts';
import { shippedScale } from '../confidence/scale.ts';
import { presets } from '../retrieval/presets.ts';
import { presetLabel } from './presetLabel.ts';

/** The confidence from which a preset answers as it ships, by its label; null for a label that is no preset. An evaluation has no calibration of its own. */
export function gateOfLabel(label: string): number | null {
  const preset = Object.values(presets).find(({ name }) => presetLabel(name) === label);
  return preset ? gateOf({ preset, scale: shippedScale }) : null;
}
