import type { Passage, PassageTrace, PresetName } from '../../retrieval/passage.ts';
import { presets, type RetrievalOverrides } from '../../retrieval/presets.ts';
import { retrievedCount } from '../run/evaluationContext.ts';
import { presetLabel } from '../presetLabel.ts';

type Arm = keyof Pick<PassageTrace, 'vector' | 'keyword'>;

/** One way to retrieve that is measured beside the others, as a request to the product's own door. */
export interface ArmRow {
  readonly name: string;
  readonly preset: PresetName;
  readonly retrieval: RetrievalOverrides;
  /** Only what this arm returned, in its own order. */
  readonly arm?: Arm;
}

/** The most passages that the door gives: many documents have more than one among them. */
const topK = 50;
const alone: RetrievalOverrides = {
  topK,
  vectorCandidates: topK,
  keywordCandidates: topK,
  fusion: 'CONVEX',
  rerank: 'NEVER',
};
const reciprocal: RetrievalOverrides = { topK, fusion: 'RRF', rerank: 'NEVER' };

/** The two arms of the default preset, each alone, and fused in the two common ways. */
export const armsOfCandor: readonly ArmRow[] = [
  { name: 'vector arm', preset: 'CANDOR', retrieval: { ...alone, vectorWeight: 1, keywordWeight: 0 }, arm: 'vector' },
  { name: 'keyword arm', preset: 'CANDOR', retrieval: { ...alone, vectorWeight: 0, keywordWeight: 1 }, arm: 'keyword' },
  { name: 'RRF 1:1', preset: 'CANDOR', retrieval: { ...reciprocal, vectorWeight: 1, keywordWeight: 1 } },
  { name: 'RRF 3:1 keyword', preset: 'CANDOR', retrieval: { ...reciprocal, vectorWeight: 1, keywordWeight: 3 } },
];

/** A preset's retrieval as it ships, read deeper. */
export function presetRow(preset: PresetName): ArmRow {
  return { name: presetLabel(preset), preset, retrieval: { topK } };
}

/** Every row that the product answers: the arms, `candor`, then the other presets. */
export const allRows: readonly ArmRow[] = [
  ...armsOfCandor,
  presetRow('CANDOR'),
  ...Object.values(presets)
    .filter(({ name }) => name !== 'CANDOR')
    .map(({ name }) => presetRow(name)),
];

/**
 * Keys of documents by their best passage, each once, 30 at most. An arm alone keeps its own order, whatever else moved
 * the fused one; a weight of 0 still lets in what only the other arm found, which is cut.
 */
export function rankDocuments(passages: readonly Pick<Passage, 'documentKey' | 'trace'>[], arm?: Arm): string[] {
  const ranked = arm === undefined ? passages : inArm(passages, arm);
  return [...new Set(ranked.map(({ documentKey }) => documentKey))].slice(0, retrievedCount);
}

function inArm<Found extends Pick<Passage, 'trace'>>(passages: readonly Found[], arm: Arm): Found[] {
  return passages
    .flatMap((passage) => {
      const { rank } = passage.trace[arm];
      return rank === null ? [] : [{ passage, rank }];
    })
    .sort((left, right) => left.rank - right.rank)
    .map(({ passage }) => passage);
}
