import { describe, expect, test } from 'vitest';
import { uploadName, uploadOptions } from '../../src/knowledge/ingest/upload.ts';

describe('uploadName', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['café.md', 'café.md'],
    ['cafe\u0301.md', 'café.md'],
    ['folder/sub/report.pdf', 'report.pdf'],
    ['two words (1).md', 'two words (1).md'],
    ['a..b.md', 'a..b.md'],
    ['日本語.txt', '日本語.txt'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [' a.md ', 'a.md'],
    ['100%.md', '100%.md'],
  ])('%j becomes %j', (given, name) => expect(uploadName(given)).toBe(name));

  test.each([
    undefined,
    '',
    ' ',
    'folder/',
    '../secret.md',
    'a/../../b.md',
    '..',
    '.',
    '/etc/passwd',
    '//host/a.md',
    'C:\\a.md',
    'c:a.md',
    '..\\a.md',
    'a\\b.md',
    '.env',
    'folder/.hidden',
    'a\0.md',
    'a\n.md',
    'a\u001b[31m.md',
    'a\u202Egnp.md',
    'a\u200B.md',
    'a\uD800.md',
    'x'.repeat(256),
  ])('%j is refused', (given) => {
    expect(() => uploadName(given)).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: expect.not.stringMatching(/\p{Cc}/u) }),
    );
  });
});

describe('uploadOptions', () => {
  test('reads every field', () => {
    expect(
      uploadOptions([
        ['tags', 'policy, returns'],
        ['tags', 'returns,shop'],
        ['accessGroups', 'legal'],
        ['state', 'DRAFT'],
        ['semanticType', 'faq'],
        ['author', ' Ada '],
        ['language', 'de'],
        ['supersedes', 'old.md'],
        ['metadata', '{"product":"River","lots":[1,2]}'],
        ['effectiveFrom', '2026-01-31'],
        ['effectiveUntil', '2026-02-01T00:00:00+01:00'],
      ]),
    ).toEqual({
      tags: ['policy', 'returns', 'shop'],
      accessGroups: ['legal'],
      state: 'DRAFT',
      semanticType: 'faq',
      author: 'Ada',
      language: 'de',
      supersedes: 'old.md',
      metadata: { product: 'River', lots: [1, 2] },
      effectiveFrom: new Date('2026-01-31T00:00:00Z'),
      effectiveUntil: new Date('2026-01-31T23:00:00Z'),
    });
  });

  test('nothing, and empty fields, are no options', () => {
    expect(uploadOptions([])).toEqual({});
    expect(
      uploadOptions([
        ['author', ''],
        ['tags', ' '],
      ]),
    ).toEqual({});
  });

  test.each([
    ['state', 'published'],
    ['language', 'german'],
    ['effectiveFrom', 'yesterday'],
    ['effectiveFrom', '2026-02-30'],
    ['author', 'x'.repeat(201)],
    ['tags', Array.from({ length: 51 }, (_, index) => index).join(',')],
    ['metadata', 'product=River'],
    ['metadata', '[1]'],
    ['metadata', 'null'],
    ['metadata', JSON.stringify({ long: 'x'.repeat(20_000) })],
    ['colour', 'red'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ])('%s = %j is refused by name', (name, value) => {
    expect(() => uploadOptions([[name, value]])).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: expect.stringContaining(name) }),
    );
  });

  test('a single value that is sent twice, and a validity that ends before it begins, are refused', () => {
    expect(() =>
      uploadOptions([
        ['author', 'Ada'],
        ['author', 'Bob'],
      ]),
    ).toThrow(/author: was sent more than once/);
    expect(() =>
      uploadOptions([
        ['effectiveFrom', '2026-02-01'],
        ['effectiveUntil', '2026-01-01'],
      ]),
    ).toThrow(/effectiveUntil/);
  });
});
