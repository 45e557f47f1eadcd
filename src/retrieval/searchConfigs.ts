import { defaultSearchConfig, searchConfigOf } from '../knowledge/searchConfig.ts';

/**
 * The text search configuration that a question is analysed with: the one that all documents share; where there are several, that of the
 * first of the question's languages that documents have, else English, else the most frequent.
 * @param held configurations of the documents, most frequent first
 * @param languages BCP 47 tags that the question may be in, likeliest first
 */
export function chooseSearchConfig(held: readonly string[], languages: readonly string[]): string {
  const [first = defaultSearchConfig] = held;
  if (held.length < 2) return first;
  const spoken = languages.map((language) => searchConfigOf(language)).find((config) => held.includes(config));
  return spoken ?? (held.includes(defaultSearchConfig) ? defaultSearchConfig : first);
}
