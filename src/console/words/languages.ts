interface LanguageEntry {
  /** Its own name. */
  readonly name: string;
  /** Of its numbers, dates and plurals (BCP 47). */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The languages of the console. The texts of each are the file `<tag>.json`. */
export const languages = {
  en: { name: 'English', locale: 'en', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr' },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr' },
  es: { name: 'Español', locale: 'es', direction: 'ltr' },
  it: { name: 'Italiano', locale: 'it', direction: 'ltr' },
  pt: { name: 'Português (Portugal)', locale: 'pt-PT', direction: 'ltr' },
  nl: { name: 'Nederlands', locale: 'nl', direction: 'ltr' },
  pl: { name: 'Polski', locale: 'pl', direction: 'ltr' },
  tr: { name: 'Türkçe', locale: 'tr', direction: 'ltr' },
  // Latin digits, as in the quotes of the documents beside them.
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl' },
  ja: { name: '日本語', locale: 'ja', direction: 'ltr' },
  zh: { name: '中文', locale: 'zh', direction: 'ltr' },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

const ofLanguage = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? '';

/**
 * Returns the language to use: the one that the person chose in this browser, otherwise the first of the browser's
 * languages that the console has, otherwise English.
 * @param wanted language tags (BCP 47), most wanted first
 */
export const spokenLanguage = (chosen: string | null, wanted: readonly string[]): Language =>
  [chosen ?? '', ...wanted.map(ofLanguage)].find(isLanguage) ?? 'en';

/**
 * The locale of numbers and dates: the browser's own for the language, with its region, so that a day is written as
 * the person's country writes it; otherwise the language's.
 * @param wanted language tags (BCP 47), most wanted first
 */
export function localeOf(language: Language, wanted: readonly string[]): string {
  const { locale } = languages[language];
  const regional = wanted.find(
    (tag) => /^[a-z]{2,3}(?:-[a-z]{4})?-(?:[a-z]{2}|\d{3})$/i.test(tag) && ofLanguage(tag) === language,
  );
  return regional === undefined ? locale : regional + (/-u-.*/.exec(locale)?.[0] ?? '');
}
