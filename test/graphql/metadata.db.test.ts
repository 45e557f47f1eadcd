import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

const admin: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
const outsider: Caller = { ...admin, role: 'READER', accessGroups: [], keyId: newId() };
const builder: Caller = { ...outsider, accessGroups: ['workshop'] };
const neighbour: Caller = { ...admin, workspaceId: newId() };

/** Pumps of an invented maker: the same sentence with another figure in each, so that the filter alone decides. */
const pump = (key: string, bar: number, front: string, more: Partial<DocumentInput> = {}) =>
  ({
    key,
    format: 'MARKDOWN',
    text: `---\n${front}\n---\n# Quillon pump\n\nThe test pressure of the Quillon pump is ${bar} bar.`,
    ...more,
  }) as DocumentInput;
const documents = [
  pump('river.md', 11, 'product: River\nversion: 2\nissued: 2024-03-01\nmarkets: [Norland, Sudmark]'),
  pump('river-new.md', 12, 'product: River\nversion: 10\nissued: 2025-06-15\nmarkets: [Sudmark]'),
  pump('harbour.md', 13, 'product: Harbour\nversion: "2.5"\nissued: "2025-01-31T08:00:00Z"\nlive: true'),
  pump('plain.md', 14, 'note: "written by hand"'),
  pump('prototype.md', 15, 'product: Cavern\nprototype: X1', { accessGroups: ['workshop'] }),
  pump('draft.md', 16, 'product: Undecided', { state: 'DRAFT' }),
  {
    key: 'upload.txt',
    format: 'PLAIN_TEXT',
    text: 'The test pressure of the Quillon pump is 17 bar.',
    metadata: { product: 'Upload', lot: 7 },
  },
] as const satisfies readonly DocumentInput[];
const foreign = [pump('foreign.md', 18, 'product: Foreign\nsecretName: 1')];

let open: OpenTestApp;
beforeAll(async () => {
  open = await openTestApp();
  for (const [caller, given] of [
    [admin, documents],
    [neighbour, foreign],
  ] as const) {
    await open.app.workspaces.ensure(caller.workspaceId, 'Quillon');
    const { results } = await open.app.ingest(caller, given);
    expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  }
}, 300_000);
afterAll(() => open.close());

type Condition = Readonly<Record<string, unknown>>;
const question = 'What is the test pressure of the Quillon pump?';
const ask = `query ($question: String!, $metadata: [MetadataCondition!]) {
  ask(input: { question: $question, filter: { metadata: $metadata } }) {
    __typename ... on Outcome { id } ... on Answer { text citations { document { key } } } ... on Abstention { reason } } }`;
const search = `query ($metadata: [MetadataCondition!]) {
  search(input: { query: "${question}", filter: { metadata: $metadata } }) { passages { documentKey } trace } }`;

async function found(metadata: readonly Condition[], caller = admin): Promise<string[]> {
  const { data, errors } = await runQuery(search, { app: open.app, caller, variables: { metadata } });
  expect(errors).toBeUndefined();
  return (data as unknown as { search: { passages: { documentKey: string }[] } }).search.passages
    .map(({ documentKey }) => documentKey)
    .sort();
}
async function refusal(metadata: readonly Condition[], caller = admin) {
  const { errors } = await runQuery(search, { app: open.app, caller, variables: { metadata } });
  const [error] = errors ?? [];
  return { message: error?.message, ...(error?.extensions as { code?: string; remedy?: string } | undefined) };
}

