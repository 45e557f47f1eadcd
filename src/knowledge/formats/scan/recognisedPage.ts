import type { ParsedDocument, SourceMap } from '../parsed.ts';
import type { Box } from '../pdf/pdfGeometry.ts';
import type { Fragment } from '../pdf/pdfLines.ts';
import type { PageText } from '../pdf/pdfRunningLines.ts';
import type { RecognisedLine, RecognisedPicture, RecognisedWord } from './recogniser.ts';

/** A page whose words were recognised. */
export interface RecognisedPage {
  readonly page: PageText;
  /** Mean over its letters, 0 to 1. */
  readonly certainty: number;
  /** Words that may be misread. */
  readonly doubtful: readonly string[];
  /** Number of lines left out, because too little of them was recognised. */
  readonly dropped: number;
}

/**
 * A line with a lower certainty is a stain or a logo read as letters, or is illegible. Lines of a fair scan have more
 * than 0.85; a row of its blurred copy, in which one word in three was recognised, has 0.36.
 */
const leastOfLine = 0.4;
/**
 * Below this certainty, a word is doubtful. The limit is higher for a word with a figure, because no dictionary helps
 * there.
 */
const leastOfWord = 0.6;
const leastOfFigure = 0.8;
/** In line heights: a wider gap separates cells. */
const cellGap = 1;
/**
 * Sizes this close to the text size count as the text size: line heights are measured with an error of one to three
 * pixels.
 */
const sameSize = 0.2;
/** Headings of one level differ in measured height by less than this factor. */
const sizeStep = 1.25;
/** What a bullet is recognised as, with low certainty. */
const bulletLike = /^[«»*+¢©®°·•●▪■eo>¥]$/u;
const leastOfBullet = 0.75;

/**
 * @param number of the page, from 1
 * @param width of the page in points; the picture fills it
 */
export function recognisedPage(picture: RecognisedPicture, number: number, width: number): RecognisedPage {
  const scale = width / picture.width;
  const lines = picture.lines.map(withBullet).filter(({ words }) => words.some(({ text }) => text.trim()));
  const rules = picture.rules.map((rule) => scaled(rule, scale));
  const kept = lines.filter((line) => certaintyOf(line.words) >= leastOfLine && /[\p{L}\d]/u.test(lineText(line)));
  const body = middle(kept);
  return {
    page: {
      number,
      height: picture.height * scale,
      fragments: kept.flatMap((line) => fragmentsOf(line, sizeOf(line, body) * scale, { scale, rules })),
      drawing: { rules, dots: [], shown: [], pictured: true, colourAt: () => '#ffffff' },
      pictured: true,
    },
    certainty: certaintyOf(kept.flatMap(({ words }) => words)),
    doubtful: [...new Set(kept.flatMap(({ words }) => words.filter(isDoubtful).map(({ text }) => text)))],
    dropped: lines.length - kept.length,
  };
}

function withBullet(line: RecognisedLine): RecognisedLine {
  const [first, second] = line.words;
  return first && second && bulletLike.test(first.text) && first.certainty < leastOfBullet
    ? { ...line, words: [{ ...first, text: '•', certainty: 1 }, ...line.words.slice(1)] }
    : line;
}

const lineText = ({ words }: RecognisedLine): string => words.map(({ text }) => text).join(' ');

function isDoubtful({ text, certainty }: RecognisedWord): boolean {
  return certainty < (/\d/.test(text) ? leastOfFigure : leastOfWord);
}

function certaintyOf(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, certainty }) => sum + text.length * certainty, 0) / letters;
}

/** Returns the height of the line that has the median letter. */
function middle(lines: readonly RecognisedLine[]): number {
  const sorted = [...lines].sort((one, other) => one.height - other.height);
  const half = sorted.reduce((sum, line) => sum + lineText(line).length, 0) / 2;
  let seen = 0;
  return sorted.find((line) => (seen += lineText(line).length) >= half)?.height ?? 0;
}

function sizeOf({ height }: RecognisedLine, body: number): number {
  if (Math.abs(height - body) < body * sameSize || height < body) return body;
  return body * sizeStep ** Math.max(1, Math.round(Math.log(height / body) / Math.log(sizeStep)));
}

interface Placing {
  /** Points per pixel. */
  readonly scale: number;
  /** Text on both sides of an upright rule is never one fragment. */
  readonly rules: readonly Box[];
}

