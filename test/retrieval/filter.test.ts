import { describe, expect, it } from 'vitest';
import { checkFilter, filterJson, narrows } from '../../src/retrieval/filter.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';

const noon = new Date('2025-01-01T12:00:00Z');

describe('a filter is refused, by the name of the field', () => {
  it.each<[string, SearchFilter]>([
    ...(['documentIds', 'tags', 'sourceTypes', 'semanticTypes', 'authors', 'languages', 'accessGroups'] as const).map(
      (field): [string, SearchFilter] => [field, { [field]: [] }],
    ),
    ['tags', { tags: ['a', '  '] }],
    ['authors', { authors: ['Ann\0'] }],
    ['languages', { languages: ['en', 'xx'] }],
    ['languages', { languages: ['english'] }],
    ['languages', { languages: ['de-AT'] }],
    ['keyPrefix', { keyPrefix: '' }],
    ['keyPrefix', { keyPrefix: 'x'.repeat(501) }],
    ['keyPrefix', { keyPrefix: 'a\0' }],
    ['keyPrefix', { keyPrefix: 'a\ud800' }],
    ['tags', { tags: ['a', '\ud800b'] }],
    ['updatedAfter', { updatedAfter: new Date('0000-06-01T00:00:00Z') }],
    ['updatedBefore', { updatedBefore: new Date(8.64e15) }],
    ['updatedBefore', { updatedBefore: new Date('never') }],
    ['updatedAfter', { updatedAfter: noon, updatedBefore: new Date(noon.getTime() - 1) }],
    ['updatedAfter', { updatedAfter: noon, updatedBefore: noon }],
  ])('%s: %j', (field, filter) => {
    expect(() => checkFilter(filter)).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: expect.stringContaining(`filter.${field} `),
        details: { field: `filter.${field}` },
      }) as Error,
    );
  });
});

it('languages count in any case', () => {
  expect(checkFilter({ languages: ['DE', 'en'] })).toEqual({ languages: ['de', 'en'] });
});

it('what is given passes on, and nothing else', () => {
  const filter: SearchFilter = {
    tags: ['a'],
    updatedAfter: noon,
    keyPrefix: 'hr/',
    includeSuperseded: false,
    documentIds: ['01900000-0000-7000-8000-00000000000A'],
    authors: undefined,
  };
  expect(JSON.parse(filterJson(checkFilter(filter)))).toEqual({
    tags: ['a'],
    updatedAfter: '2025-01-01T12:00:00.000Z',
    keyPrefix: 'hr/',
    includeSuperseded: false,
    documentIds: ['01900000-0000-7000-8000-00000000000a'],
  });
});

it.each<[SearchFilter, boolean]>([
  [{}, false],
  [{ includeSuperseded: true }, false],
  [{ tags: undefined }, false],
  [{ includeSuperseded: false }, true],
  [{ languages: ['en'] }, true],
])('%j narrows: %s', (filter, expected) => {
  expect(narrows(filter)).toBe(expected);
  // The database skips the filter for exactly this text.
  expect(filterJson(filter) === '{}').toBe(!expected);
});
