import { sharedStart, unitWords, withoutAccents } from '../../knowledge/language/words.ts';
import type { Passage } from '../passage.ts';
import { scan, type Token, labels } from '../../knowledge/values/numerals.ts';
import { isDay, speaksOf, stretchesIn } from '../../knowledge/values/calendar.ts';
import { clocksOf, numberKey } from '../../knowledge/values/values.ts';
import { type Interval, overlaps, timeSpansOf } from '../../knowledge/values/timeSpan.ts';
import { isCurrency, magnitudeOf, measuredUnit } from '../../knowledge/values/units.ts';

/** What a question names, verbatim and without duplicates. Adjacent names are one name: "Hailey Johnson". */
export interface NamedFacts {
  readonly names: readonly string[];
  readonly codes: readonly string[];
  /** Without dates. */
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
}

export const noFacts: NamedFacts = { names: [], codes: [], numbers: [], dates: [] };

/** One thing that a question names. */
export interface NamedFact {
  readonly kind: 'NAME' | 'CODE' | 'NUMBER' | 'DATE';
  readonly text: string;
}

const codeShape = /\b(?=[\w-]*\d)(?=[\w-]*\p{L})[\p{L}\d][\p{L}\d_-]*\b/gu;
/**
 * A capitalized word inside a sentence. Words in all capitals are left out: a text may write out what "EU" stands for.
 */
const nameShape = /(?<=[\p{L}\d,;:)"'’] ["“'‘]?)\p{Lu}[\p{L}\d]*\p{Ll}[\p{L}\d]*/gu;
const numberShape = /(?<![\p{L}\d.,-])\d+(?:[.,]\d+)*(?![\p{L}\d-]|[.,]\d)/gu;
const calendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/i;
/** If a larger share of the words is capitalized, the question is a headline and its capitals do not mark names. */
const headline = 0.6;
const shortestHeadline = 6;
/** Numbers that are often written out as words. */
const writtenOut = unitWords.slice(0, 13);

/**
 * What a question names. Names are recognized by their capital letter, so only in English: German capitalizes every
 * noun, and another language may have another name for a place.
 * @param language BCP 47 tag of the question
 */
export function namedFacts(question: string, language: string): NamedFacts {
  const english = language.toLowerCase().startsWith('en');
  const spans = english ? timeSpansOf(question) : [];
  const times = [
    ...spans.map(({ start, words }) => ({ text: words, start, end: start + words.length, isDate: true })),
    ...stretchesIn(question, language)
      .filter(({ text }) => /\p{N}/u.test(text))
      .map((stretch) => ({ ...stretch, isDate: true })),
    ...clocksOf(question).map((clock) => ({ ...clock, isDate: false })),
  ]
    .filter(
      ({ start, end }, position, all) =>
        !all.slice(0, position).some((other) => other.start < end && start < other.end),
    )
    .sort((left, right) => left.start - right.start);
  const dates = times.filter(({ isDate }) => english && isDate).map(({ text }) => text);
  const rest = times.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question);
  const codes = matches(rest, codeShape).filter(
    (code) => !/^\d+(?:st|nd|rd|th|s|x|h|min|kg|km|cm|mm|cc|g|m|l|ml|gb|mb|tb|w|v|a|am|pm|d|k)$|^\d+x\d+$/i.test(code),
  );
  const names =
    english && !isHeadline(question) ? namesIn(rest, (name) => !calendar.test(name) && !codes.includes(name)) : [];
  return { names, codes, numbers: matches(rest, numberShape), dates };
}

function isHeadline(question: string): boolean {
  const words = question.match(/\p{L}+/gu) ?? [];
  return (
    words.length >= shortestHeadline && words.filter((word) => /^\p{Lu}/u.test(word)).length > headline * words.length
  );
}

function namesIn(text: string, isName: (word: string) => boolean): string[] {
  const found: { name: string; end: number }[] = [];
  for (const match of text.matchAll(nameShape)) {
    const [word] = match;
    const before = found.at(-1);
    if (!isName(word)) continue;
    if (before && text.slice(before.end, match.index) === ' ')
      found.splice(-1, 1, { name: `${before.name} ${word}`, end: match.index + match[0].length });
    else found.push({ name: word, end: match.index + match[0].length });
  }
  return [...new Set(found.map(({ name }) => name))];
}

