const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const shortened = (name: string) => `${name.slice(0, 3)}(?:${name.slice(3)})?`;
const behindDay = anyOf([...months, ...months.map((name) => capital(name))].map((name) => shortened(name)).concat('sept', 'Sept'));
/** Before a number a month needs its capital: `you may 3 times` is no date. */
const beforeDay = anyOf(months.map((name) => shortened(capital(name))).concat('Sept'));
const yearWords = ['in', 'since', 'from', 'until', 'till', 'by', 'before', 'after', 'during', 'year'];
const beforeYear = anyOf([...yearWords, ...yearWords.map((word) => capital(word))]);

/** Days with or without a year, months of a year, and years behind a word that makes them one. A month alone is too often a verb or a name. */
const dateShape = new RegExp(
  String.raw`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${behindDay}\b\.?(?:,?\s+\d{4}\b)?|\b${beforeDay}\.?\s+\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s+\d{4}\b)?`
  + String.raw`|\b${beforeDay}\.?\s+\d{4}\b|(?<=\b${beforeYear}\s)(?:19|20)\d{2}\b(?!\s*[%€$£¥])`,
  'gu',
);

/** A date as it stands in a text, and in one spelling: the same day has the same `value`. */
export interface FoundDate {
  readonly text: string;
  readonly value: string;
}

/** The dates of a text, in order. English. */
export function datesOf(text: string): FoundDate[] {
  return [...text.matchAll(dateShape)].map((match) => ({ text: match[0], value: normalise(match[0]) }));
}

/** The text without its dates: what numbers are left are no dates. */
export function withoutDates(text: string): string {
  return text.replaceAll(dateShape, ' ');
}

function normalise(date: string): string {
  if (/^\d{4}-/.test(date)) return date;
  const words = date.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [];
  const name = months.findIndex((entry) => words.some((word) => word.startsWith(entry.slice(0, 3))));
  const year = words.find((word) => /^\d{4}$/.test(word));
  const day = words.find((word) => /^\d{1,2}$/.test(word));
  const pad = (value: number | string | undefined, length: number) => (value === undefined ? '' : String(value).padStart(length, '0'));
  return [pad(year, 4), name < 0 ? '' : pad(name + 1, 2), pad(day, 2)].join('-').replace(/-+$/, '');
}
