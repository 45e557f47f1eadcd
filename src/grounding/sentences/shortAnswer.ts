import type { Span } from '../../knowledge/document.ts';
import type { Citation } from '../claims/claim.ts';
import { asksForProcedure } from '../answerability/answerType.ts';
import type { RankedSentence } from './rankSentences.ts';

/**
 * The words that answer, as they stand in a cited source: `version.text.slice(sourceSpan.start, sourceSpan.end) ===
 * text`, always.
 */
export interface ShortAnswer {
  readonly text: string;
  readonly sourceSpan: Span;
  /** Number of the citation whose quote they stand in. */
  readonly citationNumber: number;
}

const asksYesOrNo = /^\W*(?:is|are|am|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\b/iu;
/**
 * Log odds by the reader from which its words are shown alone: below it the reader itself holds that the sentence does
 * not answer.
 */
const leastAnswer = 0;
/** More words are the sentence, not an answer to be read at a glance. */
const longest = 100;
const edges = /^[\s"'“”‘’(,.;:–—-]+|[\s"'“”‘’(,.;:–—-]+$/gu;

/**
 * The exact words of the best sentence that answer. Null where the answer is what to do, or yes or no; where no reader
 * found words in that sentence; and where the sentence is not cited.
 * @param ranked best first
 */
export function shortAnswerOf(
  question: string,
  ranked: readonly RankedSentence[],
  citations: readonly Citation[],
): ShortAnswer | null {
  const [best] = ranked;
  if (
    !best?.words ||
    (best.answers ?? -Infinity) < leastAnswer ||
    asksYesOrNo.test(question) ||
    asksForProcedure(question)
  )
    return null;
  const {
    words,
    candidate: { passage },
  } = best;
  const citation = citations.find(
    ({ versionId, sourceSpan }) =>
      versionId === passage.versionId && sourceSpan.start <= words.start && words.end <= sourceSpan.end,
  );
  if (!citation) return null;
  const text = citation.quote.slice(words.start - citation.sourceSpan.start, words.end - citation.sourceSpan.start);
  const kept = text.replaceAll(edges, '');
  const start = words.start + text.indexOf(kept);
  return kept === '' || kept.length > longest || kept.includes('\n')
    ? null
    : { text: kept, sourceSpan: { start, end: start + kept.length }, citationNumber: citation.number };
}
