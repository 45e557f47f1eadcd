import type { CheckName, DegradedPart as PartName, SignalName, Tier as TierName } from '../generated/graphql.ts';

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
 * Returns the language to use: the one that the person chose in this browser, otherwise the first of the browser's
 * languages that the console has, otherwise English.
 * @param wanted language tags (BCP 47), most wanted first
 */
export const spokenLanguage = (chosen: string | null, wanted: readonly string[]): Language =>
  [chosen ?? '', ...wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '')].find(isLanguage) ?? 'en';

// The closed sets of the schema that have their own words: a new member without words does not compile.
export type Tier = TierName;
export type Check = CheckName;
export type DegradedPart = PartName;
export type Signal = SignalName;

/**
 * "1 document", "2,000 documents": a number as the language writes it, with the matching form of the noun. For
 * languages with two forms.
 */
export function counted(locale: string): (n: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(locale);
  return (n, one, other) => `${n.toLocaleString(locale)} ${rules.select(n) === 'one' ? one : other}`;
}
