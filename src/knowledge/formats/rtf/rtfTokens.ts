export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** A control word with its number, or a control symbol such as `~`. */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | undefined }
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string };

const control = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy;
const plain = /[^\\{}\r\n]+/y;

/** The tokens of RTF, read as Latin-1. The bytes of `\bin` are passed over: they are pictures. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === '{' || character === '}') {
      yield character === '{' ? { kind: 'open' } : { kind: 'close' };
      at += 1;
    } else if (character === '\r' || character === '\n') at += 1;
    else if (character !== '\\') {
      plain.lastIndex = at;
      const text = plain.exec(source)?.[0] ?? character ?? '';
      yield { kind: 'text', text };
      at += text.length;
    } else {
      const [token, next] = escaped(source, at);
      yield token;
      at = next;
    }
  }
}

function escaped(source: string, at: number): readonly [RtfToken, next: number] {
  control.lastIndex = at;
  const found = control.exec(source);
  if (found) {
    const [whole, word = '', digits] = found;
    const value = digits === undefined ? undefined : Number(digits);
    const bytes = word === 'bin' ? Math.max(value ?? 0, 0) : 0;
    return [{ kind: 'control', word, value }, at + whole.length + bytes];
  }
  const symbol = source[at + 1] ?? '';
  if (symbol === "'") {
    const value = Number.parseInt(source.slice(at + 2, at + 4), 16);
    return [{ kind: 'byte', value: Number.isNaN(value) ? 63 : value }, at + 4];
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') return [{ kind: 'text', text: symbol }, at + 2];
  // A line end behind a backslash is a paragraph's end.
  const word = symbol === '\n' || symbol === '\r' ? 'par' : symbol;
  return [{ kind: 'control', word, value: undefined }, at + 2];
}
