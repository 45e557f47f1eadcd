import { getIntrospectionQuery } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { requestLimits } from '../../src/graphql/limits.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';
import { cpuNow } from '../support/clocks.ts';

const app = createFakeApp();
const messageOf = async (source: string) =>
  (
    await runQuery(source, {
      app,
      variables: { question: 'answer', query: 'x', first: 20, runId: 'run-1', documentId: 'd1' },
    })
  ).errors?.[0]?.message;
const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

describe('refused', () => {
  test('too many tokens', async () => {
    await expect(runQuery(`{ workspace { ${repeat(2001, () => 'id')} } }`, { app })).rejects.toMatchObject({
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      message: expect.stringContaining('2000 tokens') as unknown,
    });
  });

  test('too many aliases', async () => {
    expect(await messageOf(`{ workspace { ${repeat(31, (index) => `a${index}: id`)} } }`)).toMatch(
      /^Aliases limit of 30/,
    );
  });

  test('too much depth, through fragments too', async () => {
    const nested = (depth: number) =>
      `{ __type(name: "A") { ${'ofType { '.repeat(depth)} name ${'} '.repeat(depth)} } }`;
    expect(await messageOf(nested(12))).toMatch(/^Query depth limit of 12/);
    expect(await messageOf(nested(9))).toBeUndefined();
    expect(
      await messageOf(
        `{ __type(name: "A") { ...A } } fragment A on __Type { ${'ofType { '.repeat(12)} name ${'} '.repeat(12)} }`,
      ),
    ).toMatch(/^Query depth limit of 12/);
  });

  test('too many directives', async () => {
    expect(await messageOf(`{ workspace { ${repeat(21, () => 'id @include(if: true)')} } }`)).toMatch(
      /^Directives limit of 20/,
    );
  });

  test('too many heavy fields, through fragments too', async () => {
    const asks = (count: number) => repeat(count, (index) => `a${index}: ask(input: { question: "q" }) { __typename }`);
    expect(await messageOf(`{ ${asks(requestLimits.heavyFields + 1)} }`)).toContain('at most 5');
    expect(
      await messageOf(
        `{ a: ask(input: { question: "q" }) { __typename } ...More } fragment More on Query { ${repeat(5, (index) => `b${index}: search(input: { query: "q" }) { tier }`)} }`,
      ),
    ).toContain('at most 5');
    expect(await messageOf(`{ ${asks(requestLimits.heavyFields)} }`)).toBeUndefined();
  });

  const versionsOfRuns = 'nodes { passages { document { versions { nodes { text number } } } } }';
  test.each([
    ['a literal page', `{ runs(first: 100) { ${versionsOfRuns} } }`],
    ['a page in a variable', `query ($first: Int!) { runs(first: $first) { ${versionsOfRuns} } }`],
    ['a page in a fragment', `{ runs(first: 100) { ...Page } } fragment Page on RunConnection { ${versionsOfRuns} }`],
  ])('too much cost: all versions of all passages of 100 runs, with %s', async (_name, source) => {
    expect(await messageOf(source)).toContain('at most 20,000');
  });

  test('doubling fragments, in no time', async () => {
    const fragments = repeat(120, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`);
    const started = cpuNow();
    expect(
      await messageOf(`{ ...F0 } ${fragments} fragment F120 on Query { ask(input: { question: "q" }) { __typename } }`),
    ).toContain('at most 20,000');
    expect(cpuNow() - started).toBeLessThan(1000);
  });

  test('a fragment cycle is refused and does not hang', async () => {
    expect(
      await messageOf('{ workspace { ...A } } fragment A on Workspace { ...B } fragment B on Workspace { ...A }'),
    ).toBeDefined();
  });
});

test('a large but useful request passes', async () => {
  expect(
    await messageOf(`{ documents(first: 100) { totalCount nodes { id key title url state metadata tags createdAt updatedAt currentVersion { number contentHash }
    versions(first: 10) { nodes { id number contentHash effectiveFrom effectiveUntil createdAt expiresAt } } } pageInfo { endCursor } } }`),
  ).toBeUndefined();
});

test('introspection and the example operations pass', async () => {
  expect(await messageOf(getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }))).toBeUndefined();
  const folder = new URL('../../src/console/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));
  const shared = {
    Refusal: 'refusal.graphql',
    OutcomeParts: 'ask/outcome.graphql',
    StandingParts: 'ask/recalled.graphql',
  };
  const files: readonly string[] = Object.values(shared);
  for (const name of names.filter((each) => !files.includes(each))) {
    const own = readFileSync(new URL(name, folder), 'utf8');
    if (own.includes('subscription ')) continue;
    const text = Object.entries(shared)
      .filter(([fragment]) => own.includes(`...${fragment}`))
      .reduce((all, [, file]) => `${all}\n${readFileSync(new URL(file, folder), 'utf8')}`, own);
    // The operation and its variables are looked at after the limits.
    const passed = /^(Variable "\$|Must provide operation name|$)/;
    expect((await messageOf(text)) ?? '', name).toMatch(passed);
  }
});
