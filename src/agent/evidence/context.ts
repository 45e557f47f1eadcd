import { successorsFirst } from '../../grounding/editions/successors.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { ResolvedRequest } from '../state/request.ts';

/**
 * The sentences that may be cited: those of the evidence or, for a preset with its own context, those of that context.
 */
export function within(
  { preset, settings }: Pick<ResolvedRequest, 'preset' | 'settings'>,
  evidence: Pick<EvidenceState, 'passages'>,
  ranked: readonly RankedSentence[],
): readonly RankedSentence[] {
  const passages =
    preset.contextCharacters === null ? evidence.passages : contextOf(evidence.passages, preset, settings);
  const ids = new Set(passages.map(({ chunkId }) => chunkId));
  return ranked.filter(({ candidate }) => ids.has(candidate.passage.chunkId));
}

/** How many passages and characters the model is shown, unless the preset has its own context. */
const shownPassages = 6;
const shownCharacters = 12_000;

/** The passages that an answer is made from: the first ones for which there is room; the first one always has it. */
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
