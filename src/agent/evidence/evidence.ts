import { groupCopies, fingerprint } from '../../knowledge/cut/nearDuplicates.ts';
import { defaultSearchConfig } from '../../knowledge/searchText.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';

/** The passages in hand, with what their confidence is computed from: one retrieval as plain data. */
export interface EvidenceState extends Omit<Retrieval, 'idf' | 'degraded' | 'timings'> {
  /** Weight of each lexeme of the question that was searched. */
  readonly idf: readonly (readonly [string, number])[];
  /** The text that was searched. */
  readonly query: string;
}

export const noEvidence: EvidenceState = {
  passages: [],
  further: [],
  candidates: [],
  vectorOrder: [],
  keywordOrder: [],
  idf: [],
  unknown: [],
  curated: [],
  searchConfig: defaultSearchConfig,
  query: '',
};

export function toEvidence(
  query: string,
  { passages, further, candidates, vectorOrder, keywordOrder, searchConfig, unknown, curated, idf }: Retrieval,
): EvidenceState {
  return {
    passages,
    further,
    candidates,
    vectorOrder,
    keywordOrder,
    searchConfig,
    unknown,
    curated,
    idf: [...idf],
    query,
  };
}

/**
 * Passages of several searches as one list: the best of each in turn, each passage once, and one of those that say the
 * same. What the confidence is computed from stays that of the question itself, which is the first search of the first
 * round: other wordings bring passages, never trust.
 */
export function mergeEvidence(before: EvidenceState, found: readonly EvidenceState[], topK: number): EvidenceState {
  const first = before.query === '' ? found[0] : before;
  if (!first) return before;
  const lists = before.query === '' ? found : [before, ...found];
  return {
    ...first,
    passages: interleave(lists.map((evidence) => evidence.passages))
      .slice(0, topK)
      .map((passage, position) => ({ ...passage, rank: position + 1 })),
  };
}

function interleave(lists: readonly (readonly Passage[])[]): Passage[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, position) => lists.flatMap((list) => list[position] ?? [])).flat();
  // A search knows the copies among its own hits; each search may have found another one of them.
  const texts = new Map(inTurn.map((passage) => [passage.chunkId, passage]));
  const leaders = groupCopies(
    [...texts.values()].map(({ chunkId, documentId, text }) => ({
      id: chunkId,
      documentId,
      text,
      bands: fingerprint(text).bands,
    })),
  );
  const seen = new Set<string>();
  return inTurn.filter(({ chunkId, duplicates }) => {
    const names = [leaders.get(chunkId) ?? chunkId, chunkId, ...duplicates.map((copy) => copy.chunkId)];
    const fresh = !names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return fresh;
  });
}
