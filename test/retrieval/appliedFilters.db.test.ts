import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { appliedFilters, unmetConditions, filterJson } from '../../src/retrieval/filter.ts';
import type { MetadataCondition, SearchFilter } from '../../src/retrieval/passage.ts';
import type { Metadata, SourceType } from '../../src/knowledge/document.ts';
import { meetsMetadata } from '../../src/retrieval/metadataFilter.ts';
import { metadataEntries } from '../../src/knowledge/metadata/entries.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { cases } from '../support/cases.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const instant = (day: number) => new Date(Date.UTC(2025, 0, day));
const word = fc.constantFrom('a', 'B', 'Ann', 'ANN', 'ä', 'Ä', "x','y", '{a}');
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const sourceTypes = fc.constantFrom<SourceType>('MARKDOWN', 'PDF', 'CSV');
const fact = fc.option(word, { nil: null });

const value = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    ' a ',
    '2',
    '2.5',
    '-1',
    '10',
    '2025-01-02',
    '2025-01-02T09:00:00Z',
    '2025-13-01',
    '',
    'x\'"{,}',
  ),
  fc.constantFrom<unknown>(2, 2.5, -1, 10, true, false, null, { a: 1 }),
);
const metadata = fc.dictionary(
  fc.constantFrom('m', 'M', ' m', 'n.o', 'long'.repeat(30)),
  fc.oneof(value, fc.array(value, { maxLength: 3 })),
  {
    maxKeys: 3,
  },
);
const ranges: fc.Arbitrary<Omit<MetadataCondition, 'name'>> = fc.constantFrom(
  { from: '-1', to: '2' },
  { from: '2' },
  { to: '2.4' },
  { from: '2025-01-02', to: '2025-01-02' },
  { from: '2025-01-03' },
);
const conditions = fc.oneof(
  fc.record({
    name: fc.constantFrom('m', 'M', 'n.o'),
    in: fc.uniqueArray(fc.constantFrom('a', '2', 'true', '2025-01-02', 'x\'"{,}'), { minLength: 1, maxLength: 2 }),
  }),
  fc.tuple(fc.constantFrom('m', 'n.o'), ranges).map(([name, range]) => ({ name, ...range })),
);

const documents = fc.record({
  metadata,
  key: fc.constantFrom('a/1', 'A/1', 'b%', 'b_'),
  tags: fc.uniqueArray(word, { maxLength: 3 }),
  sourceType: sourceTypes,
  semanticType: fact,
  author: fact,
  language: fc.constantFrom('en', 'de', null),
  accessGroups: fc.uniqueArray(word, { maxLength: 2 }),
  updatedAt: fc.integer({ min: 1, max: 5 }).map(instant),
  supersededBy: fc.constantFrom('c', null),
});
const filters: fc.Arbitrary<SearchFilter> = fc.record({
  tags: optional(words),
  sourceTypes: optional(fc.uniqueArray(sourceTypes, { minLength: 1 })),
  semanticTypes: optional(words),
  authors: optional(words),
  languages: optional(fc.constantFrom(['en'], ['de', 'fr'])),
  accessGroups: optional(words),
  keyPrefix: optional(fc.constantFrom('a', 'A/', 'b%', '%')),
  updatedAfter: optional(fc.integer({ min: 1, max: 5 }).map(instant)),
  updatedBefore: optional(fc.integer({ min: 1, max: 5 }).map(instant)),
  includeSuperseded: optional(fc.boolean()),
  metadata: optional(fc.array(conditions, { minLength: 1, maxLength: 2 })),
});

/** The statement of the migration that reads the documents of before. */
async function backfill(): Promise<string> {
  const text = await readFile(new URL('../../migrations/0012_document_metadata.sql', import.meta.url), 'utf8');
  return /^insert into document_metadata [^;]+;/m.exec(text)![0];
}

