import type { Span } from '../knowledge/document.ts';

/**
 * Where a quote stands in a text: exactly, else with Unicode compatibility forms, quotation marks, dashes and blanks taken as equal.
 * Never fuzzily: a changed number, name or negator is not found. The span is in `text` and covers what really stands there.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  const trimmed = quote.trim();
  if (!trimmed) return undefined;
  const exact = text.indexOf(trimmed);
  if (exact !== -1) return { start: exact, end: exact + trimmed.length };
  const folded = fold(text);
  const wanted = fold(trimmed).text;
  const found = wanted ? folded.text.indexOf(wanted) : -1;
  if (found === -1) return undefined;
  const start = folded.offsets[found];
  const last = folded.offsets[found + wanted.length - 1];
  if (start === undefined || last === undefined) return undefined;
  return { start, end: last + unitLength(text, last) };
}

interface Folded {
  readonly text: string;
  /** For each unit of `text`, the offset of the character it came from. */
  readonly offsets: readonly number[];
}

const marks: Readonly<Record<string, string>> = {
  '\u2018': "'", '\u2019': "'", '\u201A': "'", '\u201C': '"', '\u201D': '"', '\u201E': '"', '\u00AB': '"', '\u00BB': '"',
  '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2212': '-',
};

function fold(text: string): Folded {
  let folded = '';
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const plain = /\s/u.test(character) ? ' ' : (marks[character] ?? character.normalize('NFKC'));
    const blankAgain = plain === ' ' && folded.endsWith(' ');
    if (!blankAgain) {
      folded += plain;
      for (let unit = 0; unit < plain.length; unit += 1) offsets.push(offset);
    }
    offset += character.length;
  }
  return { text: folded.trimEnd(), offsets };
}

function unitLength(text: string, offset: number): number {
  const point = text.codePointAt(offset);
  return point !== undefined && point > 0xff_ff ? 2 : 1;
}
