/** What the documents say otherwise than the answer: of another time, or in another document. */
import type { Citation, Notice } from '../../grounding/claim.ts';
import { withLeadIn } from '../../grounding/place/leadIn.ts';
import { asDraft } from '../../grounding/sentences/candidates.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { asksForEarlier, isEarlier, isQuotedMail, tellsPast } from '../../grounding/sentences/times.ts';
import { earlierMailMessage, earlierTimeMessage, otherAnswerMessage, saidEarlierMessage } from '../speech/messages.ts';
import type { Judgement } from '../state/judgement.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** What a reader must hold of a sentence for it to say otherwise, in logits: that it answers, beside a better one in its stretch, or nearly as well as the best one. */
const answers = -0.5;
const nearly = 1;

/**
 * Reports that the answer stands in an earlier mail which another one quotes, or is of another time than is asked for;
 * otherwise, that such a sentence says something else of what is asked.
 * @param sentences best first
 */
export function earlierNotices(
  question: Question,
  sentences: readonly RankedSentence[],
  citations: readonly Pick<Citation, 'versionId' | 'sourceSpan'>[],
): Notice[] {
  const isCited = ({ candidate }: RankedSentence) =>
    citations.some(
      ({ versionId, sourceSpan }) =>
        versionId === candidate.passage.versionId &&
        sourceSpan.start <= candidate.sourceSpan.start &&
        sourceSpan.end >= candidate.sourceSpan.end,
    );
  const earlier = sentences.filter(({ candidate }) => isEarlier(candidate));
  const cited = earlier.find(isCited);
  if (cited && isQuotedMail(cited.candidate)) return [noticeOf(cited, earlierMailMessage(titleOf(cited)))];
  if (asksForEarlier(question)) return [];
  if (cited) return [noticeOf(cited, earlierTimeMessage(withLeadIn(cited.candidate)))];
  const [best] = sentences;
  const others = best ? earlier.filter((sentence) => saysNearly(sentence, best)) : [];
  const other = others.find(({ candidate }) => tellsPast(candidate.text)) ?? others[0];
  return other ? [noticeOf(other, saidEarlierMessage(withLeadIn(other.candidate), quotedBy(other)))] : [];
}

const saysNearly = (sentence: RankedSentence, best: RankedSentence): boolean =>
  sentence.answers !== null && best.answers !== null && sentence.answers >= Math.min(answers, best.answers - nearly);
const titleOf = ({ candidate: { passage } }: RankedSentence): string => passage.documentTitle || passage.documentKey;
const quotedBy = (sentence: RankedSentence) => (isQuotedMail(sentence.candidate) ? titleOf(sentence) : null);

function noticeOf({ candidate: { passage, text, sourceSpan } }: RankedSentence, message: string): Notice {
  return {
    kind: 'SAID_EARLIER',
    message,
    documentId: passage.documentId,
    versionId: passage.versionId,
    quote: text,
    sourceSpan,
  };
}

/** A notice of each document that is cited because it answers differently. The sides of a conflict have none. */
export function otherAnswers(
  citations: readonly Pick<Citation, 'versionId' | 'sourceSpan'>[],
  { dissenters, conflicts }: Pick<Judgement, 'dissenters' | 'conflicts'>,
): Notice[] {
  const told = conflicts.flatMap(({ sides }) => sides.map(({ documentId }) => documentId));
  return dissenters.flatMap(({ candidate }) => {
    const { documentId, versionId, documentTitle } = candidate.passage;
    const { sourceSpan } = candidate;
    const isCited = citations.some(
      (citation) => citation.versionId === versionId && citation.sourceSpan.start === sourceSpan.start,
    );
    if (!isCited || told.includes(documentId)) return [];
    const message = otherAnswerMessage(documentTitle, withLeadIn(candidate));
    const { quote } = asDraft(candidate);
    return [{ kind: 'SOURCES_DIFFER' as const, message, documentId, versionId, quote, sourceSpan }];
  });
}
