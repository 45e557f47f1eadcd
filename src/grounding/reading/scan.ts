/** A word, a run of digits with its marks, or one other character. */
export interface Token {
  readonly kind: 'NUMBER' | 'WORD' | 'SIGN';
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Nothing stands between it and the token before. */
  readonly glued: boolean;
}

const tokenShape = /\d+(?:[.,:'\u2019]\d+)*|[\p{L}\p{M}]+(?:['\u2019]\p{L}+)*|[^\s\p{L}\p{M}\d]/gu;

/** The tokens of a text, in order. Digits of other scripts are read as 0-9. Linear in the length of the text. */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of asciiDigits(text).matchAll(tokenShape)) {
    const word = match[0];
    const kind = /^\d/.test(word) ? 'NUMBER' : /^[\p{L}\p{M}]/u.test(word) ? 'WORD' : 'SIGN';
    tokens.push({
      kind,
      text: word,
      lower: word.toLowerCase().replaceAll('\u2019', "'"),
      start: match.index,
      end: match.index + word.length,
      glued: match.index === end && end > 0,
    });
    end = match.index + word.length;
  }
  return tokens;
}

/** Zeros of the scripts whose digits stand in documents: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Of the same length: positions stay. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}
