import type { Passage } from '../retrieval/passage.ts';
import type { EvidenceState } from './evidence.ts';

/**
 * Passages of several searches as one list: the best of each in turn, each passage once, and one of those that say the same. What the confidence is computed from
 * stays that of the question itself, which is the first search of the first round: other wordings bring passages, never trust.
 */
export function mergeEvidence(before: EvidenceState, found: readonly EvidenceState[], topK: number): EvidenceState {
  const first = before.query === '' ? found[0] : before;
  if (!first) return before;
  const lists = before.query === '' ? found : [before, ...found];
  return { ...first, passages: interleave(lists.map((evidence) => evidence.passages)).slice(0, topK).map((passage, position) => ({ ...passage, rank: position + 1 })) };
}

function interleave(lists: readonly (readonly Passage[])[]): Passage[] {
  const seen = new Set<string>();
  const merged: Passage[] = [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let position = 0; position < longest; position += 1) {
    for (const list of lists) {
      const passage = list[position];
      const text = passage?.duplicateGroup ?? passage?.chunkId ?? '';
      if (!passage || seen.has(text)) continue;
      seen.add(text);
      merged.push(passage);
    }
  }
  return merged;
}
