import { isWordForWord } from '../../grounding/sentences/candidates.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { fingerprint, groupCopies, linesAbove } from '../../knowledge/cut/nearDuplicates.ts';
import { cosinesOf } from '../../retrieval/cosines.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { Question } from '../../retrieval/question/question.ts';

export function toEvidence(
  query: Question,
  {
    passages,
    further,
    candidates,
    vectorOrder,
    keywordOrder,
    searchConfig,
    embedder,
    unknown,
    curated,
    idf,
  }: Retrieval,
): EvidenceState {
  return {
    passages,
    further,
    candidates,
    vectorOrder,
    keywordOrder,
    searchConfig,
    embedder,
    unknown,
    curated,
    idf: [...idf],
    query,
  };
}

/**
 * Merges the passages of several searches: the best of each in turn, each passage once, and one of those that say the
 * same. The confidence is still computed from the question itself, which is the first search of the first round: other
 * wordings add passages, never trust.
 */
export function mergeEvidence(before: EvidenceState, found: readonly EvidenceState[], topK: number): EvidenceState {
  const first = before.query.text === '' ? found[0] : before;
  if (!first) return before;
  const lists = before.query.text === '' ? found : [before, ...found];
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
  // A search knows the copies among its own hits only. Another search may have found another copy.
  if (lists.length < 2) return inTurn;
  const texts = new Map(inTurn.map((passage) => [passage.chunkId, passage]));
  const leaders = groupCopies(
    [...texts.values()].map(({ chunkId, documentId, documentKey, documentTitle, sectionPath, text }) => ({
      id: chunkId,
      documentId,
      text,
      bands: fingerprint(text, linesAbove(sectionPath, documentTitle, documentKey)).bands,
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

/**
 * Whether no word of the question is known and nothing is near in meaning. Then there is nothing to refuse, and the
 * user gets a clarifying question.
 */
export function touchesNothing(evidence: EvidenceState): boolean {
  if (evidence.keywordOrder.length > 0) return false;
  const nearest = Math.min(2, ...evidence.passages.map((passage) => 1 - (passage.trace.vector.rawScore ?? -1)));
  return nearest > cosinesOf(evidence.embedder).nonsenseFrom;
}

const fewWordsShared = 0.25;

/** Whether what was found is near enough to be called related. If no similarity is known, the words decide. */
export function isNear(evidence: EvidenceState): boolean {
  const { similarity, coverage } = nearnessOf(evidence);
  const { related, unrelated } = cosinesOf(evidence.embedder);
  if (similarity === null) return coverage >= fewWordsShared;
  return similarity >= related || (similarity >= unrelated && coverage >= fewWordsShared);
}

/**
 * Whether the documents are about other things: no passage contains more than a few of the question's words, and none
 * is near it in meaning. Of the golden questions, it flags 18 of the 28 that are off topic and four of the 276 that are
 * not. By words alone it flagged 35 of these, and for 24 of them the right document had been found. Without a vector
 * arm it flags none.
 */
export function isOffTopic(evidence: EvidenceState): boolean {
  // Nothing was searched, or a filter left nothing: this says nothing about the documents.
  if (evidence.passages.length === 0) return false;
  if (touchesNothing(evidence)) return true;
  const { similarity, coverage } = nearnessOf(evidence);
  const { unrelated } = cosinesOf(evidence.embedder);
  return evidence.idf.length > 0 && similarity !== null && similarity < unrelated && coverage < fewWordsShared;
}

/** The greatest similarity and the greatest coverage among the passages. Null: no similarity is known. */
function nearnessOf({ passages }: EvidenceState): { readonly similarity: number | null; readonly coverage: number } {
  const similarities = passages.flatMap(({ trace }) => trace.vector.rawScore ?? []);
  return {
    similarity: similarities.length === 0 ? null : Math.max(...similarities),
    coverage: Math.max(0, ...passages.map((passage) => passage.coverage)),
  };
}

/** A question of one or two content words may mean many things. */
const fewWords = 2;
/** A pronoun that the question itself does not resolve. */
const dangling = /\b(?:it|this|that|they|them|these|those|he|she)\b/i;
/**
 * Log odds from which a reader is taken to have found an answer, and to be sure of it: over bases left out of every fit,
 * 61 and 65 in 100 best sentences above them are right, as above 0 and 1 of the first reader alone. And how far behind
 * the best answer another may be.
 */
const answersFrom = -1;
const surelyAnswersFrom = -0.3;
const nearlyAsSure = 2;

/**
 * One sentence of each document that a reader takes for an answer to a question that names nothing in particular: "How
 * much does it cost?". Best first. Fewer than two: it is clear what is meant, or nothing answers. If the question is
 * the title of a document or section, that one is meant.
 */
export function readRivals(evidence: EvidenceState, ranked: readonly RankedSentence[]): readonly RankedSentence[] {
  const words = evidence.idf.length;
  if (words === 0 || words > fewWords || evidence.idf.some(([lexeme]) => /\d/.test(lexeme)) || isHeaded(evidence))
    return [];
  // Where a sentence has a word of the question, one that has none is no rival.
  const covering = ranked.filter(({ softCoverage }) => softCoverage > 0);
  const answers = bestOfEach(covering.length > 0 ? covering : ranked);
  const unnamed = words === 1 || dangling.test(evidence.query.text);
  const best = answers[0]?.answers ?? 0;
  const rivals = answers.filter(
    (sentence) =>
      (sentence.answers ?? -Infinity) >= (unnamed ? answersFrom : Math.max(surelyAnswersFrom, best - nearlyAsSure)),
  );
  return rivals.length >= (unnamed ? 2 : 3) ? rivals : [];
}

/**
 * Whether a reader takes a sentence for an answer. What it left unread beside others, in a language that it does not
 * read, is none; where nothing was read, each may be one.
 */
export function answersAmong(ranked: readonly RankedSentence[]): (sentence: RankedSentence) => boolean {
  if (ranked.every(({ answers }) => answers === null)) return () => true;
  return ({ answers }) => answers !== null && answers >= answersFrom;
}

/** Of these, those that the reader finds nearly as likely an answer as its best one. */
export function rivalsAmong(ranked: readonly RankedSentence[]): (sentence: RankedSentence) => boolean {
  const isAnswer = answersAmong(ranked);
  const best = Math.max(...ranked.map(({ answers }) => answers ?? -Infinity));
  return (sentence) => isAnswer(sentence) && (sentence.answers === null || sentence.answers >= best - nearlyAsSure);
}

function bestOfEach(ranked: readonly RankedSentence[]): RankedSentence[] {
  const best = new Map<string, RankedSentence>();
  for (const sentence of ranked
    .filter(({ answers }) => answers !== null)
    .toSorted((left, right) => (right.answers ?? 0) - (left.answers ?? 0))) {
    const { documentId } = sentence.candidate.passage;
    if (!best.has(documentId)) best.set(documentId, sentence);
  }
  return [...best.values()];
}

const headingLine = /^#{1,6} (.+)$/gmu;

/** Headings within a passage: short sections share a passage. */
export function innerHeadings({ text }: { readonly text: string }): readonly string[] {
  return [...text.matchAll(headingLine)].map(([, heading = '']) => heading);
}

/**
 * Whether a document or one of its sections has the question as its title, as in help centres: "What is an API?". Then
 * that one is meant.
 */
export function isHeaded({ query, passages }: Pick<EvidenceState, 'query' | 'passages'>): boolean {
  return passages.some((passage) =>
    [passage.documentTitle, ...passage.sectionPath, ...innerHeadings(passage)].some((heading) =>
      isWordForWord(query, heading),
    ),
  );
}
