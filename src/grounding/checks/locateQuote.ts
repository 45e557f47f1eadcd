import type { Span } from '../../knowledge/document.ts';

/**
 * Where a quote is in a text. Matches exactly; otherwise treats Unicode compatibility forms, quotation marks, dashes
 * and spaces as equal. Never matches fuzzily: a changed number, name or negator is not found, nor is a quote that
 * begins or ends inside a word or number ("costs 1" is not in "costs 10"). The span is in `text` and covers what the
 * text actually contains.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  const trimmed = quote.trim();
  if (!trimmed) return undefined;
  return locateExact(text, trimmed) ?? locateFolded(text, trimmed);
}

function locateExact(text: string, quote: string): Span | undefined {
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    if (!cutsWord(text, start, end)) return { start, end };
  }
  return undefined;
}

function locateFolded(text: string, quote: string): Span | undefined {
  const folded = foldText(text);
  const wanted = foldText(quote).text;
  if (!wanted) return undefined;
  for (let found = folded.text.indexOf(wanted); found !== -1; found = folded.text.indexOf(wanted, found + 1)) {
    const after = found + wanted.length;
    const first = folded.sources[found];
    const last = folded.sources[after - 1];
    // A ligature or an ellipsis can only be quoted whole.
    const partial = first === folded.sources[found - 1] || last === folded.sources[after];
    if (first && last && !partial && !cutsWord(folded.text, found, after)) return { start: first.start, end: last.end };
  }
  return undefined;
}

interface Folded {
  readonly text: string;
  /** For each unit of `text`, its source character. */
  readonly sources: readonly Span[];
}

const marks: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
};

/** A character with its combining accents. */
const characters = /\P{M}\p{M}*|\p{M}+/gsu;

/** A text with Unicode compatibility forms, quotation marks, dashes and white space made alike. */
export function foldText(text: string): Folded {
  let folded = '';
  const sources: Span[] = [];
  for (const match of text.matchAll(characters)) {
    const plain = foldCharacter(match[0]);
    if (plain === ' ' && folded.endsWith(' ')) continue;
    const source = { start: match.index, end: match.index + match[0].length };
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) sources.push(source);
  }
  return { text: folded.trimEnd(), sources };
}

/** Superscripts and fractions are kept: 10² is not 102, and 1½ is not 11/2. */
function foldCharacter(character: string): string {
  if (/^\s$/u.test(character)) return ' ';
  return marks[character] ?? (/^\p{No}/u.test(character) ? character : character.normalize('NFKC'));
}

/**
 * Letters, accents and digits of scripts that separate words with spaces. In the other scripts a word may end anywhere.
 */
const wordCharacter =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]/u;

/**
 * Whether a span begins or ends inside a word or a number, or cuts off the sign or fraction of a number or the other
 * end of its range.
 */
export function cutsWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const startsInside = wordCharacter.test(lastOf(before)) && wordCharacter.test(firstOf(text.slice(start, start + 2)));
  const endsInside =
    wordCharacter.test(firstOf(after)) && wordCharacter.test(lastOf(text.slice(Math.max(start, end - 2), end)));
  const startsInNumber =
    /^\d/.test(text.slice(start, start + 1)) && /(?:\d[.,:]|[-\u2012-\u2014\u2212]|[€$£¥]\s?)$/.test(before);
  const endsInNumber = /\d$/.test(text.slice(start, end)) && /^(?:[-\u2012-\u2014\u2212.,:]\d|\s?[%€$£¥])/.test(after);
  return startsInside || endsInside || startsInNumber || endsInNumber;
}

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32);
const lastOf = (text: string) => Array.from(text).at(-1) ?? '';
