/** The languages of the console, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  ja: '日本語',
  zh: '中文',
} as const;

export type Language = keyof typeof languages;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/**
 * The language to speak: what the person chose in this browser, else the first of the browser's languages that there
 * are words in, else English.
 * @param wanted language tags (BCP 47), the most wanted first
 */
export const spokenLanguage = (chosen: string | null, wanted: readonly string[]): Language =>
  [chosen ?? '', ...wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '')].find(isLanguage) ?? 'en';
