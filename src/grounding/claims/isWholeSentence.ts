import { sentences } from '../../knowledge/sentences.ts';
import { plainWords } from '../conflicts/compareSentences.ts';

/** Whether a claim is, word for word, one or several neighbouring sentences, items or rows of a text. */
export function isWholeSentence(claim: string, text: string): boolean {
  const wanted = plainWords(claim);
  if (wanted === plainWords(text)) return true;
  const parts = sentences(text).map(({ start, end }) => plainWords(text.slice(start, end)));
  return parts.some((_part, first) => {
    let joined = '';
    for (const part of parts.slice(first)) {
      joined = joined === '' ? part : `${joined} ${part}`;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}
