/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193) >>> 0;
  }
  return value;
}

/**
 * A bag of hashed words: the same text always gives the same vector, texts that share words have a high cosine.
 * Its length is not 1, as with some local servers.
 */
export function hashedVector(text: string, dimensions: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = hash(word) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
