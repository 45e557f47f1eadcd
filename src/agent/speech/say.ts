import { primaryLanguage, languageOfQuestion } from '../../knowledge/language/language.ts';
import { languageOfConfig } from '../../knowledge/language/words.ts';
import { ar } from './catalogue/ar.ts';
import { de } from './catalogue/de.ts';
import { el } from './catalogue/el.ts';
import { en } from './catalogue/en.ts';
import { es } from './catalogue/es.ts';
import { fr } from './catalogue/fr.ts';
import { hi } from './catalogue/hi.ts';
import { it } from './catalogue/it.ts';
import { ja } from './catalogue/ja.ts';
import type { Language, Messages, MessageKey } from './catalogue/messageKey.ts';
import { nl } from './catalogue/nl.ts';
import { pl } from './catalogue/pl.ts';
import { pt } from './catalogue/pt.ts';
import { ro } from './catalogue/ro.ts';
import { ru } from './catalogue/ru.ts';
import { sv } from './catalogue/sv.ts';
import { th } from './catalogue/th.ts';
import { tr } from './catalogue/tr.ts';
import { vi } from './catalogue/vi.ts';
import { zh } from './catalogue/zh.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { Plan } from '../state/plan.ts';
import type { EvidenceState } from '../state/evidence.ts';

/** Every language has every message: one that lacks a message does not compile. */
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
function languageOf(tag: string): Language {
  const language = primaryLanguage(tag);
  return isLanguage(language) ? language : 'en';
}

/** @param tag BCP 47 */
export function isInCatalogue(tag: string): boolean {
  return isLanguage(primaryLanguage(tag));
}

/**
 * The language that the loop speaks to the asker, BCP 47: the one that was asked for, otherwise the one that the
 * question is surely in, otherwise that of the documents if they share one that is in the catalogue. The last is for a
 * name or a code, which reveals no language. Recipes that were published with English messages keep them.
 */
export function spokenLanguage(
  request: Pick<ResolvedRequest, 'preset' | 'language' | 'question'>,
  plan: Plan | null,
  evidence: Pick<EvidenceState, 'searchConfig'>,
): string {
  if (!request.preset.localizes) return 'en';
  const spoken = request.language ?? languageOfQuestion(request.question.text);
  const ofDocuments = languageOfConfig(evidence.searchConfig);
  return spoken ?? (ofDocuments !== null && isInCatalogue(ofDocuments) ? ofDocuments : (plan?.language ?? 'en'));
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(catalogue, language);
}

/** What the placeholders are filled with; a list is joined as is usual in the language. */
export interface Values {
  readonly terms?: readonly string[];
  readonly words?: readonly string[];
  readonly filter?: string;
  readonly owner?: string;
  /** The question as it was asked. */
  readonly question?: string;
  /** Title and heading of the nearest passage. */
  readonly nearest?: string;
  /** What is suggested. */
  readonly sentence?: string;
}

/** A text before its language is chosen: whole sentences in order, and what fills them. */
export interface Saying {
  readonly keys: readonly MessageKey[];
  readonly values: Values;
}

const unspaced: ReadonlySet<Language> = new Set(['ja', 'zh']);
/** British English has no comma before the "or" of a list, as American English has. */
const regions: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };
const placeholder =
  /(?<open>[“„”«「]\u00A0?)?\{(?<name>terms|words|filter|owner|question|nearest|sentence)\}(?<close>\u00A0?[“”»」])?/g;

/** @param tag BCP 47; English for a language that is not in the catalogue */
export function say({ keys, values }: Saying, tag: string): string {
  const language = languageOf(tag);
  return fill(keys.map((key) => catalogue[language][key]).join(unspaced.has(language) ? '' : ' '), values, language);
}

/**
 * Fills all placeholders at once, so that a value that looks like one stays as it is. Each item of a list gets the
 * quotes of the placeholder, and the language's "or" comes before the last.
 */
export function fill(text: string, values: Values, tag: string): string {
  return text.replaceAll(placeholder, (...match) => {
    const { open = '', name, close = '' } = match.at(-1) as { open?: string; name: keyof Values; close?: string };
    const value = values[name] ?? '';
    const parts = (typeof value === 'string' ? [value] : value).map(
      (part) => `${open}${part.replaceAll(/\s+/g, ' ')}${close}`,
    );
    return parts.length < 2
      ? parts.join('') || `${open}${close}`
      : new Intl.ListFormat(regions[languageOf(tag)] ?? languageOf(tag), { type: 'disjunction' }).format(parts);
  });
}