function fragmentsOf({ words, baseline }: RecognisedLine, size: number, { scale, rules }: Placing): Fragment[] {
  const top = baseline * scale;
  const walls = rules.filter((rule) => rule.bottom - rule.top > size && rule.top < top && rule.bottom > top - size);
  const fragments: Fragment[] = [];
  for (const { text, left: from, right: to } of words) {
    const [left, right] = [from * scale, to * scale];
    const last = fragments.at(-1);
    const isParted = last && walls.some((wall) => wall.left >= last.right - size / 4 && wall.right <= left + size / 4);
    if (last && !isParted && left - last.right < size * cellGap)
      fragments[fragments.length - 1] = { ...last, text: `${last.text} ${text}`, right };
    else fragments.push({ text, left, right, top, size, upright: true, monospaced: false, bold: false });
  }
  return fragments;
}

function scaled({ left, right, top, bottom }: Box, scale: number): Box {
  return { left: left * scale, right: right * scale, top: top * scale, bottom: bottom * scale };
}

/** A page with a lower certainty is uncertain as a whole. */
const leastOfPage = 0.75;
/** Maximum doubtful places that are kept of a page; a page with more is uncertain as a whole. */
const maxDoubtful = 200;
const maxNamed = 5;

/**
 * Adds what is known about recognised pages to a document: their certainty and doubtful words to its map, and both in
 * words to its problems.
 */
export function withRecognition(parsed: ParsedDocument, recognised: readonly RecognisedPage[]): ParsedDocument {
  if (recognised.length === 0 || !parsed.sourceMap) return parsed;
  const map = parsed.sourceMap;
  const found = recognised.map((each) => ({ ...each, places: placesOf(parsed.text, map, each) }));
  const whole = found.filter(({ certainty, places }) => certainty < leastOfPage || places.length > maxDoubtful);
  const doubtful = found
    .filter((each) => !whole.includes(each))
    .flatMap(({ places }) => places)
    .sort(([one], [other]) => one - other);
  const uncertain = new Set([...(map.uncertain ?? []), ...whole.map(({ page }) => page.number)]);
  return {
    ...parsed,
    sourceMap: {
      ...map,
      ...(uncertain.size > 0 ? { uncertain: [...uncertain].sort((one, other) => one - other) } : {}),
      recognised: recognised.map(({ page, certainty }) => ({
        page: page.number,
        certainty: Math.round(certainty * 100) / 100,
      })),
      ...(doubtful.length > 0 ? { doubtful } : {}),
    },
    problems: [...(parsed.problems ?? []), ...found.map((each) => problemOf(each, whole.includes(each)))],
  };
}

function problemOf({ page, certainty, doubtful, dropped }: RecognisedPage, isUncertain: boolean): string {
  const named = doubtful.slice(0, maxNamed).map((word) => `“${word}”`);
  const more = doubtful.length > maxNamed ? ` and ${doubtful.length - maxNamed} more` : '';
  return [
    `Page ${page.number}: recognised from its picture, ${Math.floor(certainty * 100)} % sure.`,
    ...(isUncertain ? [' Answers from there are never CONFIDENT.'] : []),
    ...(!isUncertain && named.length > 0
      ? [` Doubtful: ${named.join(', ')}${more}; answers from passages with such a word are never CONFIDENT.`]
      : []),
    ...(dropped > 0 ? [` ${dropped} ${dropped === 1 ? 'line was' : 'lines were'} left out as unreadable.`] : []),
  ].join('');
}

type Place = readonly [start: number, end: number];

/**
 * Returns every place in a page's text where a doubtful word occurs. If the same word also occurs with certainty, that
 * place counts as doubtful too.
 */
function placesOf(text: string, { offsets, positions }: SourceMap, { page, doubtful }: RecognisedPage): Place[] {
  const places: Place[] = [];
  for (const [index, position] of positions.entries()) {
    if (position !== page.number) continue;
    const [start, end] = [offsets[index] ?? 0, offsets[index + 1] ?? text.length];
    for (const word of doubtful) {
      // Joining lines removes the hyphen of a word split at the end of a line.
      const part = word.replace(/(?<=\p{L})-$/u, '');
      for (let at = text.indexOf(part, start); at >= 0 && at + part.length <= end; at = text.indexOf(part, at + 1)) {
        if (!isWithin(text, at, at + part.length, part !== word)) places.push([at, at + part.length]);
      }
    }
  }
  return places;
}

/** Whether the match is part of a longer word. */
function isWithin(text: string, start: number, end: number, isParted: boolean): boolean {
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\d]/u.test(letter);
  return (
    (isLetter(text[start - 1]) && isLetter(text[start])) ||
    (!isParted && isLetter(text[end]) && isLetter(text[end - 1]))
  );
}
