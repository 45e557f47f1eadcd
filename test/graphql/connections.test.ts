import { describe, expect, it } from 'vitest';
import { pageOf } from '../../src/graphql/connection.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const page =
  'edges { cursor node { __typename } } nodes { __typename } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

interface Connection {
  readonly edges: readonly { readonly cursor: string }[];
  readonly nodes: readonly unknown[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

describe('a connection', () => {
  it.each(['documents', 'curatedAnswers', 'aliases', 'ingestJobs', 'runs', 'feedback', 'knowledgeGaps'])(
    '%s has nodes, the same as edges with a cursor each, and tells where its page stands',
    async (field) => {
      const { data, errors } = await runQuery(
        `{ first: ${field} { ${page} } next: ${field}(after: "x") { ${page} } }`,
        {
          app: createFakeApp(),
        },
      );
      expect(errors).toBeUndefined();
      const { first, next } = data as unknown as Readonly<Record<'first' | 'next', Connection>>;
      expect(first.edges).toEqual(first.nodes.map((node) => ({ cursor: expect.any(String) as unknown, node })));
      expect(first.pageInfo).toMatchObject({
        hasPreviousPage: false,
        startCursor: first.edges[0]?.cursor,
        endCursor: first.edges.at(-1)?.cursor,
      });
      expect(next.pageInfo).toMatchObject({ hasPreviousPage: true });
    },
  );

  it('of no items has no cursors', async () => {
    const { data } = await runQuery(`{ calibrations { ${page} } }`, { app: createFakeApp() });
    expect(data).toEqual({
      calibrations: {
        edges: [],
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      },
    });
  });

  it('of items of a job asks for one more than its page, and goes on after a cursor', async () => {
    const app = createFakeApp();
    const items = (input: string) => `{ ingestJob(id: "job-1") { items(${input}) { ${page} } } }`;
    const { data, errors } = await runQuery(items('first: 5'), { app });
    expect(errors).toBeUndefined();
    const cursor = pageOf(['a'], { first: 1 }).endCursor;
    expect(data).toMatchObject({ ingestJob: { items: { pageInfo: { hasNextPage: false, endCursor: cursor } } } });
    await runQuery(items(`first: 5, after: "${cursor}"`), { app });
    expect(app.seen.requests).toEqual([
      { id: 'job-1', first: 6, after: -1 },
      { id: 'job-1', first: 6, after: 0 },
    ]);
    for (const wrong of ['first: 0', 'first: 101', 'after: "x"'])
      expect((await runQuery(items(wrong), { app })).errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } });
  });

  it('goes on after any of its cursors, not only the last', () => {
    const all = ['a', 'b', 'c', 'd'];
    const { cursors } = pageOf(all, { first: 3 });
    expect(pageOf(all, { first: 2, after: cursors[1] })).toMatchObject({ nodes: ['c', 'd'], hasNextPage: false });
    expect(pageOf(all, { first: 2, after: cursors[0] })).toMatchObject({ nodes: ['b', 'c'], hasNextPage: true });
  });
});
