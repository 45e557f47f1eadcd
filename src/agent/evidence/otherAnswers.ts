import type { Citation, Conflict, Notice } from '../../grounding/claim.ts';
import { withLeadIn } from '../../grounding/place/leadIn.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { dissentersAmong } from '../../grounding/sentences/witnesses.ts';
import type { Question } from '../../retrieval/question/question.ts';
import { otherAnswerMessage } from '../speech/messages.ts';

/** A notice of each document that is cited because it answers differently. The sides of a conflict have none. */
export function otherAnswers(
  citations: readonly Pick<Citation, 'versionId' | 'sourceSpan'>[],
  question: Question,
  { sentences, conflicts }: { readonly sentences: readonly RankedSentence[]; readonly conflicts: readonly Conflict[] },
): Notice[] {
  const told = conflicts.flatMap(({ sides }) => sides.map(({ documentId }) => documentId));
  return dissentersAmong(sentences, question).flatMap(({ candidate }) => {
    const { passage, sourceSpan } = candidate;
    const { documentId, versionId, documentTitle } = passage;
    const isCited = citations.some(
      (citation) => citation.versionId === versionId && citation.sourceSpan.start === sourceSpan.start,
    );
    if (!isCited || told.includes(documentId)) return [];
    const quote = passage.text.slice(
      sourceSpan.start - passage.sourceSpan.start,
      sourceSpan.end - passage.sourceSpan.start,
    );
    const message = otherAnswerMessage(documentTitle, withLeadIn(candidate));
    return [{ kind: 'SOURCES_DIFFER' as const, message, documentId, versionId, quote, sourceSpan }];
  });
}
