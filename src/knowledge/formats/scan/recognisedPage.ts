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
  /** Words that may be other ones. */
  readonly doubtful: readonly string[];
  /** Lines that are left out: too little of them was recognised. */
  readonly dropped: number;
}

/**
 * A line that is less sure than this is a stain or a logo read as letters, or beyond reading. Lines of a fair scan are
 * surer than 0.85; a row of its blurred copy of which one word in three came out has 0.36.
 */
const leastOfLine = 0.4;
/** Below this a word is doubtful; one with a figure in it sooner, for no dictionary helps there. */
const leastOfWord = 0.6;
const leastOfFigure = 0.8;
/** In line heights: a wider gap parts cells. */
const cellGap = 1;
/** Sizes this near to the size of the text are that size: heights of lines are measured to a pixel or three. */
const sameSize = 0.2;
/** Headings of one level differ in measured height by less. */
const sizeStep = 1.25;
/** What a bullet is taken for, with little certainty. */
const bulletLike = /^[«»*+¢©®°·•●▪■eo>¥]$/u;
const leastOfBullet = 0.75;

/** @param width of the page in points, which the picture fills @param number from 1 */
export function recognisedPage(picture: RecognisedPicture, number: number, width: number): RecognisedPage {
  const scale = width / picture.width;
  const lines = picture.lines.map(withBullet).filter(({ words }) => words.some(({ text }) => text.trim()));
  const rules = picture.rules.map((rule) => scaled(rule, scale));
  const kept = lines.filter((line) => certaintyOf(line.words) >= leastOfLine && /[\p{L}\d]/u.test(textOf(line)));
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

const textOf = ({ words }: RecognisedLine): string => words.map(({ text }) => text).join(' ');

function isDoubtful({ text, certainty }: RecognisedWord): boolean {
  return certainty < (/\d/.test(text) ? leastOfFigure : leastOfWord);
}

function certaintyOf(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, certainty }) => sum + text.length * certainty, 0) / letters;
}

/** The height of the line in the middle of all letters. */
function middle(lines: readonly RecognisedLine[]): number {
  const sorted = [...lines].sort((one, other) => one.height - other.height);
  const half = sorted.reduce((sum, line) => sum + textOf(line).length, 0) / 2;
  let seen = 0;
  return sorted.find((line) => (seen += textOf(line).length) >= half)?.height ?? 0;
}

function sizeOf({ height }: RecognisedLine, body: number): number {
  if (Math.abs(height - body) < body * sameSize || height < body) return body;
  return body * sizeStep ** Math.max(1, Math.round(Math.log(height / body) / Math.log(sizeStep)));
}

interface Placing {
  /** Points a pixel. */
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

/** Pages that are less sure than this are uncertain as a whole. */
const leastOfPage = 0.75;
/** So many doubtful places of a page are kept; with more it is uncertain as a whole. */
const maxDoubtful = 200;
const maxNamed = 5;

/**
 * A document with what is known of its recognised pages: their certainty and doubtful words in its map, both in words
 * among its problems.
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
 * Every place of a page's text where a doubtful word stands: of two that are written alike, a sure one counts as
 * doubtful, too.
 */
function placesOf(text: string, { offsets, positions }: SourceMap, { page, doubtful }: RecognisedPage): Place[] {
  const places: Place[] = [];
  for (const [index, position] of positions.entries()) {
    if (position !== page.number) continue;
    const [start, end] = [offsets[index] ?? 0, offsets[index + 1] ?? text.length];
    for (const word of doubtful) {
      // A line's end takes the hyphen of the word that it parts.
      const part = word.replace(/(?<=\p{L})-$/u, '');
      for (let at = text.indexOf(part, start); at >= 0 && at + part.length <= end; at = text.indexOf(part, at + 1)) {
        if (!isWithin(text, at, at + part.length, part !== word)) places.push([at, at + part.length]);
      }
    }
  }
  return places;
}

/** Whether a longer word goes on at either end. */
function isWithin(text: string, start: number, end: number, isParted: boolean): boolean {
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\d]/u.test(letter);
  return (
    (isLetter(text[start - 1]) && isLetter(text[start])) ||
    (!isParted && isLetter(text[end]) && isLetter(text[end - 1]))
  );
}
