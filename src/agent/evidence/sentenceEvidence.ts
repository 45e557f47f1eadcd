import { expectedType } from '../../grounding/answerability/answerType.ts';
import { candidatesOf, type Candidate } from '../../grounding/sentences/candidates.ts';
import {
  rankSentences,
  withOwnSimilarity,
  type RankedSentence,
  type SentenceReading,
} from '../../grounding/sentences/rankSentences.ts';
import { timeSpansOf } from '../../grounding/reading/timeSpan.ts';
import { successorsFirst } from '../../grounding/conflicts/successors.ts';
import type { Database } from '../../db/database.ts';
import { lexemesOf } from '../../retrieval/question/lexemes.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { EvidenceState } from './evidence.ts';
import { throwIfGone } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import { sentenceSimilarities } from './sentenceVectors.ts';
import { passagesRead, type EvidenceReading } from './readEvidence.ts';

/** Sentences that are compared with the question by meaning, each by itself. More change nothing: 12 choose as well as all. */
const comparedByMeaning = 16;

/**
 * The sentences of the best passages, ranked for the text that was searched: by their words, by what a reader says of them, and the best of these by their own meaning, where the
 * embedder is at hand. An embedder that fails leaves the order as it is: the vector arm tells of it.
 */
export async function rankEvidence(
  { database, embedder }: Pick<AgentParts, 'database' | 'embedder'>,
  workspaceId: string,
  evidence: EvidenceState,
  reading: EvidenceReading,
  signal: AbortSignal | undefined,
): Promise<RankedSentence[]> {
  const ranked = await rankByWords(database, workspaceId, evidence, reading, signal);
  if (reading.passages === null || embedder.remote) return ranked;
  try {
    return withOwnSimilarity(
      ranked,
      await sentenceSimilarities(
        embedder,
        evidence.query,
        ranked.slice(0, comparedByMeaning).map(({ candidate }) => candidate.text),
        signal,
      ),
    );
  } catch {
    throwIfGone(signal);
    return ranked;
  }
}

/** The sentences that are ranked. */
function candidatesIn(passages: readonly Passage[]): Candidate[] {
  return successorsFirst(passages)
    .slice(0, passagesRead)
    .flatMap((passage, position) => candidatesOf({ ...passage, rank: position + 1 }));
}

const textsOf = (candidates: readonly Candidate[]): string[] =>
  candidates.flatMap((candidate) => [candidate.text, candidate.context]);

/** The texts whose lexemes the ranking needs: a search that knows them reads these along. */
export function rankedTexts(passages: readonly Passage[]): string[] {
  return textsOf(candidatesIn(passages));
}

async function rankByWords(
  database: Database,
  workspaceId: string,
  evidence: EvidenceState,
  reading: EvidenceReading,
  signal: AbortSignal | undefined,
): Promise<RankedSentence[]> {
  const candidates = candidatesIn(evidence.passages);
  const scope = { database, workspaceId, searchConfig: evidence.searchConfig };
  // No deadline here: a few milliseconds of analysis turn what was found into an answer even when the time is up.
  const lexemes = await lexemesOf(scope, textsOf(candidates), { signal });
  const analysed = candidates.map((candidate, position) => ({
    ...candidate,
    lexemes: lexemes[2 * position] ?? [],
    contextLexemes: lexemes[2 * position + 1] ?? [],
  }));
  return rankSentences(analysed, {
    idf: await questionWeights(database, workspaceId, evidence, signal),
    type: expectedType(evidence.query),
    text: evidence.query,
    times: timeSpansOf(evidence.query),
    readingOf: readingsIn(reading),
  });
}

/** The best that the reader says of the sentences a candidate consists of, and the words of that one. */
function readingsIn({ passages }: EvidenceReading): (candidate: Candidate) => SentenceReading | null {
  return ({ passage, sourceSpan }) => {
    const reading = passages?.get(passage.chunkId);
    if (!reading) return null;
    const [start, end] = [sourceSpan.start - passage.sourceSpan.start, sourceSpan.end - passage.sourceSpan.start];
    const offset = passage.sourceSpan.start;
    const within = reading.spans.flatMap((span, position): SentenceReading[] => {
      if (span.start >= end || span.end <= start) return [];
      const words = reading.words[position];
      return [
        {
          answers: reading.sentences[position] ?? -Infinity,
          words: words ? { start: words.start + offset, end: words.end + offset } : null,
        },
      ];
    });
    return within.length === 0 ? null : within.reduce((left, right) => (right.answers > left.answers ? right : left));
  };
}

/** Without weights (the keyword arm failed, or the preset's rank function has none) every lexeme of the question counts the same. */
async function questionWeights(
  database: Database,
  workspaceId: string,
  evidence: EvidenceState,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  if (evidence.idf.length > 0) return new Map(evidence.idf);
  const scope = { database, workspaceId, searchConfig: evidence.searchConfig };
  const [lexemes = []] = await lexemesOf(scope, [evidence.query], { signal });
  return new Map(lexemes.map((lexeme) => [lexeme, 1]));
}
