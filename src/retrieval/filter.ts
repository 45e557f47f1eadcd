import type { Database, TransactionOptions } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import type { Document } from '../knowledge/document.ts';
import { checkMetadata, meetsMetadata, metadataJson, metadataTexts } from './metadataFilter.ts';
import type { MetadataCondition, SearchFilter } from './passage.ts';

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
/** jsonb refuses NUL and lone surrogates, and no stored text contains them. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
/** The years that ISO 8601 writes with four digits; jsonb's timestamps have no year 0. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Checks a filter as an entry point received it. Refuses an empty list: it would find nothing, and a caller who sends
 * one usually means everything.
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
  return {
    ...filter,
    ...(filter.languages ? { languages: filter.languages.map(checkLanguage) } : {}),
    ...(filter.metadata ? { metadata: checkMetadata(filter.metadata) } : {}),
  };
}

function checkList(field: ListField, list: readonly string[] | undefined): void {
  if (!list) return;
  if (list.length === 0) throw bad(field, 'must not be empty; leave it out to read everything');
  if (list.some((value) => value.trim() === '')) throw bad(field, 'must not hold an empty entry');
  if (!list.every(isStorable)) throw bad(field, 'must not hold an entry with NUL or half of a character');
}

/** With fallback 'none', unknown codes have no name: `of` returns undefined. */
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
 * The filter in the form that candor_filtered in migrations/0012_document_metadata.sql reads: JSON of the given conditions, `{}`
 * for none.
 */
export function filterJson(filter: SearchFilter): string {
  const { documentIds, includeSuperseded, metadata, ...rest } = filter;
  return JSON.stringify({
    ...rest,
    ...(documentIds ? { documentIds: documentIds.map((id) => id.toLowerCase()) } : {}),
    ...(includeSuperseded === false ? { includeSuperseded } : {}),
    ...(metadata ? { metadata: metadata.map(metadataJson) } : {}),
  });
}

/** Whether the filter leaves anything out. */
export function narrows(filter: SearchFilter): boolean {
  return filterJson(filter) !== '{}';
}

/** What every arm is given. */
export interface ArmScope extends TransactionOptions {
  readonly database: Database;
  readonly workspaceId: string;
  readonly asOf: Date;
  readonly filter: SearchFilter;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
}

/** The last values of an arm's statement: access groups or null, filter as JSON. */
export function bounds(scope: ArmScope): [readonly string[] | null, string] {
  return [scope.accessGroups, filterJson(scope.filter)];
}

/**
 * Conditions that a passage must meet to be found. The first four apply to every retrieval; the others are those of a
 * SearchFilter.
 */
export type FilterCondition =
  | 'PUBLISHED'
  | 'VISIBLE_AT'
  | 'ACCESS'
  | 'QUALITY'
  | 'DOCUMENT_IDS'
  | 'TAGS'
  | 'SOURCE_TYPES'
  | 'SEMANTIC_TYPES'
  | 'AUTHORS'
  | 'LANGUAGES'
  | 'ACCESS_GROUPS'
  | 'KEY_PREFIX'
  | 'UPDATED_AFTER'
  | 'UPDATED_BEFORE'
  | 'METADATA'
  | 'NOT_SUPERSEDED';

/** One condition of a retrieval, as requested. */
export interface AppliedFilter {
  readonly condition: FilterCondition;
  /** Empty where the condition takes none. */
  readonly values: readonly string[];
  readonly instant: Date | null;
}

/** What limits a retrieval. */
interface FilterScope {
  /** Null: every document. */
  readonly accessGroups: readonly string[] | null;
  readonly filter: SearchFilter;
  readonly asOf: Date;
}

/**
 * All conditions that a retrieval's passages met. The groups of the asker's key are left out: they would reveal what is
 * restricted.
 */
export function appliedFilters({ accessGroups, filter, asOf }: FilterScope): AppliedFilter[] {
  return [
    bare('PUBLISHED'),
    at('VISIBLE_AT', asOf),
    ...(accessGroups === null ? [] : [bare('ACCESS')]),
    bare('QUALITY'),
    ...askedFilters(filter),
  ];
}

