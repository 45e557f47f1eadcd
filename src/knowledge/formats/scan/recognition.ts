import type { ParsedDocument, SourceMap } from '../parsed.ts';
import type { RecognisedPage } from './recognisedPage.ts';

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
