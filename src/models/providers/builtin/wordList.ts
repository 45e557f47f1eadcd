import { isOneSlip, type WordList } from '../../wordList.ts';
import { readWeights } from './weights.ts';

/**
 * The whole words among the pieces of the built-in models' tokenizer: some 21,000 that English text uses most, in the
 * order of how often (BERT's uncased vocabulary).
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openWordList(folder?: string): Promise<WordList> {
  const { model } = JSON.parse((await readWeights('embedder/tokenizer.json', folder)).toString('utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const words = Object.entries(model.vocab)
    .filter(([word]) => /^[a-z]{2,}$/.test(word))
    .sort(([, left], [, right]) => left - right)
    .map(([word]) => word);
  const known = new Set(words);
  return {
    language: 'en',
    has: (word) => known.has(word.toLowerCase()),
    near: (word) => {
      const written = word.toLowerCase();
      return words.filter((other) => isOneSlip(written, other));
    },
  };
}
