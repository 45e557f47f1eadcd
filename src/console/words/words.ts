import { en, type Words } from './en.ts';
import { type Language, spokenLanguage } from './languages.ts';

const stored = 'candor.language';

/**
 * The words of the console in the person's language. They are set once, before anything is shown: read them when they
 * are shown, not while a module loads.
 */
export let words: Words = en;

let day = dates(en.locale);
let moment = moments(en.locale);
let signed = signs(en.locale);
let whole = new Intl.NumberFormat(en.locale);

/** Switches to the person's language, or to English if its words cannot be fetched. */
export async function speak(): Promise<void> {
  const language = spokenLanguage(window.localStorage.getItem(stored), window.navigator.languages);
  words = await wordsIn(language).catch(() => en);
  day = dates(words.locale);
  moment = moments(words.locale);
  signed = signs(words.locale);
  whole = new Intl.NumberFormat(words.locale);
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
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
  return new Intl.NumberFormat(words.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
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
    return new Intl.DisplayNames(words.locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A format or flag that is newer than these words is shown by its name in the schema. */
const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;
export const typeName = (type: string): string => named({ ...ownNames, ...words.documents.types }, type);
export const flagText = (flag: string): string => named(words.flags, flag);

/** Each language is a separate file, fetched only when it is used. */
const wordsOf: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/de.ts')).de,
  fr: async () => (await import('./fr/fr.ts')).fr,
  es: async () => (await import('./es/es.ts')).es,
  it: async () => (await import('./it/it.ts')).it,
  pt: async () => (await import('./pt/pt.ts')).pt,
  nl: async () => (await import('./nl/nl.ts')).nl,
  pl: async () => (await import('./pl/pl.ts')).pl,
  tr: async () => (await import('./tr/tr.ts')).tr,
  ar: async () => (await import('./ar/ar.ts')).ar,
  ja: async () => (await import('./ja/ja.ts')).ja,
  zh: async () => (await import('./zh/zh.ts')).zh,
};

/**
 * Returns the words of a language.
 * @throws if its file cannot be fetched
 */
const wordsIn = (language: Language): Promise<Words> => wordsOf[language]();
