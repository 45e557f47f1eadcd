import { CandorError } from '../../errors.ts';

export interface DecodedText {
  readonly text: string;
  /** True when the bytes were not UTF-8. */
  readonly converted: boolean;
}

/**
 * The text of UTF-8 bytes, or of UTF-16 bytes with a byte order mark. The mark itself is dropped.
 * @throws DOCUMENT_CORRUPT naming the first byte that is not text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = markedEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text !== undefined) return { text, converted: encoding !== 'utf-8' };
  const offset = firstBadByte(bytes, encoding);
  throw new CandorError(
    'DOCUMENT_CORRUPT',
    `The text is not valid ${encoding.toUpperCase().replace(/[BL]E$/, '')}: it breaks at byte ${offset}.`,
    { details: { offset }, remedy: 'Save the file as UTF-8.' },
  );
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function markedEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By halves: a beginning is good while it decodes, its unfinished last character aside. */
function firstBadByte(bytes: Uint8Array, encoding: Encoding): number {
  let [good, bad] = [0, bytes.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (begins(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function begins(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