describe('a filter by metadata', () => {
  it.each<[readonly Condition[], readonly string[]]>([
    [[{ name: 'product', in: ['River'] }], ['river-new.md', 'river.md']],
    [[{ name: 'product', in: ['Harbour', 'Upload'] }], ['harbour.md', 'upload.txt']],
    [[{ name: 'product', in: ['river'] }], []],
    [[{ name: 'markets', in: ['Norland'] }], ['river.md']],
    [[{ name: 'live', in: ['true'] }], ['harbour.md']],
    [[{ name: 'lot', in: ['7'] }], ['upload.txt']],
    // As numbers, not as texts: 10 lies behind 2.5.
    [[{ name: 'version', from: '2.5' }], ['harbour.md', 'river-new.md']],
    [[{ name: 'version', to: '2.5' }], ['harbour.md', 'river.md']],
    [[{ name: 'version', from: '2', to: '2' }], ['river.md']],
    [[{ name: 'version', from: '-1', to: '1.99' }], []],
    [[{ name: 'issued', from: '2025-01-31', to: '2025-06-15' }], ['harbour.md', 'river-new.md']],
    [[{ name: 'issued', to: '2025-01-30' }], ['river.md']],
    // No text lies between two days, nor a day between two numbers.
    [[{ name: 'product', from: '0001-01-01' }], []],
    [[{ name: 'issued', from: '1' }], []],
    [
      [
        { name: 'product', in: ['River'] },
        { name: 'version', from: '3' },
      ],
      ['river-new.md'],
    ],
    [
      [
        { name: 'markets', in: ['Norland'] },
        { name: 'markets', in: ['Sudmark'] },
      ],
      ['river.md'],
    ],
    [
      [
        { name: 'product', in: ['River'] },
        { name: 'live', in: ['true'] },
      ],
      [],
    ],
  ])('%j finds %j', async (metadata, expected) => {
    expect(await found(metadata)).toEqual(expected);
  });

  it('decides what is answered from, and the run keeps it for a replay', async () => {
    const metadata = [
      { name: 'product', in: ['River'] },
      { name: 'issued', from: '2025-01-01', to: null },
    ];
    const { data, errors } = await runQuery(ask, { app: open.app, caller: admin, variables: { question, metadata } });
    expect(errors).toBeUndefined();
    const { ask: answer } = data as unknown as { ask: { id: string; text: string } };
    expect(answer).toMatchObject({
      __typename: 'Answer',
      text: expect.stringContaining('12 bar') as string,
      citations: [{ document: { key: 'river-new.md' } }],
    });
    const run = await open.app.runs.find(admin, answer.id);
    const kept = [
      { name: 'product', in: ['River'] },
      { name: 'issued', from: '2025-01-01' },
    ];
    expect(run?.filter).toEqual({ metadata: kept });
    const replay = `mutation { replayRun(input: { id: "${answer.id}" }) { errors { code } same run { trace result { ... on Answer { text } } } } }`;
    const again = await runQuery(replay, { app: open.app, caller: admin });
    const { replayRun } = again.data as unknown as { replayRun: { run: { trace: { filter: object } } } };
    expect(replayRun).toMatchObject({ errors: [], same: true, run: { result: { text: answer.text } } });
  });

  it('is told with what was searched', async () => {
    const metadata = [{ name: 'version', from: '3' }];
    const { data } = await runQuery(search, { app: open.app, caller: admin, variables: { metadata } });
    expect((data as unknown as { search: { trace: object } }).search.trace).toMatchObject({
      appliedFilters: expect.arrayContaining([
        { condition: 'METADATA', values: ['version=3..'], instant: null },
      ]) as unknown,
    });
  });

  it('follows the newest version of a document', async () => {
    const before = pump('moving.md', 21, 'stage: early');
    await open.app.ingest(admin, [before]);
    expect(await found([{ name: 'stage', in: ['early'] }])).toEqual(['moving.md']);
    await open.app.ingest(admin, [{ ...before, text: before.text?.replace('early', 'late') } as DocumentInput]);
    expect(await found([{ name: 'stage', in: ['early'] }]).catch((error: unknown) => error)).toEqual([]);
    expect(await found([{ name: 'stage', in: ['late'] }])).toEqual(['moving.md']);
  });
});

