import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import type { RecordedCandidate, RecordedSearch } from './run.ts';

/** One search as the run records it. What was read tells its ranks, scores and version; a candidate that was cut off tells its place and fused score alone. */
export function recordSearch(
  round: number,
  query: string,
  settings: RetrievalSettings,
  { passages, further, candidates }: Pick<Retrieval, 'passages' | 'further' | 'candidates'>,
  millis: number,
): RecordedSearch {
  const read = new Map([...passages, ...further].map((passage) => [passage.chunkId, passage]));
  return {
    round,
    query,
    settings,
    millis,
    candidates: candidates.map((candidate, position) => ({
      ...candidate,
      rank: position + 1,
      ...traceOf(read.get(candidate.chunkId)),
    })),
  };
}

function traceOf(passage: Passage | undefined): Omit<RecordedCandidate, 'chunkId' | 'documentKey' | 'score' | 'rank'> {
  const { vector, keyword, rerank } = passage?.trace ?? {};
  return {
    versionId: passage?.versionId ?? null,
    vectorRank: vector?.rank ?? null,
    vectorScore: vector?.rawScore ?? null,
    keywordRank: keyword?.rank ?? null,
    keywordScore: keyword?.rawScore ?? null,
    rerankScore: rerank?.score ?? null,
  };
}

/** The same searches with what a reranker made of their candidates: it reads after a search, and a run is recorded at its end. */
export function withRerankScores(
  searches: readonly RecordedSearch[],
  passages: readonly Passage[],
): readonly RecordedSearch[] {
  const scores = new Map(
    passages.flatMap(({ chunkId, trace }) => (trace.rerank ? [[chunkId, trace.rerank.score] as const] : [])),
  );
  if (scores.size === 0) return searches;
  return searches.map((search) => ({
    ...search,
    candidates: search.candidates.map((candidate) => ({
      ...candidate,
      rerankScore: scores.get(candidate.chunkId) ?? candidate.rerankScore,
    })),
  }));
}