function askedFilters(filter: SearchFilter): AppliedFilter[] {
  const { updatedAfter, updatedBefore, keyPrefix } = filter;
  return [
    ...list('DOCUMENT_IDS', filter.documentIds),
    ...list('TAGS', filter.tags),
    ...list('SOURCE_TYPES', filter.sourceTypes),
    ...list('SEMANTIC_TYPES', filter.semanticTypes),
    ...list('AUTHORS', filter.authors),
    ...list('LANGUAGES', filter.languages),
    ...list('ACCESS_GROUPS', filter.accessGroups),
    ...list('KEY_PREFIX', keyPrefix === undefined ? undefined : [keyPrefix]),
    ...(updatedAfter ? [at('UPDATED_AFTER', updatedAfter)] : []),
    ...(updatedBefore ? [at('UPDATED_BEFORE', updatedBefore)] : []),
    ...(filter.includeSuperseded === false ? [bare('NOT_SUPERSEDED')] : []),
    ...(filter.metadata ?? []).map((condition) => ofMetadata(condition)),
  ];
}

type Judged = Pick<
  Document,
  | 'id'
  | 'key'
  | 'tags'
  | 'sourceType'
  | 'semanticType'
  | 'author'
  | 'language'
  | 'accessGroups'
  | 'updatedAt'
  | 'supersededBy'
  | 'metadata'
>;

/**
 * The conditions that a document does not meet, apart from its state, versions and quality. The rules are those of
 * candor_filtered; a test compares the two. This is not done in SQL because the function only answers yes or no, and
 * only the search functions may call it.
 */
export function unmetConditions(
  document: Judged,
  { accessGroups, filter }: Pick<FilterScope, 'accessGroups' | 'filter'>,
): AppliedFilter[] {
  const { metadata = [], ...others } = filter;
  return [
    ...(mayRead(document, accessGroups) ? [] : [bare('ACCESS')]),
    ...askedFilters(others).filter((applied) => !meets(document, applied)),
    ...metadata
      .filter((condition) => !meetsMetadata(document.metadata, condition))
      .map((condition) => ofMetadata(condition)),
  ];
}

function meets(document: Judged, { condition, values, instant }: AppliedFilter): boolean {
  const lower = values.map((value) => value.toLowerCase());
  switch (condition) {
    case 'DOCUMENT_IDS':
      return lower.includes(document.id);
    case 'TAGS':
      return values.every((tag) => document.tags.includes(tag));
    case 'SOURCE_TYPES':
      return values.includes(document.sourceType);
    case 'SEMANTIC_TYPES':
      return document.semanticType !== null && lower.includes(document.semanticType.toLowerCase());
    case 'AUTHORS':
      return document.author !== null && lower.includes(document.author.toLowerCase());
    case 'LANGUAGES':
      return document.language !== null && values.includes(document.language);
    case 'ACCESS_GROUPS':
      return mayRead(document, values);
    case 'KEY_PREFIX':
      return values.every((prefix) => document.key.startsWith(prefix));
    case 'UPDATED_AFTER':
      return instant !== null && document.updatedAt >= instant;
    case 'UPDATED_BEFORE':
      return instant !== null && document.updatedAt < instant;
    case 'NOT_SUPERSEDED':
      return document.supersededBy === null;
    default:
      return true;
  }
}

/** Whether a reader with these groups may read this document. Null: the reader may read every document. */
function mayRead(document: Pick<Document, 'accessGroups'>, groups: readonly string[] | null): boolean {
  return (
    groups === null ||
    document.accessGroups.length === 0 ||
    document.accessGroups.some((group) => groups.includes(group))
  );
}

/** One for each condition, because all must hold. */
function ofMetadata(condition: MetadataCondition): AppliedFilter {
  return { condition: 'METADATA', values: metadataTexts(condition), instant: null };
}

function bare(condition: FilterCondition): AppliedFilter {
  return { condition, values: [], instant: null };
}

function at(condition: FilterCondition, instant: Date): AppliedFilter {
  return { condition, values: [], instant };
}

function list(condition: FilterCondition, values: readonly string[] | undefined): AppliedFilter[] {
  return values === undefined ? [] : [{ condition, values, instant: null }];
}
