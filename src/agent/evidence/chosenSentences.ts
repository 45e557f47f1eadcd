import { withWholeCode, withWholeProcedures, withHeadedStep } from '../../grounding/sentences/procedure.ts';
import { asksForProcedure } from '../../grounding/answerability/answerType.ts';
import { chooseSentences } from '../../grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { EvidenceState } from './evidence.ts';

/**
 * The sentences that a question would be answered with, what answers first: the shortest set that carries it, a
 * procedure or a block of code whole; of one in parts the best sentence of each part, and before them the best of the
 * whole where no part has it.
 * @param ofParts ranked sentences of each part; empty when it has none
 */
export function chosenSentences(
  ranked: readonly RankedSentence[],
  ofParts: readonly (readonly RankedSentence[])[],
  { idf, passages, query }: Pick<EvidenceState, 'idf' | 'passages' | 'query'>,
): RankedSentence[] {
  const weights = new Map(idf);
  const sentences = chooseSentences(ranked, weights);
  const whole = withWholeCode(
    asksForProcedure(query)
      ? withWholeProcedures(withHeadedStep(sentences, ranked, { query, idf: weights }))
      : sentences,
  );
  const best = ofParts.flatMap((sentences) => sentences.slice(0, 1));
  if (best.length < 2) return whole;
  const known = new Set(passages.map(({ chunkId }) => chunkId));
  const spans = new Set<string>();
  return [...ranked.slice(0, 1), ...best].filter(({ candidate }) => {
    const span = `${candidate.passage.versionId}:${candidate.sourceSpan.start}`;
    return known.has(candidate.passage.chunkId) && !spans.has(span) && Boolean(spans.add(span));
  });
}
