import { getNamedType, isListType, isNonNullType, isObjectType, type GraphQLField } from 'graphql';
import { describe, expect, it } from 'vitest';
import { connectionOf } from '../../src/graphql/connection.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { runQuery } from '../support/runQuery.ts';

const page = 'nodes { __typename } pageInfo { hasNextPage endCursor }';
const objects = Object.values(buildSchema().getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__'),
);
const connections = objects.filter(({ name }) => name.endsWith('Connection'));

describe('a connection', () => {
  it('that clients page has edges', () => {
    expect(
      connections.flatMap((type) => (isObjectType(type) && type.getFields()['edges'] ? [type.name] : [])).sort(),
    ).toEqual([
      'CuratedAnswerConnection',
      'DocumentConnection',
      'FeedbackConnection',
      'IngestJobConnection',
      'KnowledgeGapConnection',
      'RunConnection',
    ]);
  });

  it.each(connections.map((type) => [type.name, type] as const))(
    '%s has its items, where the next page begins and how many there are',
    (_name, type) => {
      const fields = isObjectType(type) ? type.getFields() : {};
      expect(String(fields['nodes']?.type)).toMatch(/^\[\w+!\]!$/);
      expect(String(fields['pageInfo']?.type)).toBe('PageInfo!');
      expect(String(fields['totalCount']?.type)).toBe('Int!');
    },
  );

  it('is counted only where the count is selected', async () => {
    const app = createFakeApp();
    await runQuery(`{ documents { ${page} } runs { ${page} } }`, { app });
    expect(app.seen.calls).toEqual(['listDocuments', 'runs.list']);
    const { data } = await runQuery('{ documents(filter: { tags: ["a"] }) { totalCount } runs { totalCount } }', {
      app,
    });
    expect(data).toEqual({ documents: { totalCount: 2 }, runs: { totalCount: 12 } });
    expect(app.seen.calls.slice(2)).toEqual(['listDocuments', 'runs.list', 'countDocuments', 'runs.count']);
    expect(app.seen.requests.at(-2)).toEqual({ filter: { tags: ['a'] } });
  });

  it.each([
    ['recalls', 3],
    ['curatedAnswers', 1],
    ['aliases', 7],
    ['ingestJobs', 1],
    ['feedback', 2],
    ['knowledgeGaps', 3],
    ['labellingQueue', 7],
    ['calibrations', 0],
    ['apiKeys', 1],
    ['allowances', 0],
  ])('%s has a count of all pages', async (field, totalCount) => {
    const { data, errors } = await runQuery(`{ ${field} { ${page} totalCount } }`, { app: createFakeApp() });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ [field]: { totalCount } });
  });

  it.each([
    ['documents', ['d1', 'd2']],
    ['runs', ['run-1', 'run-2']],
    ['recalls', ['run-1']],
    ['knowledgeGaps', ['g1']],
    ['curatedAnswers', ['ca1']],
    ['ingestJobs', ['job-1']],
    ['feedback', ['f1', 'f2']],
  ])('%s has the cursor of each item, and says whether items precede', async (field, cursors) => {
    const relay = 'edges { cursor node { __typename } } pageInfo { hasPreviousPage startCursor endCursor }';
    const query = (input: string) => runQuery(`{ ${field}${input} { ${relay} } }`, { app: createFakeApp() });
    const { data, errors } = await query('');
    expect(errors).toBeUndefined();
    const [startCursor, endCursor] = [cursors[0], cursors.at(-1)];
    expect(data).toMatchObject({
      [field]: {
        edges: cursors.map((cursor) => ({ cursor, node: {} })),
        pageInfo: { hasPreviousPage: false, startCursor, endCursor },
      },
    });
    expect((await query('(after: "x")')).data).toMatchObject({ [field]: { pageInfo: { hasPreviousPage: true } } });
  });

  it('of no items has no cursor', async () => {
    const { data } = await runQuery(`{ calibrations { ${page} } }`, { app: createFakeApp() });
    expect(data).toEqual({ calibrations: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } });
  });

  it('of items of a job asks for one more than its page, and goes on after a cursor', async () => {
    const app = createFakeApp();
    const items = (input: string) => `{ ingestJob(id: "job-1") { items(${input}) { ${page} } } }`;
    const { data, errors } = await runQuery(items('first: 5'), { app });
    expect(errors).toBeUndefined();
    const cursor = connectionOf(['a'], { first: 1 }).pageInfo.endCursor;
    expect(data).toMatchObject({ ingestJob: { items: { pageInfo: { hasNextPage: false, endCursor: cursor } } } });
    await runQuery(items(`first: 5, after: "${cursor}"`), { app });
    expect(app.seen.requests).toEqual([
      { id: 'job-1', first: 6, after: -1 },
      { id: 'job-1', first: 6, after: 0 },
    ]);
    for (const wrong of ['first: 0', 'first: 101', 'after: "x"'])
      expect((await runQuery(items(wrong), { app })).errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } });
  });

  it('of the labelling queue goes on where the page before ended', async () => {
    const app = createFakeApp();
    const cursor = connectionOf(['a'], { first: 1 }).pageInfo.endCursor;
    const { data } = await runQuery(`{ labellingQueue(first: 2, after: "${cursor}") { ${page} } }`, { app });
    expect(app.seen.requests).toEqual([4]);
    expect(data).toEqual({ labellingQueue: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } });
  });

  it('of a list that is there as a whole walks it page by page', () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { nodes, edges, pageInfo, totalCount } = connectionOf(all, { first: 2, after });
      expect(totalCount()).toBe(5);
      expect(pageInfo.startCursor).toBe(edges[0]?.cursor);
      for (const { node, cursor } of edges)
        expect(connectionOf(all, { first: 1, after: cursor }).nodes).toEqual(
          all.slice(all.indexOf(node) + 1).slice(0, 1),
        );
      seen.push(...nodes);
      after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
    } while (after);
    expect(seen).toEqual(all);
  });
});

