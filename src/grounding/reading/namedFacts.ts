import { unitWords } from '../../knowledge/numberWords.ts';
import { withoutAccents } from '../../knowledge/words.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { holdsName } from './holdsName.ts';
import { overlaps, timeSpansOf, type Interval } from './timeSpan.ts';

/** What a question names, as it stands there, each once. Names that stand beside each other are one: "Hailey Johnson". */
export interface NamedFacts {
  readonly names: readonly string[];
  readonly codes: readonly string[];
  /** Dates left out. */
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
/** A capital inside a sentence. All capitals are left out: what "EU" stands for may be written out. */
const nameShape = /(?<=[\p{L}\d,;:)"'’] ["“'‘]?)\p{Lu}[\p{L}\d]*\p{Ll}[\p{L}\d]*/gu;
const numberShape = /(?<![\p{L}\d.,-])\d+(?:[.,]\d+)*(?![\p{L}\d-])/gu;
const calendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/i;
/** Where more of the words begin with a capital, it is a headline and its capitals name nothing. */
const headline = 0.6;
const shortestHeadline = 6;
/** Numbers that a text writes out as often as not. */
const writtenOut = unitWords.slice(0, 13);

/**
 * What a question names. Names are told by their capital, and so in English alone: in German every noun has one, and another language may have another name for a place.
 * @param language BCP 47 tag of the question
 */
export function namedFacts(question: string, language: string): NamedFacts {
  const english = language.toLowerCase().startsWith('en');
  const spans = english ? timeSpansOf(question) : [];
  const dates = spans.map((span) => span.words);
  const rest = spans.reduceRight(
    (text, { start, words }) => `${text.slice(0, start)} ${text.slice(start + words.length)}`,
    question,
  );
  const codes = matches(rest, codeShape).filter(
    (code) => !/^\d+(?:st|nd|rd|th|s|x|h|min|kg|km|cm|mm|g|m|l|ml|gb|mb|tb|w|v|a|am|pm|d)$/i.test(code),
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

/** Every fact, in the order of kinds. */
export function listFacts({ names, codes, numbers, dates }: NamedFacts): NamedFact[] {
  const all = (kind: NamedFact['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }));
  return [...all('NAME', names), ...all('CODE', codes), ...all('NUMBER', numbers), ...all('DATE', dates)];
}

type Placed = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;

/** A passage with what it stands under. */
export function wholeText({ documentTitle, sectionPath, text }: Placed): string {
  return [documentTitle, ...sectionPath, text].join('\n');
}

/** Whether a passage, with its title and headings, says something of a fact. A date is covered by one that shares a moment with it. */
export function coversFact(passage: Placed, fact: NamedFact): boolean {
  const whole = wholeText(passage);
  switch (fact.kind) {
    case 'DATE': {
      const asked = timeOf(fact.text);
      return asked.length === 0 || timeSpansOf(whole).some((span) => asked.some((other) => overlaps(span, other)));
    }
    case 'NUMBER':
      return holdsNumber(whole, fact.text);
    case 'CODE':
      return holdsCode(whole, fact.text) || spellsOut(whole, fact.text);
    case 'NAME':
      return holdsName(plain(whole), fact.text);
  }
}

/** BP-4, BP 4 and bp4 are one code. */
export function holdsCode(text: string, code: string): boolean {
  const pieces = plain(code).match(/\p{L}+|\d+/gu) ?? [];
  return new RegExp(String.raw`(?<![\p{L}\d])${pieces.join(String.raw`[^\p{L}\d\n.]?`)}(?![\p{L}\d])`, 'u').test(
    plain(text),
  );
}

/** Whether a text has the words that an acronym stands for: see `spelledOut`. */
export function spellsOut(text: string, acronym: string): boolean {
  return spelledOut(text, acronym) !== null;
}

/** The words of a text that an acronym stands for, in lower case: "two-factor authentication" for 2FA, "single sign-on" for SSO. Three characters at least: fewer stand for anything. */
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

/** A year by itself is one here: the question has said so. */
function timeOf(words: string): readonly Interval[] {
  const spans = timeSpansOf(words);
  return spans.length > 0 ? spans : timeSpansOf(`in ${words}`);
}

function holdsNumber(text: string, number: string): boolean {
  const word = writtenOut[Number(number)];
  const wanted = plainNumber(number);
  return (
    (text.match(/\d+(?:[.,]\d+)*/g) ?? []).some((told) => plainNumber(told) === wanted) ||
    (word !== undefined && new RegExp(String.raw`\b${word}\b`, 'i').test(text))
  );
}

/** Without case and accents. */
function plain(text: string): string {
  return withoutAccents(text).toLowerCase();
}

/** 1,200 and 1200 are one number; 12,5 and 12.5 too. */
function plainNumber(text: string): string {
  return text.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.');
}
