import type { Passage } from '../retrieval/passage.ts';
import type { EvidenceState } from './evidence.ts';

/** Without a known word, only a passage nearer than this counts as found: nonsense lies at .6 to .9 of everything, a paraphrase nearer. */
const meaningDistance = 0.5;

/** No word of the question is known and nothing is near in meaning: there is nothing to refuse about, so the person is asked. */
export function touchesNothing(evidence: EvidenceState): boolean {
  if (evidence.keywordOrder.length > 0) return false;
  const nearest = Math.min(2, ...evidence.passages.map((passage) => 1 - (passage.trace.vector.rawScore ?? -1)));
  return nearest > meaningDistance;
}

/** A question of one or two content words that several documents serve may mean any of them. */
const fewWords = 2;
const severalDocuments = 3;
const comparable = 0.6;
/** ln 20: the question's rarest word stands in more than one chunk of twenty, so it names nothing in particular. */
const specificFrom = 3;
/** A pronoun that the question itself does not resolve. */
const dangling = /\b(?:it|this|that|they|them|these|those|he|she)\b/i;

/** Whether a short question names no thing that one document would be about. Codes and rare words name one, and so does a section that alone is headed by the question itself. */
export function isAmbiguous(evidence: EvidenceState): boolean {
  const top = evidence.passages[0];
  if (!top || evidence.idf.length === 0 || evidence.idf.length > fewWords) return false;
  const rarest = Math.max(...evidence.idf.map(([, weight]) => weight));
  if (rarest >= specificFrom && !(dangling.test(evidence.query) && evidence.idf.every(([lexeme]) => !/\d/.test(lexeme)))) return false;
  const headed = headedBy(evidence.query, evidence.passages);
  if (headed.size === 1 && headed.has(top.documentId)) return false;
  const rivals = evidence.passages.filter((passage) => passage.score >= comparable * top.score);
  return new Set(rivals.map((passage) => passage.documentId)).size >= severalDocuments;
}

/** Documents with "What is an API?" above a passage, as help centres head their sections. */
function headedBy(question: string, passages: readonly Passage[]): ReadonlySet<string> {
  const asked = wordsOf(question);
  const headed = passages.filter(({ documentTitle, sectionPath }) => [documentTitle, ...sectionPath].some((heading) => wordsOf(heading) === asked));
  return new Set(asked === '' ? [] : headed.map(({ documentId }) => documentId));
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).join(' ');
}
