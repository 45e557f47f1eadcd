import { catalogue, languageOf } from './catalogue.ts';
import type { Language, MessageKey } from './messageKey.ts';

/** What a placeholder stands for; a list is joined as the language does. */
export interface Values {
  readonly terms?: readonly string[];
  readonly words?: readonly string[];
  readonly filter?: string;
  readonly owner?: string;
  /** The question as it was asked. */
  readonly question?: string;
  /** Title and heading of the nearest passage. */
  readonly nearest?: string;
}

/** A text before its language is chosen: whole sentences one after another, and what fills them. */
export interface Saying {
  readonly keys: readonly MessageKey[];
  readonly values: Values;
}

const unspaced: ReadonlySet<Language> = new Set(['ja', 'zh']);
/** Without the comma before "or" of the United States. */
const regions: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };
const placeholder =
  /(?<open>[“„”«「]\u00A0?)?\{(?<name>terms|words|filter|owner|question|nearest)\}(?<close>\u00A0?[“”»」])?/g;

/** @param tag BCP 47; English for a language that is not in the catalogue */
export function say({ keys, values }: Saying, tag: string): string {
  const language = languageOf(tag);
  return fill(keys.map((key) => catalogue[language][key]).join(unspaced.has(language) ? '' : ' '), values, language);
}

/**
 * Fills all placeholders at once, so that a value that looks like one stays as it is. Of a list each part has the
 * quotes of the placeholder, and the last but one is followed by the language's "or".
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
