import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vocabularyOf } from '../../src/retrieval/question/vocabulary.ts';

/** Few letters, so that words share many trigrams, some of them with most others. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 's'), minLength: 3, maxLength: 12 });

const trigramsOf = (letters: string) => {
  const padded = `^^${letters}$`;
  return new Set(Array.from({ length: letters.length + 1 }, (_, start) => padded.slice(start, start + 3)));
};

/** The Dice coefficient of the trigrams, as it is defined. */
function dice(one: string, other: string): number {
  const [left, right] = [trigramsOf(one), trigramsOf(other)];
  return (2 * [...left].filter((gram) => right.has(gram)).length) / (left.size + right.size);
}

test('words that look alike are those that a comparison with every word finds, in the same order', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 300, size: 'max' }),
      fc.array(word, { minLength: 1, maxLength: 6, size: 'max' }),
      fc.constantFrom(0.2, 0.4, 0.5, 2 / 3, 0.8, 1),
      (words, asked, least) => {
        const vocabulary = vocabularyOf({}, 'w');
        // In two parts, as words come.
        vocabulary.take(words.slice(0, words.length / 2), '1');
        vocabulary.take(words, '2');
        for (const one of asked.filter((each) => each.length > 3)) {
          const expected = [...new Set(words)]
            .filter((lexeme) => lexeme !== one)
            .map((lexeme) => ({ lexeme, similarity: dice(one, lexeme) }))
            .filter(({ similarity }) => similarity >= least)
            .sort((left, right) => right.similarity - left.similarity || (left.lexeme < right.lexeme ? -1 : 1));
          expect(vocabulary.similarTo(one, least, 50)).toEqual(expected.slice(0, 50));
        }
      },
    ),
  );
});
