import { primaryLanguage } from '../../knowledge/language.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import type { Language, Messages } from './messageKey.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ro } from './ro.ts';
import { ru } from './ru.ts';
import { sv } from './sv.ts';
import { th } from './th.ts';
import { tr } from './tr.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';

/** Every language says everything: one that lacks a message does not compile. */
export const catalogue: Readonly<Record<Language, Messages>> = {
  ar,
  de,
  el,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  nl,
  pl,
  pt,
  ro,
  ru,
  sv,
  th,
  tr,
  vi,
  zh,
};

/** @param tag BCP 47; all regions and scripts of a language read the same. English for a language that is not here */
export function languageOf(tag: string): Language {
  const language = primaryLanguage(tag);
  return isLanguage(language) ? language : 'en';
}

/** @param tag BCP 47 */
export function isInCatalogue(tag: string): boolean {
  return isLanguage(primaryLanguage(tag));
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(catalogue, language);
}
