import segment from 'sentencex';
import type { Span } from '../document.ts';
import { outsidePair } from '../tokens.ts';

/**
 * Returns the sentences of a canonical text in order, without surrounding blanks. A line break always ends a sentence:
 * in canonical text each paragraph, list item, table row and heading has its own line. Intl.Segmenter is not used
 * because it ends a sentence after "Dr.".
 * @param language ISO 639-1
 */
export function sentences(text: string, language = 'en'): Span[] {
  return lines(text).flatMap((line) => sentencesOfLine(text.slice(line.start, line.end), line.start, language));
}

/** `3.`, `(a)`, `iv)`. Not `A.`, which may be an initial. */
const label = String.raw`\(?(?:\d{1,3}|([a-z])\1{0,2}|[ivxl]{1,6})[.)]|\(?(?:[A-Z]|[IVXL]{1,6})\)`;
/** The mark of a step in a numbered or lettered list in canonical text. */
export const stepMark = new RegExp(String.raw`^\s*(?:${label})\s+`);
/** The mark of an item in a list without numbers. */
export const bulletMark = /^\s*[-*•]\s+/;
/** The mark of an item in any list. */
export const itemMark = new RegExp(String.raw`^\s*(?:[-*•]|${label})\s+`);
/** The mark of an item in canonical text. */
export const listMark = /^\s*(?:[-*]|\d+\.) +/;

/** Returns the non-empty lines of a text. */
export function lines(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

/**
 * The time that sentencex takes grows with the square of the length: 0.4 s for 20 kB in one line, 40 s for 200 kB.
 * Blocks of this length keep it linear.
 */
const blockLength = 2_000;

/**
 * Splits a line into sentences, block by block. The last sentence of a block may continue in the next, so the next
 * block begins with it. A sentence longer than a block is cut.
 */
function sentencesOfLine(line: string, offset: number, language: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  while (start < line.length) {
    const end = blockEnd(line, start);
    const spans = sentencesOfBlock(line.slice(start, end), start + offset, language);
    const open = end < line.length && spans.length > 1 ? spans.pop() : undefined;
    found.push(...spans);
    start = open ? open.start - offset : end;
  }
  return found;
}

function blockEnd(line: string, start: number): number {
  const end = start + blockLength;
  if (end >= line.length) return line.length;
  const blank = line.lastIndexOf(' ', end);
  if (blank > start) return blank;
  return outsidePair(line, end);
}

function sentencesOfBlock(block: string, offset: number, language: string): Span[] {
  const found: Span[] = [];
  let position = 0;
  for (const piece of segment(language, block)) {
    // Pieces are trimmed, so each is searched for after the previous one.
    const start = block.indexOf(piece.trim(), position);
    if (start === -1 || piece.trim() === '') continue;
    position = start + piece.trim().length;
    const before = found.at(-1);
    const goesOn = before !== undefined && isOpen(block.slice(before.start, before.end), piece.trim(), language);
    if (goesOn) found.pop();
    found.push(...wideStops(block, goesOn ? before.start : start, position));
  }
  return found.map((span) => ({ start: span.start + offset, end: span.end + offset }));
}

/**
 * Abbreviations that sentencex lacks and takes for the end of a sentence. Those that often end one, such as "etc.", are
 * excluded.
 */
const abbreviation =
  /(?<![\p{L}\p{M}])(?:approx|cc?a|cf|[Vv]ols?|pp|[Cc]hap|[Nn]r|Bd|Abb|incl|excl|resp|env|aprox|art|pág|p[áa]gs|ok|Zob|zob|прибл|стр|см|Bkz|bkz|bzw|zzgl|inkl|evtl|ggf|vgl|max|min|tel|Tel)\.$/u;

/** Titles: a name follows, and so a capital letter. */
const titles: Readonly<Record<string, RegExp>> = {
  fr: /(?<!\p{L})MM?\.$/u,
  it: /(?<!\p{L})(?:Sig|Dott)\.$/u,
  nl: /(?<!\p{L})Mevr\.$/u,
};

/**
 * A day before its month, as German and languages with lower-case months write it, with a stop behind the number: known
 * by the month, or by the word before the day where the month's name is also English.
 */
const dayOfMonth = /(?<![\p{L}\p{N}.,])\d{1,2}\.$/u;
const namedDay = /(?<!\p{L})(?:am|vom|bis|zum|der|den|dem|des|ab|seit) \d{1,2}\.$/iu;
const germanMonth = /^(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?!\p{L})/u;
const anyMonth = /^(?:April|August|September|November)(?!\p{L})/u;

/**
 * Whether a piece is not a whole sentence: it ends in an abbreviation, is the mark of an item or heading, or trails off
 * before a lower-case letter.
 */
function isOpen(piece: string, next: string, language: string): boolean {
  if (abbreviation.test(piece)) return /^[\p{Ll}\d€$£(]/u.test(next);
  if (titles[language]?.test(piece)) return true;
  const endsInDay = dayOfMonth.test(piece);
  if (endsInDay && (/^\p{Ll}/u.test(next) || germanMonth.test(next))) return true;
  if (endsInDay && namedDay.test(piece) && anyMonth.test(next)) return true;
  if (/^(?:#{1,6} )?(?:\d{1,3}|[ivxl]{1,6}|[IVX]{2,6})[.)]$/.test(piece)) return true;
  return /(?:\.\.\.|…|(?<!\p{L})\p{L}\.)$/u.test(piece) && /^\p{Ll}/u.test(next);
}

/** Splits a sentence at full-width stops, which need no blank after them. */
function wideStops(block: string, start: number, end: number): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const match of block.slice(start, end).matchAll(/[。！？]+(?![」』”’）)])/g)) {
    const until = start + match.index + match[0].length;
    const to = /^\s*$/.test(block.slice(until, end)) ? end : until;
    if (from < to) spans.push({ start: from, end: to });
    from = to;
  }
  if (from < end)
    spans.push({ start: from + (block.slice(from, end).length - block.slice(from, end).trimStart().length), end });
  return spans;
}

/** Returns `span` of `text` without the blanks at its ends. */
export function trimSpan(text: string, span: Span): Span {
  const piece = text.slice(span.start, span.end);
  const start = span.start + (piece.length - piece.trimStart().length);
  return { start, end: Math.max(start, span.end - (piece.length - piece.trimEnd().length)) };
}

const blankless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** As many characters of scripts without blanks as are as long for an embedder as a word: two of Chinese, five of Thai. */
const blanklessWords =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,2}\p{P}*|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{1,5}\p{P}*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/** The words of a text as the window limits of the embedders count them: runs of non-blank characters. */
export function limitedWords(text: string): RegExp {
  return blankless.test(text) ? blanklessWords : /\S+/g;
}

export function countWords(text: string): number {
  return text.match(limitedWords(text))?.length ?? 0;
}
