import { CandorError } from '../../errors.ts';

/**
 * `row` as float32 of L2 norm 1, so that cosine is a dot product.
 * @throws CandorError MODEL_INVALID when it holds a value that is not finite or only zeros: such a vector would match
 * everything or nothing.
 */
export function unitVector(row: ArrayLike<number>, model: string): Float32Array {
  let squares = 0;
  for (let position = 0; position < row.length; position += 1) squares += (row[position] ?? 0) ** 2;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0)
    throw new CandorError('MODEL_INVALID', `"${model}" sent a vector that cannot be brought to length 1.`);
  return Float32Array.from(row, (value) => value / norm);
}

/** The first `count` words of `text`; text that is short enough comes back as it is. */
export function cutWords(text: string, count: number): string {
  const words = text.matchAll(/\S+/g);
  let seen = 0;
  for (const word of words) {
    if (seen === count) return text.slice(0, word.index).trimEnd();
    seen += 1;
  }
  return text;
}