describe('metadataEntries', () => {
  test('has what the migration makes of a document that was stored before', async () => {
    const workspaceId = await newWorkspace(open.database);
    const text = await backfill();
    const id = newId();
    await open.pool.query(
      `insert into document (workspace_id, document_id, key, title, state, metadata, tags, created_at, updated_at, source_type, search_config, access_groups, trust)
       values ($1, $2, 'k', '', 'PUBLISHED', '{}', '{}', now(), now(), 'MARKDOWN', 'english', '{}', 'NORMAL')`,
      [workspaceId, id],
    );
    const client = await open.pool.connect();
    try {
      await client.query('begin');
      await fc.assert(
        fc.asyncProperty(metadata, async (given) => {
          await client.query('update document set metadata = $2 where document_id = $1', [id, given]);
          await client.query('delete from document_metadata');
          await client.query(text);
          const { rows } = await client.query(
            'select name, value, number, day from document_metadata where document_id = $1 order by ordinal',
            [id],
          );
          const key = (entry: object) => JSON.stringify(entry);
          expect(rows.map(key).sort()).toEqual(
            metadataEntries(given)
              .map(({ name, value: own, number, day }) => key({ name, value: own, number, day }))
              .sort(),
          );
        }),
        { numRuns: cases(200) },
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

async function storeEntries(workspaceId: string, id: string, given: Metadata): Promise<void> {
  for (const [ordinal, { name, value: text, number, day }] of metadataEntries(given).entries())
    await open.pool.query('insert into document_metadata values ($1, $2, $3, $4, $5, $6, $7)', [
      workspaceId,
      id,
      ordinal,
      name,
      text,
      number,
      day,
    ]);
}

describe('unmetConditions', () => {
  test('is empty for exactly the documents that candor_filtered lets through', async () => {
    const workspaceId = await newWorkspace(open.database);
    await fc.assert(
      fc.asyncProperty(documents, filters, fc.boolean(), async (facts, filter, named) => {
        const document = { id: newId(), ...facts };
        const whole = named ? { ...filter, documentIds: [newId(), document.id.toUpperCase()] } : filter;
        await open.pool.query('delete from document where workspace_id = $1', [workspaceId]);
        await open.pool.query(
          `insert into document (workspace_id, document_id, key, title, state, metadata, tags, created_at, updated_at, source_type, semantic_type, author, language, search_config, access_groups, superseded_by, trust)
         values ($1, $2, $3, '', 'PUBLISHED', $12, $4, $5, $5, $6, $7, $8, $9, 'english', $10, $11, 'NORMAL')`,
          [
            workspaceId,
            document.id,
            facts.key,
            facts.tags,
            facts.updatedAt,
            facts.sourceType,
            facts.semanticType,
            facts.author,
            facts.language,
            facts.accessGroups,
            facts.supersededBy,
            facts.metadata,
          ],
        );
        await storeEntries(workspaceId, document.id, facts.metadata);
        const { rows } = await open.pool.query('select document_id from candor_filtered($1, $2)', [
          workspaceId,
          filterJson(whole),
        ]);
        expect(unmetConditions(document, { accessGroups: null, filter: whole }).length === 0).toBe(rows.length === 1);
      }),
      { numRuns: cases(300) },
    );
  });

  test('is empty for exactly the documents whose metadata candor_filtered lets through', async () => {
    const workspaceId = await newWorkspace(open.database);
    const id = newId();
    await open.pool.query(
      `insert into document (workspace_id, document_id, key, title, state, metadata, tags, created_at, updated_at, source_type, search_config, access_groups, trust)
       values ($1, $2, 'k', '', 'PUBLISHED', '{}', '{}', now(), now(), 'MARKDOWN', 'english', '{}', 'NORMAL')`,
      [workspaceId, id],
    );
    const letThrough = { some: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ m: fc.oneof(value, fc.array(value, { maxLength: 3 })), 'n.o': value }),
        fc.array(conditions, { minLength: 1, maxLength: 2 }),
        async (given, asked) => {
          await open.pool.query('delete from document_metadata where workspace_id = $1', [workspaceId]);
          await storeEntries(workspaceId, id, given);
          const { rows } = await open.pool.query('select document_id from candor_filtered($1, $2)', [
            workspaceId,
            filterJson({ metadata: asked }),
          ]);
          expect(asked.every((condition) => meetsMetadata(given, condition))).toBe(rows.length === 1);
          letThrough[rows.length === 1 ? 'some' : 'none'] += 1;
        },
      ),
      { numRuns: cases(1_500) },
    );
    expect(Math.min(letThrough.some, letThrough.none)).toBeGreaterThan(0);
  });

  test('names each condition that fails, with what was asked for', () => {
    const document = {
      id: 'd',
      key: 'k',
      tags: ['a'],
      sourceType: 'PDF',
      semanticType: null,
      author: null,
      language: 'en',
      accessGroups: ['hr'],
      updatedAt: instant(3),
      supersededBy: null,
      metadata: { product: 'Alpha', version: 2 },
    } as const;
    expect(
      unmetConditions(document, {
        accessGroups: ['sales'],
        filter: {
          tags: ['a', 'b'],
          sourceTypes: ['PDF'],
          updatedAfter: instant(4),
          metadata: [
            { name: 'product', in: ['Alpha', 'Beta'] },
            { name: 'product', in: ['Beta', 'Gamma'] },
            { name: 'version', from: '2.5', to: '4' },
          ],
        },
      }),
    ).toEqual([
      { condition: 'ACCESS', values: [], instant: null },
      { condition: 'TAGS', values: ['a', 'b'], instant: null },
      { condition: 'UPDATED_AFTER', values: [], instant: instant(4) },
      { condition: 'METADATA', values: ['product=Beta', 'product=Gamma'], instant: null },
      { condition: 'METADATA', values: ['version=2.5..4'], instant: null },
    ]);
  });
});

describe('appliedFilters', () => {
  test('tells what always holds and what was asked for, never the groups of the key', () => {
    const told = appliedFilters({
      accessGroups: ['secret'],
      asOf: instant(1),
      filter: { authors: ['Ann'], keyPrefix: 'hr/', includeSuperseded: false },
    });
    expect(told).toEqual([
      { condition: 'PUBLISHED', values: [], instant: null },
      { condition: 'VISIBLE_AT', values: [], instant: instant(1) },
      { condition: 'ACCESS', values: [], instant: null },
      { condition: 'QUALITY', values: [], instant: null },
      { condition: 'AUTHORS', values: ['Ann'], instant: null },
      { condition: 'KEY_PREFIX', values: ['hr/'], instant: null },
      { condition: 'NOT_SUPERSEDED', values: [], instant: null },
    ]);
    expect(
      appliedFilters({ accessGroups: null, asOf: instant(1), filter: { includeSuperseded: true } }).map(
        ({ condition }) => condition,
      ),
    ).toEqual(['PUBLISHED', 'VISIBLE_AT', 'QUALITY']);
  });
});
