import { readWeights } from './weights.ts';
import { openTokenizer } from './wordPieces.ts';

/** What no piece spans: blanks, and the characters that the tokenizer's own normaliser makes blanks of. */
const words = /[^\s\u200b-\u200f\u2581\ufeff\ufffd\x1c-\x1f]+/gu;
/** The library's time grows with the square of a word's length. A text without blanks is read in stretches. */
const longestWord = 200;
const keptWords = 20_000;

export interface UnigramTokenizer {
  /** @returns the ids of the first `limit` pieces */
  encode(text: string, limit: number): number[];
}

/**
 * The tokenizer of the embedder of many languages (Unigram), word by word, so that a long text need not be read to its
 * end and the words of a language are looked up once. It takes 115 MB: it opens where a workspace needs it.
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openUnigramPieces(folder?: string): Promise<UnigramTokenizer> {
  const tokenizer = openTokenizer(await readWeights('multilingual/tokenizer.json', folder));
  const known = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    const kept = known.get(word);
    if (kept) return kept;
    const { ids } = tokenizer.encode(word, { add_special_tokens: false });
    if (known.size >= keptWords) known.clear();
    known.set(word, ids);
    return ids;
  };
  return {
    encode(text, limit) {
      const ids: number[] = [];
      for (const [word] of text.matchAll(words)) {
        for (let start = 0; start < word.length && ids.length < limit; start += longestWord)
          ids.push(...piecesOf(word.slice(start, start + longestWord)));
        if (ids.length >= limit) break;
      }
      return ids.slice(0, limit);
    },
  };
}
