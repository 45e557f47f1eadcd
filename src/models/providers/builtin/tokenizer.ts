import type { VocabularyEntry } from './weights.ts';

/** Cuts text into the ids of SentencePiece pieces. */
export interface Tokenizer {
  /** At most `limit` ids; blank text gives none. Time grows with `limit`, not with the text. */
  encode(text: string, limit: number): number[];
}

interface Piece {
  readonly id: number;
  readonly score: number;
}

interface Vocabulary {
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly longest: number;
  readonly unknownScore: number;
}

/** Ids 0 to 5: unknown, begin, end and three spare ones. They are never matched by text. */
const reservedPieces = 6;
const unknownId = 0;
const wordStart = '\u2581';
/** SentencePiece's own penalty (kUnkPenalty) for a character outside the vocabulary. */
const unknownPenalty = 10;

/**
 * The score of entry `position`. The file lost the scores of the nine pieces with a colon: six are null and ":30"
 * and ":00" hold 30 and 0, which would beat every other way to cut a word. The list is sorted by score,
 * so that the entry above is the score to within .02.
 */
function scoreOf(vocabulary: readonly VocabularyEntry[], position: number): number {
  for (let above = position; above >= reservedPieces; above -= 1) {
    const score = vocabulary[above]?.[1] ?? 0;
    if (score < 0) return score;
  }
  return 0;
}

function readVocabulary(entries: readonly VocabularyEntry[]): Vocabulary {
  const pieces = new Map<string, Piece>();
  let longest = 1;
  let lowest = 0;
  for (let id = reservedPieces; id < entries.length; id += 1) {
    const text = entries[id]?.[0] ?? '';
    const score = scoreOf(entries, id);
    pieces.set(text, { id, score });
    longest = Math.max(longest, text.length);
    lowest = Math.min(lowest, score);
  }
  return { pieces, longest, unknownScore: lowest - unknownPenalty };
}

interface Cut {
  readonly score: number;
  readonly start: number;
  readonly id: number;
}

function bestCutEndingAt(vocabulary: Vocabulary, characters: readonly string[], end: number, cuts: readonly Cut[]): Cut {
  const last = end - 1;
  let best: Cut = { score: (cuts[last]?.score ?? 0) + vocabulary.unknownScore, start: last, id: unknownId };
  let text = '';
  for (let start = last; start >= Math.max(0, end - vocabulary.longest); start -= 1) {
    text = (characters[start] ?? '') + text;
    const piece = vocabulary.pieces.get(text);
    if (!piece) continue;
    const score = (cuts[start]?.score ?? 0) + piece.score;
    if (score > best.score) best = { score, start, id: piece.id };
  }
  return best;
}

/** Viterbi over one word: the cut whose pieces' scores (log probabilities) add up highest; runs of unknowns become one. */
function cutWord(vocabulary: Vocabulary, word: string): number[] {
  const characters = Array.from(word);
  const cuts: Cut[] = [{ score: 0, start: 0, id: unknownId }];
  for (let end = 1; end <= characters.length; end += 1) {
    cuts.push(bestCutEndingAt(vocabulary, characters, end, cuts));
  }
  const ids: number[] = [];
  for (let end = characters.length; end > 0; end = cuts[end]?.start ?? 0) {
    const id = cuts[end]?.id ?? unknownId;
    if (id !== unknownId || ids.at(-1) !== unknownId) ids.push(id);
  }
  return ids.reverse();
}

/**
 * A SentencePiece unigram tokenizer (Kudo 2018) over `entries`, with the normalisation the model was trained with:
 * NFKC, white space collapsed to one boundary, a boundary before the first word. The port that ships with the weights
 * keeps line breaks and double spaces as unknown pieces; here they are white space, as in SentencePiece itself.
 */
export function createTokenizer(entries: readonly VocabularyEntry[]): Tokenizer {
  const vocabulary = readVocabulary(entries);
  return {
    encode(text, limit) {
      // No piece spans a boundary, so that each word is cut alone and reading stops at the limit.
      const longestUseful = limit * vocabulary.longest;
      const ids: number[] = [];
      for (const [word] of text.slice(0, 4 * longestUseful).normalize('NFKC').matchAll(/\S+/g)) {
        ids.push(...cutWord(vocabulary, wordStart + word.slice(0, longestUseful)));
        if (ids.length >= limit) return ids.slice(0, limit);
      }
      return ids;
    },
  };
}
