import { successorsFirst } from '../../grounding/conflicts/successors.ts';
import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';

/** Passages and characters of them that the model is shown, unless the preset has a context of its own. */
const shownPassages = 6;
const shownCharacters = 12_000;

/** The passages that an answer is made from: the first that have room; the first always has. */
export function contextOf(
  passages: readonly Passage[],
  preset: Pick<Preset, 'contextCharacters'>,
  settings: Pick<RetrievalSettings, 'topK'>,
): Passage[] {
  const [most, room] =
    preset.contextCharacters === null ? [shownPassages, shownCharacters] : [settings.topK, preset.contextCharacters];
  let characters = 0;
  return successorsFirst(passages)
    .slice(0, most)
    .filter((passage, position) => {
      characters += passage.text.length;
      return position === 0 || characters <= room;
    });
}
