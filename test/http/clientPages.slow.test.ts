import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import { groupBy } from '../../src/stats.ts';
import {
  ApolloClient,
  Client,
  fetchExchange,
  gql,
  HttpLink,
  InMemoryCache,
  relayStylePagination,
  type TypedDocumentNode,
} from '../../tools/graphqlClients.ts';
import { openTestApp } from '../support/database.ts';
import { post } from '../support/testServer.ts';

let server: RunningServer;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const { app, close } = await openTestApp({ port: 0 });
  await app.workspaces.ensure(app.config.workspaceId, 'Default');
  server = await startServer(app, app.config);
  ends.push(() => server.close(), close);
});
afterAll(async () => {
  for (const end of ends) await end();
});

const send = async (query: string, variables: object) => {
  const { body } = await post(server.url, query, { variables });
  expect(body.errors).toBeUndefined();
  return body.data;
};

type Title = `page-${number}` | `sync-${number}`;
const named = (kind: 'page' | 'sync', count: number) =>
  Array.from({ length: count }, (_, at): Title => `${kind}-${at + 1}`);
const textOf = (title: Title, edition = 1) => ({
  key: title,
  title,
  tags: [title.slice(0, 4)],
  content: { text: `The lantern ${title} burns for ${edition} hours on one filling of oil.` },
});
const ingest = (documents: readonly ReturnType<typeof textOf>[]) =>
  send(
    'mutation ($documents: [DocumentInput!]!) { ingestDocuments(input: { documents: $documents }) { results { status } errors { message } } }',
    { documents },
  );

interface Connection {
  readonly edges: readonly { readonly node: { readonly __typename: 'Document'; readonly title: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const list: TypedDocumentNode<{ readonly documents: Connection }, { readonly after?: string | null }> = gql`
  query List($after: String) {
    documents(first: 10, after: $after, orderBy: TITLE, filter: { tags: ["page"] }) {
      edges {
        cursor
        node {
          __typename
          id
          title
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const titlesIn = ({ edges }: Connection) => edges.map(({ node }) => node.title);

describe('sixty documents', () => {
  const titles = named('page', 60).sort();
  beforeAll(() => ingest(titles.map((title) => textOf(title))));

  it('are all in the cache of Apollo Client after six pages, each once, in order', async () => {
    const typePolicies = { Query: { fields: { documents: relayStylePagination(['filter', 'orderBy']) } } };
    const cache = new InMemoryCache({ typePolicies });
    const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${server.url}/graphql` }) });
    const watched = client.watchQuery({ query: list });
    // As a page that shows it does; what nobody shows is not fetched further.
    const shown = watched.subscribe(() => undefined);
    let pages = 1;
    let { data } = await client.query({ query: list });
    for (; data?.documents.pageInfo.hasNextPage; pages += 1) {
      await watched.fetchMore({ variables: { after: data.documents.pageInfo.endCursor } });
      data = client.readQuery({ query: list }) ?? undefined;
    }
    expect(pages).toBe(6);
    expect(data && titlesIn(data.documents)).toEqual(titles);
    shown.unsubscribe();
    client.stop();
  });

  it('are read page by page by urql', async () => {
    const client = new Client({ url: `${server.url}/graphql`, preferGetMethod: false, exchanges: [fetchExchange] });
    const read: string[] = [];
    let after: string | null = null;
    do {
      const { data, error } = await client.query(list, { after }).toPromise();
      expect(error).toBeUndefined();
      read.push(...(data ? titlesIn(data.documents) : []));
      after = data?.documents.pageInfo.hasNextPage ? data.documents.pageInfo.endCursor : null;
    } while (after !== null);
    expect(read).toEqual(titles);
  });
});

/** What a client does that keeps 200 files in step and knows each by its own name. */
it('two hundred documents are kept in step by their keys, without a list', async () => {
  const titles = named('sync', 200);
  const statusesOf = async (documents: readonly ReturnType<typeof textOf>[]) => {
    const { results } = (await ingest(documents))?.['ingestDocuments'] as {
      readonly results: readonly { readonly status: string }[];
    };
    return [...groupBy(results, ({ status }) => status)].map(([status, each]) => [status, each.length]);
  };
  expect(await statusesOf(titles.map((title) => textOf(title)))).toEqual([['CREATED', 200]]);
  const gone = titles.slice(0, 40);
  const kept = titles.slice(40);
  const changed = kept.map((title, at) => textOf(title, at < 20 ? 2 : 1));
  expect(await statusesOf(changed)).toEqual([
    ['UPDATED', 20],
    ['UNCHANGED', 140],
  ]);
  for (const key of gone)
    expect(
      await send(
        'mutation ($key: String!) { deleteDocument(input: { by: { key: $key } }) { deletedId errors { message } } }',
        { key },
      ),
    ).toEqual({ deleteDocument: { deletedId: expect.any(String) as string, errors: [] } });
  const found = await send(
    '{ all: documents(filter: { tags: ["sync"] }) { totalCount } gone: documents(filter: { keys: ["sync-1", "sync-40"] }) { totalCount } changed: document(by: { key: "sync-41" }) { currentVersion { number } } }',
    {},
  );
  expect(found).toEqual({
    all: { totalCount: 160 },
    gone: { totalCount: 0 },
    changed: { currentVersion: { number: 2 } },
  });
});
