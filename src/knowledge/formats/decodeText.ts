import { CandorError } from '../../errors.ts';

export interface DecodedText {
  readonly text: string;
  /** True when the bytes were not UTF-8. */
  readonly converted: boolean;
}

/**
 * The text of UTF-8 bytes, of UTF-16 bytes with a byte order mark, or of the encoding that HTML says it is in. The mark
 * itself is dropped.
 * @throws DOCUMENT_CORRUPT naming the first byte that is not text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = markedEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text !== undefined) return { text, converted: encoding !== 'utf-8' };
  const declared = declaredEncoding(bytes);
  const converted = declared === undefined ? undefined : decode(bytes, declared);
  if (converted !== undefined) return { text: converted, converted: true };
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

/** As far as a browser looks for it. */
const declaredWithin = 1024;

/** `<meta charset="windows-1252">`, in front of a page that is no UTF-8. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declaredWithin)).toString('latin1');
  return /<meta\s[^>]*?charset\s*=\s*["']?([\w-]{2,30})/i.exec(head)?.[1];
}

/** Undefined: nobody knows the encoding or, but for `lenient`, the bytes are not of it. */
export function decode(bytes: Uint8Array, encoding: string, { lenient = false } = {}): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: !lenient });
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withWesternMarks(text) : text;
  } catch {
    return undefined;
  }
}

/**
 * What stands at 0x80 to 0x9F: Node 20 reads windows-1252 as Latin-1, which has invisible controls there
 * (nodejs/node#56542).
 */
const westernMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Text of a decoder of windows-1252 as it is meant; no other text has such controls, but for one that stands for a line
 * end (U+0085).
 */
export const withWesternMarks = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (control) => westernMarks.charAt(control.charCodeAt(0) - 0x80));

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