/** Lists of objects that are not paged, each with what bounds it. Whatever grows with use is a connection. */
const bounded: Readonly<Record<string, string>> = {
  'CuratedAnswer.sources': 'chosen by hand',
  'CuratedAnswer.staleSources': 'at most its sources',
  'TextBlock.doubtful': 'words of one paragraph',
  'Chunk.duplicates': 'at most 20',
  'Document.supersedes': 'a name that more than 30 documents share is no edition',
  'Feedback.documents': 'at most 20',
  'Query.allowance': 'one for a minute, a day and a month',
  'KnowledgeGap.causes': 'reasons, ten missing facts and the kinds of gaps',
  'KnowledgeGap.nearestDocuments': 'at most 5',
  'KnowledgeGap.chosen': 'at most 3',
  'Query.foundConflicts': 'at most 500 are listed',
  'FoundConflict.sides': 'two',
  'Query.unconfirmedEditions': 'at most 500 documents are compared',
  'IngestItem.results': 'the documents of one file',
  'IngestJobPayload.results': 'at most 500 are sent',
  'CalibrationsPayload.calibrations': 'one for each language',
  'Workspace.metadataNames': 'the 200 most frequent',
  'MetadataName.values': 'at most 100, as the argument says',
};

it('lists that grow are paged; the others say what bounds them', () => {
  const isOfAsking =
    /^(?:Answer|Abstention|Clarification|Confidence|Citation|CitationVerification|Claim|Conflict|Evidence|GroundingReport|MissExplanation|Passage|Provisional|Run|SearchResult|Alternative)\b/;
  const isList = ({ type }: GraphQLField<unknown, unknown>) => isListType(isNonNullType(type) ? type.ofType : type);
  const lists = objects.flatMap((type) =>
    isObjectType(type) && !connections.includes(type) && !type.name.startsWith('AnswerTable')
      ? Object.values(type.getFields())
          .filter((field) => isList(field) && isObjectType(getNamedType(field.type)) && field.name !== 'errors')
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  // What one question brings with it is bounded by the question: docs/asking.md.
  expect(lists.filter((list) => !isOfAsking.test(list)).sort()).toEqual(Object.keys(bounded).sort());
});
