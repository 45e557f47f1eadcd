import { Tokenizer } from '@huggingface/tokenizers';
import { readWeights } from './weights.ts';

/** The word pieces of a text, in order, with the offsets of each piece's word in the text (UTF-16). */
export interface WordPieces {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface WordPieceTokenizer {
  /** @param limit stops at this many pieces; the last word may be cut inside */
  encode(text: string, limit?: number): WordPieces;
}

/**
 * The part of @huggingface/tokenizers that is used. Declared here because the package's own types cannot be resolved:
 * they import files without extensions.
 */
export type LibraryTokenizer = new (
  tokenizer: object,
  config: object,
) => { encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: number[] } };

/** A tokenizer of weights/, without truncation and padding. */
export function openTokenizer(json: Buffer): InstanceType<LibraryTokenizer> {
  const described = JSON.parse(json.toString('utf8')) as object;
  return new (Tokenizer as LibraryTokenizer)({ ...described, truncation: null, padding: null }, {});
}

/** `[CLS]` and `[SEP]` of the vocabulary. */
export const startPiece = 101;
export const separatorPiece = 102;

/**
 * The units that BERT's pre-tokenizer never joins: single Chinese characters, other runs without white space or
 * punctuation, and single punctuation marks. Encoded one by one, they give the pieces of the whole text, together with
 * the offsets that the library does not report. A text that spells out `[SEP]` is treated like any other text. A form
 * feed separates words here, as it does for a person; the library joins them.
 */
const words =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\s\p{P}$+<=>^`|~\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[\p{P}$+<=>^`|~]/gu;
/**
 * BERT treats a word of more than 100 characters, not counting accents, as unknown: far longer ones need not be read to
 * the end.
 */
const longestWord = 400;
/** A language has few words, so the pieces of known ones are cached. */
const keptWords = 20_000;

/**
 * The lower-casing WordPiece tokenizer that both built-in models share, without truncation and padding.
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openWordPieces(folder?: string): Promise<WordPieceTokenizer> {
  const tokenizer = openTokenizer(await readWeights('embedder/tokenizer.json', folder));
  const known = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    const kept = known.get(word);
    if (kept) return kept;
    const ids = tokenizer.encode(word.slice(0, longestWord), { add_special_tokens: false }).ids;
    if (known.size >= keptWords) known.clear();
    known.set(word, ids);
    return ids;
  };
  return {
    encode(text, limit = Infinity) {
      const [ids, starts, ends]: [number[], number[], number[]] = [[], [], []];
      for (const { 0: word, index } of text.matchAll(words)) {
        if (ids.length >= limit) break;
        for (const id of piecesOf(word)) {
          if (ids.length >= limit) break;
          ids.push(id);
          starts.push(index);
          ends.push(index + word.length);
        }
      }
      return { ids, starts, ends };
    },
  };
}