function matches(text: string, shape: RegExp): string[] {
  return [...new Set([...text.matchAll(shape)].map(([word]) => word))];
}

/** Every fact, ordered by kind. */
export function listFacts({ names, codes, numbers, dates }: NamedFacts): NamedFact[] {
  const all = (kind: NamedFact['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }));
  return [...all('NAME', names), ...all('CODE', codes), ...all('NUMBER', numbers), ...all('DATE', dates)];
}

type Placed = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/** A passage with its title and headings. */
export function wholeText({ documentTitle, sectionPath, text }: Placed): string {
  return [documentTitle, ...sectionPath, text].join('\n');
}

/** Whether a passage, with its title and headings, mentions a fact. A date is covered by any span that overlaps it. */
export function coversFact(passage: Placed, fact: NamedFact): boolean {
  const whole = wholeText(passage).normalize('NFKC');
  switch (fact.kind) {
    case 'DATE': {
      const [asked, days] = [timeOf(fact.text), stretchesIn(fact.text).filter(isDay)];
      if (asked.length === 0 && days.length === 0) return true;
      return (
        timeSpansOf(whole).some((span) => asked.some((other) => overlaps(span, other))) ||
        (days.length > 0 && stretchesIn(whole).some((stated) => days.some((other) => speaksOf(stated, other))))
      );
    }
    case 'NUMBER':
      return holdsNumber(whole, fact.text);
    case 'CODE':
      return holdsCode(whole, fact.text) || spellsOut(whole, fact.text);
    case 'NAME':
      return holdsName(plain(whole), fact.text);
  }
}

/** Whether a text contains a code. BP-4, BP 4 and bp4 are the same code. */
export function holdsCode(text: string, code: string): boolean {
  const pieces = plain(code).match(/\p{L}+|\d+/gu) ?? [];
  return new RegExp(String.raw`(?<![\p{L}\d])${pieces.join(String.raw`[^\p{L}\d\n.]?`)}(?![\p{L}\d])`, 'u').test(
    plain(text.normalize('NFKC')),
  );
}

/** Whether a text contains the words that an acronym stands for: see `spelledOut`. */
export function spellsOut(text: string, acronym: string): boolean {
  return spelledOut(text, acronym) !== null;
}

/**
 * The words of a text that an acronym stands for, in lower case: "two-factor authentication" for 2FA, "single sign-on"
 * for SSO. Only for acronyms of three to six characters; shorter ones could stand for anything.
 */
export function spelledOut(text: string, acronym: string): string | null {
  if (!/^[\p{L}\d]{3,6}$/u.test(acronym) || !/\p{L}/u.test(acronym)) return null;
  const words = Array.from(plain(acronym), (sign) =>
    /\d/.test(sign) ? `(?:${sign}|${writtenOut[Number(sign)] ?? sign})` : String.raw`${sign}\p{L}*`,
  );
  return (
    new RegExp(String.raw`(?<![\p{L}\d])${words.join(String.raw`[\s-]+`)}(?![\p{L}\d])`, 'u').exec(plain(text))?.[0] ??
    null
  );
}

/** Accepts a year on its own, because the question has already established that it is a date. */
function timeOf(words: string): readonly Interval[] {
  const spans = timeSpansOf(words);
  return spans.length > 0 ? spans : timeSpansOf(`in ${words}`);
}

function holdsNumber(text: string, number: string): boolean {
  const word = writtenOut[Number(number)];
  const wanted = numberKey(number);
  return (
    (text.match(/\d+(?:[.,'’\u00A0\u202F]\d+)*|[1-9]\d{0,2}(?: \d{3})+(?!\d)/g) ?? []).some(
      (stated) => numberKey(stated) === wanted,
    ) ||
    (word !== undefined && new RegExp(String.raw`\b${word}\b`, 'i').test(text))
  );
}

/** Without case and accents. */
function plain(text: string): string {
  return withoutAccents(text).toLowerCase();
}

/**
 * Words that begin many names. Without the rest of the name, something else is meant: "New Jersey" is not found in "New
 * York".
 */
const shared = new Set(
  (
    'new north south east west northern southern eastern western central saint san santa los las el la le great grand greater old upper lower free united royal first second third ' +
    'national international federal general prime high super big little red black white blue green gold silver american european english british french german spanish italian chinese japanese african ' +
    'asian russian canadian indian roman greek world early late modern chief vice deputy sir lord king queen prince princess president doctor dr mr mrs ms miss professor pope emperor standard unique ' +
    'union basic pro plus premium starter enterprise team'
  ).split(' '),
);
/** The endings in which forms of a name differ: Canada, Canadian; Africa, African; Turk, Turkish. */
const endings = new Set(['', 's', 'es', 'n', 'ns', 'an', 'ans', 'ian', 'ians', 'ish', 'ese', 'i', 'ic', 'a', 'e', 'y']);
const shortestStem = 4;
/** Shorter names are one letter away from too many other words. */
const shortestMistyped = 6;

/**
 * Whether a text names someone or something. It does if it has every word of the name in some form or with one typing
 * error; the words written together ("WolfgangSchulz") or apart ("Lending Club" for "LendingClub"); or the first word
 * of several, which texts often use as the short form, unless many names begin with it. When only whole words counted,
 * 33 golden and lihua-world questions lacked a name, and 23 of them were refused wrongly.
 * @param text without accents, in lower case
 */
export function holdsName(text: string, name: string): boolean {
  const there = text.match(/[\p{L}\d]+/gu) ?? [];
  const words = new Set(there);
  const wanted =
    withoutAccents(name)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? [];
  if (wanted.every((word) => stands(words, word))) return true;
  const [first = ''] = wanted;
  return isJoined(there, words, wanted.join('')) || (wanted.length > 1 && !shared.has(first) && stands(words, first));
}

function isJoined(there: readonly string[], words: ReadonlySet<string>, joined: string): boolean {
  return (
    words.has(joined) ||
    there.some((word, position) => joined.startsWith(word) && word + (there[position + 1] ?? '') === joined)
  );
}

function stands(words: ReadonlySet<string>, wanted: string): boolean {
  if (words.has(wanted)) return true;
  for (const word of words) if (isForm(word, wanted) || isMistyped(word, wanted)) return true;
  return false;
}

function isForm(left: string, right: string): boolean {
  const longest = sharedStart(left, right);
  for (let stem = longest; stem >= shortestStem; stem -= 1)
    if (endings.has(left.slice(stem)) && endings.has(right.slice(stem))) return true;
  return (
    endings.has(left.slice(right.length)) &&
    left.startsWith(right) &&
    right.length >= 2 &&
    left.length - right.length <= 2
  );
}

/** One letter too many, one missing, one replaced, or two swapped; never the first letter. */
function isMistyped(word: string, wanted: string): boolean {
  if (
    wanted.length < shortestMistyped ||
    /\d/.test(wanted) ||
    Math.abs(word.length - wanted.length) > 1 ||
    word[0] !== wanted[0]
  )
    return false;
  const start = sharedStart(word, wanted);
  let end = 0;
  while (end < Math.min(word.length, wanted.length) - start && word.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  const [left, right] = [word.slice(start, word.length - end), wanted.slice(start, wanted.length - end)];
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  );
}

/** Something named by letters and digits: E1042, BP-4, version 2.1, step 3, 555-1234-567, https://… */
export interface Code {
  readonly text: string;
  /** In lower case, without spaces and dashes: BP-4, BP 4 and bp4 are the same code. */
  readonly value: string;
}

/** Web and email addresses, which could lead a reader into a trap. */
const linkShape = /(?:https?:\/\/|www\.)[^\s)\]>"'”’]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w+/giu;

/** The codes, versions, labelled numbers and addresses of a text, in order. Plain numbers with a unit are not codes. */
export function codesOf(text: string): Code[] {
  const links = [...text.matchAll(linkShape)].map((match) => match[0].replace(/[.,;:!?]+$/, ''));
  const rest = text.replaceAll(linkShape, (link) => ' '.repeat(link.length));
  const tokens = scan(rest);
  const codes: Code[] = links.map((link) => ({ text: link, value: link.toLowerCase() }));
  for (let position = 0; position < tokens.length;) {
    const end = runEnd(tokens, position);
    const run = tokens.slice(position, end);
    const code = codeOf(tokens, position, run, rest);
    if (code !== undefined) codes.push({ text: code, value: valueOf(code) });
    position = end;
  }
  return codes;
}

const joins = /^[-_.\u2010\u2011]$/;

/** The end of a run of letters, digits, dashes, dots and underscores without a space between them. */
function runEnd(tokens: readonly Token[], first: number): number {
  let end = first + 1;
  if (tokens[first]?.kind === 'SIGN') return end;
  for (
    let token = tokens[end];
    token?.glued &&
    (token.kind !== 'SIGN' || (joins.test(token.text) && tokens[end + 1]?.glued && tokens[end + 1]?.kind !== 'SIGN'));
    token = tokens[end]
  )
    end += 1;
  return end;
}

function codeOf(tokens: readonly Token[], position: number, run: readonly Token[], text: string): string | undefined {
  const [first] = run;
  const last = run.at(-1);
  const numbers = run.filter(({ kind }) => kind === 'NUMBER');
  if (!first || !last || numbers.length === 0) return undefined;
  const written = text.slice(first.start, last.end);
  const labelled = labelBefore(tokens, position);
  if (labelled !== undefined && first.kind === 'NUMBER') return `${labelled} ${written}`;
  if (
    /^\d+(?:\.\d+){2,}$/.test(written) &&
    !/^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(written) &&
    !/^\d{1,3}(?:\.\d{3})+$/.test(written)
  )
    return written;
  if (/^\d{3,}(?:-\d{2,}){1,}$/.test(written) && !/^\d{4}-\d{2}-\d{2}$/.test(written) && numbers.length > 2)
    return written;
  const words = run.filter(({ kind }) => kind === 'WORD');
  return words.length > 0 && !isMeasure(run) ? written : undefined;
}

/** Whether a run is an amount: "5km", "30-day", "5-10-fold", "10th", "1990s", "EUR5", "3-year-old". */
function isMeasure(run: readonly Token[]): boolean {
  const words = run.filter(({ kind }) => kind === 'WORD');
  if (run[0]?.kind === 'NUMBER') {
    const [word] = words;
    if (!word) return true;
    const hyphened = !word.glued || run[run.indexOf(word) - 1]?.kind === 'SIGN';
    if (hyphened && !/\p{Lu}/u.test(word.text.slice(0, 1)) && word.text.length > 1) return true;
    return (
      measuredUnit(word.text) !== undefined ||
      /^(?:st|nd|rd|th|s|x|am|pm|a|p|er|e)$/.test(word.lower) ||
      magnitudeOf(word.text, true, true) !== 1
    );
  }
  const [word] = run;
  if (word && run.length === 2 && isCurrency(measuredUnit(word.text)?.name ?? '')) return true;
  // "top-10", "sub-5": lower case with a dash.
  return words.every(({ text }) => !/\p{Lu}/u.test(text)) && run[1]?.text === '-' && (word?.text.length ?? 0) > 2;
}

/** A label or a short name that a number belongs to: "TLS 1.2", "ISO 27001", "iOS 16". */
function labelBefore(tokens: readonly Token[], position: number): string | undefined {
  const before = tokens[position - 1]?.text === '.' ? tokens[position - 2] : tokens[position - 1];
  if (before?.kind !== 'WORD') return undefined;
  if (labels.has(before.lower)) return before.text;
  return /^(?:\p{Lu}{2,6}|iOS|macOS|Windows|Android|Python|Node|Postgres|PostgreSQL|Ubuntu|Debian|Java|HTTP)$/u.test(
    before.text,
  ) &&
    !isCurrency(measuredUnit(before.text)?.name ?? '') &&
    tokens[position - 1] === before
    ? before.text
    : undefined;
}

function valueOf(code: string): string {
  return code
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s_.\u2010-\u2015-]+/gu, (gap) => (gap.includes('.') ? '.' : ''))
    .replace(/\.$/, '')
    .replace(/^(?:versions?|v)(?=\d)/, '')
    .replace(/(?<=^\p{L}{3,})s(?=\d)/u, '');
}
