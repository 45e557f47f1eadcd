import { defaultSearchConfig, searchConfigOf } from '../../knowledge/searchConfig.ts';

/**
 * The text search configuration that a question is analysed with: the one that all documents share; where there are several, that of the
 * first of the question's languages that documents have, else English. Null: none of these, and the most frequent one is to be counted.
 * @param held configurations of the documents, in any order
 * @param languages BCP 47 tags that the question may be in, likeliest first
 */
export function chooseSearchConfig(held: readonly string[], languages: readonly string[]): string | null {
  const [first = defaultSearchConfig] = held;
  if (held.length < 2) return first;
  const spoken = languages.map((language) => searchConfigOf(language)).find((config) => held.includes(config));
  return spoken ?? (held.includes(defaultSearchConfig) ? defaultSearchConfig : null);
}
