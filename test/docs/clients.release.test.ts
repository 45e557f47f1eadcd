import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanShell } from '../support/cleanShell.ts';
import { followPage, printedBy } from '../support/followPage.ts';
import { servedSample } from '../support/sampleServer.ts';
import { post } from '../support/testServer.ts';

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const sample = servedSample();
const home = mkdtempSync(join(tmpdir(), 'candor-clients-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const titles = Array.from({ length: 60 }, (_, at) => `Lantern ${at + 101}`);
beforeAll(async () => {
  const documents = titles.map((title) => ({
    key: title,
    title,
    tags: ['lantern'],
    content: { text: `${title} burns for some hours.` },
  }));
  const stored =
    'mutation ($documents: [DocumentInput!]!) { ingestDocuments(input: { documents: $documents }) { errors { message } } }';
  expect((await post(sample.url, stored, { variables: { documents } })).body).toEqual({
    data: { ingestDocuments: { errors: [] } },
  });
}, 300_000);

/** Pages through a list with both clients, typed by what the page generates; prints the titles that each has in the end. */
const pager = `
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { graphql } from './gql/index.js';
import possibleTypes from './possibleTypes.json' with { type: 'json' };

const list = graphql(\`
  query List($after: String) {
    documents(first: 10, after: $after, orderBy: TITLE, filter: { tags: ["lantern"] }) {
      edges { cursor node { id title } }
      pageInfo { hasNextPage endCursor }
    }
  }
\`);
const url = process.argv[2] ?? '';

const typePolicies = { Query: { fields: { documents: relayStylePagination(['filter', 'orderBy']) } } };
const apollo = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes, typePolicies }) });
const watched = apollo.watchQuery({ query: list, variables: {} });
const shown = watched.subscribe(() => undefined);
let all = (await apollo.query({ query: list, variables: {} })).data ?? null;
let pages = 1;
for (; all?.documents?.pageInfo.hasNextPage; pages += 1) {
  await watched.fetchMore({ variables: { after: all.documents.pageInfo.endCursor } });
  all = apollo.readQuery({ query: list, variables: {} });
}
shown.unsubscribe();
apollo.stop();

const urql = new Client({ url, preferGetMethod: false, exchanges: [fetchExchange] });
const read: string[] = [];
for (let after: string | null = null, more = true; more; ) {
  // toPromise() would end the request that it has the result of, which Node's fetch of today reports as a fault.
  const result = await new Promise<{ data?: typeof all; error?: unknown }>((resolve) => {
    urql.query(list, { after }).subscribe(resolve);
  });
  const found = result.data?.documents;
  if (!found) throw result.error;
  read.push(...found.edges.map(({ node }) => node.title));
  [after, more] = [found.pageInfo.endCursor, found.pageInfo.hasNextPage];
}
console.log(JSON.stringify({ pages, apollo: all?.documents?.edges.map(({ node }) => node.title), urql: read }));
`;

/** With what npm installs today, which is newer than what this checkout has. */
it.each(['Types from GraphQL Code Generator', 'Types from gql.tada'])('%s', { timeout: 300_000 }, async (types) => {
  const folder = join(home, types.replaceAll(' ', ''));
  mkdirSync(folder);
  const follow = (...headings: string[]) =>
    followPage(page, headings, { folder, url: sample.url, packages: 'registry' });
  const [printed] = printedBy(page);
  expect(await follow('From an empty folder', types, 'urql')).toBe(printed);
  expect(await follow('Apollo Client 4')).toBe(printed);

  writeFileSync(join(folder, 'src/pages.ts'), pager);
  const generate = types === 'Types from gql.tada' ? '' : 'npx graphql-codegen && ';
  const said = await cleanShell(
    folder,
    `npm install -D @types/node && ${generate}npx tsc && node dist/pages.js ${sample.url}/graphql`,
  );
  expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toEqual({ pages: 6, apollo: titles, urql: titles });
});
