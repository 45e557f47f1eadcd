import { catalogue, languageOf } from './catalogue.ts';
import type { Language, MessageKey } from './messageKey.ts';

/** What a placeholder stands for; a list is joined as the language does. */
export interface Values {
  readonly terms?: readonly string[];
  readonly words?: readonly string[] | string;
  readonly filter?: string;
  readonly owner?: string;
  readonly reason?: string;
}

/** A text before its language is chosen: whole sentences one after another, and what fills them. */
export interface Saying {
  readonly keys: readonly MessageKey[];
  readonly values: Values;
}

const separators: Readonly<Partial<Record<Language, string>>> = { ar: '، ', ja: '、', zh: '、' };
const unspaced: ReadonlySet<Language> = new Set(['ja', 'zh']);
const placeholder = /\{(terms|words|filter|owner|reason)\}/g;

/** @param tag BCP 47; English for a language that is not in the catalogue */
export function say(saying: Saying, tag: string): string {
  return fill(unfilled(saying, tag), saying.values, tag);
}

/** The same with its placeholders standing: what may be shown to a translator, since no word of a document or a person is in it. */
export function unfilled({ keys }: Saying, tag: string): string {
  const language = languageOf(tag);
  return keys.map((key) => catalogue[language][key]).join(unspaced.has(language) ? '' : ' ');
}

/** Fills all placeholders at once, so that a value that looks like one stays as it is. */
export function fill(text: string, values: Values, tag: string): string {
  const separator = separators[languageOf(tag)] ?? ', ';
  return text.replaceAll(placeholder, (_all, name: keyof Values) => {
    const value = values[name] ?? '';
    return (typeof value === 'string' ? value : value.join(separator)).replaceAll(/\s+/g, ' ');
  });
}

/** Names of the placeholders of a text, sorted, with repetitions. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').toSorted();
}