describe('a name that there is not', () => {
  it('is refused with the nearest one, and no run is kept of it', async () => {
    const runs = async () => (await open.app.runs.list(admin, { first: 50 }, {})).nodes.length;
    const before = await runs();
    expect(await refusal([{ name: 'Versoin', in: ['2'] }])).toMatchObject({
      code: 'BAD_INPUT',
      message: 'No document has metadata with the name "Versoin".',
      remedy: 'Did you mean "version"?',
    });
    const { errors } = await runQuery(ask, {
      app: open.app,
      caller: admin,
      variables: { question, metadata: [{ name: 'produkt', in: ['River'] }] },
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', remedy: 'Did you mean "product"?' });
    expect(await runs()).toBe(before);
  });

  it('tells no name of a draft, of a document that the caller may not read, or of another workspace', async () => {
    for (const name of ['prototype', 'secretName']) {
      const { code, remedy } = await refusal([{ name, in: ['X1'] }], outsider);
      expect(code).toBe('BAD_INPUT');
      expect(remedy).not.toMatch(/prototype|secretName|Cavern/);
    }
    expect((await refusal([{ name: 'prototyp', in: ['X1'] }], outsider)).remedy).not.toContain('prototype');
    expect((await refusal([{ name: 'prototyp', in: ['X1'] }], builder)).remedy).toBe('Did you mean "prototype"?');
    expect(await found([{ name: 'prototype', in: ['X1'] }], builder)).toEqual(['prototype.md']);
    expect((await refusal([{ name: 'secretNam', in: ['1'] }])).remedy).not.toContain('secretName');
    // Values of what may not be read find nothing, as values that no document has.
    expect(await found([{ name: 'product', in: ['Cavern', 'Undecided', 'Foreign'] }], outsider)).toEqual([]);
  });

  it.each<[Condition, RegExp]>([
    [{ name: 'product' }, /must give either "in"/],
    [{ name: 'product', in: ['a'], from: '1' }, /must give either "in"/],
    [{ name: 'product', in: [] }, /1 to 100 values/],
    [{ name: 'product', in: [' '] }, /empty value/],
    [{ name: ' ', in: ['a'] }, /must name a field/],
    [{ name: 'version', from: 'two' }, /must give numbers .* or days/],
    [{ name: 'version', from: '1', to: '2025-01-01' }, /must give numbers .* or days/],
    [{ name: 'version', from: '3', to: '2' }, /"from" behind "to"/],
    [{ name: 'issued', from: '2025-02-01', to: '2025-01-31' }, /"from" behind "to"/],
  ])('%j is refused', async (condition, message) => {
    expect(await refusal([condition])).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('Workspace.metadataNames', () => {
  const names = async (caller: Caller, values = 20) => {
    const query = `{ workspace { metadataNames(values: ${values}) { name values { value count } } } }`;
    const { data, errors } = await runQuery(query, { app: open.app, caller });
    expect(errors).toBeUndefined();
    const { workspace } = data as unknown as {
      workspace: { metadataNames: { name: string; values: { value: string; count: number }[] }[] };
    };
    return new Map(workspace.metadataNames.map((each) => [each.name, each.values]));
  };

  it('counts the values of what the caller may search, most frequent first', async () => {
    const all = await names(admin);
    expect([...all.keys()]).toEqual([...all.keys()].sort());
    expect(all.get('product')).toEqual([
      { value: 'River', count: 2 },
      { value: 'Cavern', count: 1 },
      { value: 'Harbour', count: 1 },
      { value: 'Upload', count: 1 },
    ]);
    expect(all.get('markets')).toEqual([
      { value: 'Sudmark', count: 2 },
      { value: 'Norland', count: 1 },
    ]);
    expect((await names(admin, 1)).get('product')).toEqual([{ value: 'River', count: 2 }]);
  });

  it('has nothing of a document that the caller may not read, nor of another workspace', async () => {
    const told = await names(outsider);
    expect(told.has('prototype')).toBe(false);
    expect(told.get('product')?.map(({ value }) => value)).toEqual(['River', 'Harbour', 'Upload']);
    expect((await names(builder)).get('prototype')).toEqual([{ value: 'X1', count: 1 }]);
    expect([...(await names(neighbour)).keys()]).toEqual(['product', 'secretName']);
  });

  it('forgets what is deleted', async () => {
    const { results } = await open.app.ingest(admin, [pump('gone.md', 22, 'fleeting: 1')]);
    expect((await names(admin)).has('fleeting')).toBe(true);
    await open.app.knowledge.deleteDocument(admin, results[0]?.documentId ?? '');
    expect((await names(admin)).has('fleeting')).toBe(false);
  });

  it('is not for a key that may only ask', async () => {
    const { errors } = await runQuery('{ workspace { metadataNames { name } } }', {
      app: open.app,
      caller: { ...outsider, scopes: ['ASK'] },
    });
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });
});
