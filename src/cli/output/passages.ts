import { conditionText } from '../../agent/miss/missExplanation.ts';
import type { AppliedFilter } from '../../retrieval/filter.ts';
import {
  type ArmTrace,
  type Passage,
  type PassageTrace,
  type RetrievalSettings,
  distanceOf,
} from '../../retrieval/passage.ts';
import { clip, formatTable } from './table.ts';

/**
 * One row per passage: what each arm contributed, what else moved its score, and what a reranker did with it. The
 * vector part, keyword part and adjustments sum to the score.
 */
export function traceTable(passages: readonly Passage[], columns: number): string {
  const keyWidth = Math.max(18, Math.min(columns, 160) - 96);
  const rows = passages.map(({ rank, score, trace, documentKey }) => [
    String(rank),
    score.toFixed(4),
    ...armCells(trace.vector),
    trace.vector.contribution.toFixed(4),
    ...armCells(trace.keyword),
    trace.keyword.contribution.toFixed(4),
    adjustmentCell(trace),
    trace.rerank ? `#${trace.rerank.rankBefore} → ${trace.rerank.score.toFixed(3)}` : '–',
    clip(documentKey, keyWidth),
  ]);
  return formatTable(
    [
      { title: '#', align: 'right' },
      { title: 'score', align: 'right' },
      { title: 'vec #', align: 'right' },
      { title: 'cosine', align: 'right' },
      { title: 'part', align: 'right' },
      { title: 'key #', align: 'right' },
      { title: 'keyword', align: 'right' },
      { title: 'part', align: 'right' },
      { title: 'adjusted' },
      { title: 'reranked' },
      { title: 'document' },
    ],
    rows,
  );
}

/** The rank and raw score in an arm. */
export function armCells({ rank, rawScore }: ArmTrace): [string, string] {
  return [rank === null ? '–' : String(rank), rawScore === null ? '–' : rawScore.toFixed(3)];
}

function adjustmentCell({ adjustments }: PassageTrace): string {
  return (
    adjustments
      .map(({ kind, contribution }) => `${kind.toLowerCase()} ${contribution < 0 ? '' : '+'}${contribution.toFixed(4)}`)
      .join(', ') || '–'
  );
}

/** One line with the settings, and one with the conditions that the passages met. */
export function retrievalText(settings: RetrievalSettings, applied: readonly AppliedFilter[]): string {
  const { fusion, rrfK, vectorWeight, keywordWeight, vectorCandidates, keywordCandidates, maxDistance, topK, rerank } =
    settings;
  const formula = fusion === 'RRF' ? `RRF, k ${rrfK}` : fusion;
  const conditions = applied.map((condition) => conditionText(condition)).join('; ');
  return `Fusion: ${formula}; weights ${vectorWeight} : ${keywordWeight}; candidates ${vectorCandidates} + ${keywordCandidates}; distance up to ${maxDistance}; ${topK} kept; rerank ${rerank.toLowerCase()}\nLet through: ${conditions}`;
}

/** A passage with the names of schema/retrieval.graphql. */
export function passageJson(passage: Passage) {
  return {
    id: passage.chunkId,
    document: { id: passage.documentId, key: passage.documentKey, title: passage.documentTitle, url: passage.url },
    version: { id: passage.versionId, number: passage.versionNumber },
    text: passage.text,
    layout: passage.layout,
    sourceSpan: passage.sourceSpan,
    sectionPath: passage.sectionPath,
    rank: passage.rank,
    score: passage.score,
    trace: { distance: distanceOf(passage.trace), ...passage.trace },
    duplicates: passage.duplicates,
  };
}
