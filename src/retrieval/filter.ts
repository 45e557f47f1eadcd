import { CandorError } from '../errors.ts';
import type { SearchFilter } from './passage.ts';

type ListField = 'documentIds' | 'tags' | 'sourceTypes' | 'semanticTypes' | 'authors' | 'languages' | 'accessGroups';

const listFields: readonly ListField[] = [
  'documentIds',
  'tags',
  'sourceTypes',
  'semanticTypes',
  'authors',
  'languages',
  'accessGroups',
];
const maxKeyPrefix = 500;
/** NUL and halves of a character are refused by jsonb, and no stored text has one. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
/** The years that ISO 8601 writes with four digits; jsonb's timestamps have no year 0. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Checks a filter as it came through a door. An empty list is refused: it would find nothing, and whoever sends one
 * mostly means everything.
 * @throws BAD_INPUT that names the field
 */
export function checkFilter(filter: SearchFilter): SearchFilter {
  for (const field of listFields) checkList(field, filter[field]);
  const prefix = filter.keyPrefix;
  if (prefix !== undefined && (prefix === '' || prefix.length > maxKeyPrefix || !isStorable(prefix)))
    throw bad('keyPrefix', `must have 1 to ${maxKeyPrefix} whole characters, without NUL`);
  for (const field of ['updatedAfter', 'updatedBefore'] as const) {
    const instant = filter[field]?.getTime();
    if (instant === undefined) continue;
    if (Number.isNaN(instant)) throw bad(field, 'must be an instant in ISO 8601');
    if (instant < firstInstant || instant > lastInstant) throw bad(field, 'must lie in the years 1 to 9999');
  }
  if (filter.updatedAfter && filter.updatedBefore && filter.updatedAfter >= filter.updatedBefore)
    throw bad('updatedAfter', 'must lie before updatedBefore');
  return { ...filter, ...(filter.languages ? { languages: filter.languages.map(checkLanguage) } : {}) };
}

function checkList(field: ListField, list: readonly string[] | undefined): void {
  if (!list) return;
  if (list.length === 0) throw bad(field, 'must not be empty; leave it out to read everything');
  if (list.some((value) => value.trim() === '')) throw bad(field, 'must not hold an empty entry');
  if (!list.every(isStorable)) throw bad(field, 'must not hold an entry with NUL or half of a character');
}

/** Without a fallback the names of unknown codes are undefined. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function checkLanguage(language: string): string {
  const code = language.toLowerCase();
  if (/^[a-z]{2}$/.test(code) && languageNames.of(code) !== undefined) return code;
  throw bad('languages', 'holds a language that ISO 639-1 does not know; give two letters such as "en"');
}

function bad(field: string, problem: string): CandorError {
  return new CandorError('BAD_INPUT', `filter.${field} ${problem}.`, { details: { field: `filter.${field}` } });
}

/**
 * The filter as candor_filtered in migrations/0001_initial.sql reads it: JSON of the conditions that were given, `{}`
 * for none.
 */
export function filterJson(filter: SearchFilter): string {
  const { documentIds, includeSuperseded, ...rest } = filter;
  return JSON.stringify({
    ...rest,
    ...(documentIds ? { documentIds: documentIds.map((id) => id.toLowerCase()) } : {}),
    ...(includeSuperseded === false ? { includeSuperseded } : {}),
  });
}

/** Whether the filter leaves anything out. */
export function narrows(filter: SearchFilter): boolean {
  return filterJson(filter) !== '{}';
}
