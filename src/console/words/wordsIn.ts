import { en, type Words } from './en.ts';
import type { Language } from './languages.ts';

/** Each language is a file of its own, fetched by those who read it. */
const words: Readonly<Record<Language, () => Promise<Words>>> = {
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

/** The words of a language. @throws where its file cannot be fetched */
export const wordsIn = (language: Language): Promise<Words> => words[language]();
