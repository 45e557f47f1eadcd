import type { PresetName } from '../retrieval/passage.ts';

/** A preset as people write it: `FILTERED_RRF` is `filtered-rrf`. */
export function presetLabel(preset: PresetName): string {
  return preset.toLowerCase().replaceAll('_', '-');
}
