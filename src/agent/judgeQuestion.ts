import type { EvidenceState } from './state.ts';

/** Without a known word, only a passage nearer than this counts as found: nonsense lies at .6 to .9 of everything, a paraphrase nearer. */
const meaningDistance = 0.5;

/** No word of the question is known and nothing is near in meaning: there is nothing to refuse about, so the person is asked. */
export function touchesNothing(evidence: EvidenceState): boolean {
  if (evidence.keywordOrder.length > 0) return false;
  const nearest = Math.min(2, ...evidence.passages.map((passage) => 1 - (passage.trace.vector.rawScore ?? -1)));
  return nearest > meaningDistance;
}

/** A question of one or two content words that several documents serve about equally well may mean any of them. */
const fewWords = 2;
const severalDocuments = 3;
const aboutEqual = 0.85;
/** A sure answer is not ambiguous, however short the question. */
const sureFrom = 0.9;

export function isAmbiguous(evidence: EvidenceState, confidence: number): boolean {
  const top = evidence.passages[0];
  if (!top || confidence >= sureFrom || evidence.idf.length === 0 || evidence.idf.length > fewWords) return false;
  const rivals = evidence.passages.filter((passage) => passage.score >= aboutEqual * top.score);
  return new Set(rivals.map((passage) => passage.documentId)).size >= severalDocuments;
}
