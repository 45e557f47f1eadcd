import { IntlMessageFormat } from 'intl-messageformat';
import en from './en.json' with { type: 'json' };
import { type Language, languages, localeOf, spokenLanguage } from './languages.ts';

/** Every text of the console, by the place that shows it. Texts with arguments are ICU messages. */
export type Words = typeof en;

const stored = 'candor.language';

/** The language of the page. */
export let language: Language = 'en';

/**
 * The words of the console in that language. They are set once, before anything is shown: read them when they are shown,
 * not while a module loads.
 */
export let words: Words = en;

/** Of its numbers, dates and plurals. */
let locale: string = languages.en.locale;
let day = dates(locale);
let moment = moments(locale);
let signed = signs(locale);
let whole = new Intl.NumberFormat(locale);
const messages = new Map<string, IntlMessageFormat>();

/** Switches to the person's language, or to English if its words cannot be fetched. */
export async function speak(): Promise<void> {
  const wanted = spokenLanguage(window.localStorage.getItem(stored), window.navigator.languages);
  const found = await fetchWords[wanted]().catch(() => null);
  if (found) [language, words] = [wanted, found.default];
  locale = localeOf(language, window.navigator.languages);
  day = dates(locale);
  moment = moments(locale);
  signed = signs(locale);
  whole = new Intl.NumberFormat(locale);
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].direction;
}

/**
 * A message of `words` with its arguments: `formatMessage(words.counts.documents, { n: 3 })` is "3 documents".
 * @throws if the message has an argument that `values` lacks
 */
export function formatMessage(message: string, values: Readonly<Record<string, string | number>>): string {
  const known = messages.get(message);
  // A text may contain "<" for itself: there are no tags.
  const format = known ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  if (!known) messages.set(message, format);
  return String(format.format(values));
}

/** Stores the language that the person chose, and reloads the page in it. */
export function changeLanguage(language: Language): void {
  window.localStorage.setItem(stored, language);
  window.location.reload();
}

function dates(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
}

function moments(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

function signs(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

export const dayOf = (iso: string): string => day.format(new Date(iso));
export const momentOf = (iso: string): string => moment.format(new Date(iso));
/** 1.94 as +1.9. */
export const signedOf = (value: number): string => signed.format(value);
/** 12345 as 12,345. */
export const numberOf = (value: number): string => whole.format(value);
/** 42 as "42 seconds", 150 as "3 minutes". */
export function durationOf(seconds: number): string {
  const unit = seconds < 90 ? 'second' : 'minute';
  const value = unit === 'second' ? seconds : Math.ceil(seconds / 60);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
/** 2.04 as "2.0 s": how long something took. */
export function secondsOf(millis: number, digits = 1): string {
  const seconds = (millis / 1000).toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formatMessage(words.answer.took, { seconds });
}
/** How long ago a source was updated. @param days full days, from 0 */
export function ageOf(days: number): string {
  const { updatedToday, daysAgo, monthsAgo, yearsAgo } = words.answer;
  if (days < 1) return updatedToday;
  if (days < 60) return formatMessage(daysAgo, { n: days });
  return days < 730
    ? formatMessage(monthsAgo, { n: Math.round(days / 30) })
    : formatMessage(yearsAgo, { n: Math.round(days / 365) });
}
/** "“PayPal”, “bitcoin”": texts of others, as the language quotes and lists them. */
export const quotedList = (texts: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    texts.map((text) => formatMessage(words.quoted, { text })),
  );
/** 0.964 as "96%", as the language writes it. */
export const percentText = (share: number): string => share.toLocaleString(locale, { style: 'percent' });
/** 0.964 as 96. */
export const percentOf = (share: number): number => Math.round(share * 100);

/** Formats with the same name in every language. */
const ownNames = {
  XLSX: 'Excel',
  PPTX: 'PowerPoint',
  ODT: 'OpenDocument (ODT)',
  ODS: 'OpenDocument (ODS)',
  ODP: 'OpenDocument (ODP)',
  MSG: 'Outlook (MSG)',
  IMAGE: 'PNG, JPEG',
};

/** "en" as "English", in the language of the page; an unknown tag is returned unchanged. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A format or flag that is newer than these words is shown by its name in the schema. */
const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;
export const typeName = (type: string): string => named({ ...ownNames, ...words.documents.types }, type);
export const flagText = (flag: string): string => named(words.flags, flag);

/** Each language is a separate file, fetched only when it is used. */
const fetchWords: Readonly<Record<Language, () => Promise<{ readonly default: Words }>>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  nl: () => import('./nl.json', { with: { type: 'json' } }),
  pl: () => import('./pl.json', { with: { type: 'json' } }),
  tr: () => import('./tr.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  zh: () => import('./zh.json', { with: { type: 'json' } }),
};
