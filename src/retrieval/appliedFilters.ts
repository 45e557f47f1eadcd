import type { Document } from '../knowledge/document.ts';
import type { SearchFilter } from './passage.ts';

/** Conditions that a passage meets to be found; the first four hold for all, the others are those of a SearchFilter. */
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
  | 'NOT_SUPERSEDED';

/** One condition of a retrieval, as it was asked for. */
export interface AppliedFilter {
  readonly condition: FilterCondition;
  /** Empty where the condition takes none. */
  readonly values: readonly string[];
  readonly instant: Date | null;
}

/** What bounds a retrieval. */
export interface FilterScope {
  /** Null: every document. */
  readonly accessGroups: readonly string[] | null;
  readonly filter: SearchFilter;
  readonly asOf: Date;
}

/**
 * All conditions that a retrieval's passages met. The groups of the asker's key are not told: they name what is
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
>;

/**
 * The conditions that a document does not meet, apart from its state, versions and quality: by the rules of
 * candor_filtered, which a test compares with this. Told here and not in SQL, because the function gives no more than
 * yes or no, and only the search functions may call it.
 */
export function unmetConditions(
  document: Judged,
  { accessGroups, filter }: Pick<FilterScope, 'accessGroups' | 'filter'>,
): AppliedFilter[] {
  return [
    ...(mayRead(document, accessGroups) ? [] : [bare('ACCESS')]),
    ...askedFilters(filter).filter((applied) => !meets(document, applied)),
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

/** Whether one who reads the documents of these groups reads this one; null: reads every document. */
function mayRead(document: Pick<Document, 'accessGroups'>, groups: readonly string[] | null): boolean {
  return (
    groups === null ||
    document.accessGroups.length === 0 ||
    document.accessGroups.some((group) => groups.includes(group))
  );
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
