import type { CheckName, DegradedPart as PartName, Tier as TierName } from '../generated/graphql.ts';

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

// The closed sets of the schema that have words of their own: a new member without words does not compile.
export type Tier = TierName;
export type Check = CheckName;
export type DegradedPart = PartName;

/**
 * "1 document", "2,000 documents": a number as a language writes it, with the form of the noun that the number takes
 * there. For languages with two forms.
 */
export function counted(locale: string): (n: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(locale);
  return (n, one, other) => `${n.toLocaleString(locale)} ${rules.select(n) === 'one' ? one : other}`;
}
