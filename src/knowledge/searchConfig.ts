import { primaryLanguage } from './language.ts';

/**
 * ISO 639-1 to Postgres' text search configurations: the Snowball stemmers that every supported server has.
 * Estonian is left out: Postgres 18 brought it, and a server 17 refuses the name.
 */
const configurations: ReadonlyMap<string, string> = new Map([
  ['ar', 'arabic'],
  ['ca', 'catalan'],
  ['da', 'danish'],
  ['de', 'german'],
  ['el', 'greek'],
  ['en', 'english'],
  ['es', 'spanish'],
  ['eu', 'basque'],
  ['fi', 'finnish'],
  ['fr', 'french'],
  ['ga', 'irish'],
  ['hi', 'hindi'],
  ['hu', 'hungarian'],
  ['hy', 'armenian'],
  ['id', 'indonesian'],
  ['it', 'italian'],
  ['lt', 'lithuanian'],
  ['nb', 'norwegian'],
  ['ne', 'nepali'],
  ['nl', 'dutch'],
  ['nn', 'norwegian'],
  ['no', 'norwegian'],
  ['pt', 'portuguese'],
  ['ro', 'romanian'],
  ['ru', 'russian'],
  ['sr', 'serbian'],
  ['sv', 'swedish'],
  ['ta', 'tamil'],
  ['tr', 'turkish'],
  ['yi', 'yiddish'],
]);

/** The language of the built-in embedder, and of everything that was stored before languages were told. */
export const defaultSearchConfig = 'english';

/**
 * The configuration that texts of a language are indexed and searched with; `simple` (no stemming, no stop words) where
 * there is none.
 * @param language ISO 639-1 or a BCP 47 tag; null: not recognised
 */
export function searchConfigOf(language: string | null): string {
  if (language === null) return defaultSearchConfig;
  return configurations.get(primaryLanguage(language)) ?? 'simple';
}

/** ISO 639-1 of the texts that a configuration was made for; null for `simple`, which is shared by many. */
export function languageOfConfig(searchConfig: string): string | null {
  return [...configurations].find(([, config]) => config === searchConfig)?.[0] ?? null;
}
