import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { cleanShell } from '../support/cleanShell.ts';
import { openTestApp } from '../support/database.ts';
import { followPage } from '../support/followPage.ts';
import { post, serve } from '../support/testServer.ts';

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'candor-relay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What Relay's compiler writes takes the place of its tags, as its plug-ins for bundlers put it there. */
const program = `
import { act, Suspense } from 'react';
import { RelayEnvironmentProvider, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { create } from 'react-test-renderer';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import mutation, { type HelpAskMutation } from './__generated__/HelpAskMutation.graphql';
import sources, { type Help_sources$data } from './__generated__/Help_sources.graphql';
import query, { type HelpDocumentsQuery } from './__generated__/HelpDocumentsQuery.graphql';
import fragment, { type Help_documents$key } from './__generated__/Help_documents.graphql';

const { createOperationDescriptor, getSingularSelector } = require('relay-runtime');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const environment = new Environment({
  network: Network.create(async ({ text }, variables) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: text, variables });
    return (await fetch(process.argv[2]!, { method: 'POST', headers, body })).json() as never;
  }),
  store: new Store(new RecordSource()),
});

const usePages = () => {
  const root = useLazyLoadQuery<HelpDocumentsQuery>(query, {});
  return usePaginationFragment<HelpDocumentsQuery, Help_documents$key>(fragment, root);
};
let shown: ReturnType<typeof usePages> | undefined;
const List = () => {
  shown = usePages();
  return <>{shown.data.documents?.edges.map(({ node }) => <li key={node.title}>{node.title}</li>)}</>;
};

async function main() {
  let rendered!: ReturnType<typeof create>;
  await act(async () => {
    rendered = create(
      <RelayEnvironmentProvider environment={environment}>
        <Suspense fallback=""><List /></Suspense>
      </RelayEnvironmentProvider>,
    );
  });
  while (!shown) await act(() => new Promise((done) => setTimeout(done, 20)));
  let pages = 1;
  for (; shown.hasNext; pages += 1)
    await act(() => new Promise<void>((done) => void shown?.loadNext(10, { onComplete: () => done() })));
  const titles = rendered.root.findAllByType('li').map(({ children }) => children.join(''));

  const operation = createOperationDescriptor(mutation, { input: { question: 'How long does lantern 7 burn?' } });
  await new Promise<void>((done, fail) => environment.executeMutation({ operation }).subscribe({ complete: done, error: fail }));
  const { ask } = environment.lookup(operation.fragment).data as HelpAskMutation['response'];
  const found = environment.lookup(getSingularSelector(sources, ask?.outcome?.sources));
  console.log(JSON.stringify({ pages, titles, sources: (found.data as unknown as Help_sources$data).citations }));
}
void main();
`;
const compilerOptions = {
  module: 'commonjs',
  target: 'es2022',
  moduleResolution: 'node10',
  lib: ['es2023', 'dom'],
  jsx: 'react-jsx',
  strict: true,
  esModuleInterop: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
};

/** With what npm installs today. */
it(
  'Relay compiles what the page says, pages through sixty documents and reads an aliased fragment',
  { timeout: 600_000 },
  async () => {
    const { app, close } = await openTestApp({ port: 0 });
    onTestFinished(close);
    await app.workspaces.ensure(app.config.workspaceId, 'Default');
    const { url } = await serve(app);
    const titles = Array.from({ length: 60 }, (_, at) => `Lantern ${at + 1}`);
    const documents = titles.map((title, at) => ({
      key: title,
      title,
      content: { text: `Lantern ${at + 1} burns for ${at + 101} hours.` },
    }));
    const stored =
      'mutation ($documents: [DocumentInput!]!) { ingestDocuments(input: { documents: $documents }) { errors { message } } }';
    expect((await post(url, stored, { variables: { documents } })).body).toEqual({
      data: { ingestDocuments: { errors: [] } },
    });

    await cleanShell(folder, 'npm init -y && mkdir src');
    await followPage(page, ['Relay 21'], { folder, url, packages: 'registry' });
    // Without the alias that the page asks for, it does not compile.
    const help = join(folder, 'src/Help.ts');
    const text = readFileSync(help, 'utf8');
    writeFileSync(help, text.replace(' @alias(as: "sources")', ''));
    await expect(cleanShell(folder, 'npx relay-compiler')).rejects.toThrow(/@alias/);
    writeFileSync(help, text);

    writeFileSync(join(folder, 'src/run.tsx'), program);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    await cleanShell(
      folder,
      'npm install -D typescript@5 react-test-renderer@19 @types/node @types/react @types/react-relay @types/relay-runtime @types/react-test-renderer && npx tsc',
    );
    const said = JSON.parse(await cleanShell(folder, `node dist/run.js ${url}/graphql`)) as {
      readonly pages: number;
      readonly titles: readonly string[];
      readonly sources: readonly unknown[];
    };
    expect(said.pages).toBe(6);
    expect(said.titles.toSorted()).toEqual(titles.toSorted());
    expect(said.sources).toMatchObject([{ number: 1, title: 'Lantern 7', quote: 'Lantern 7 burns for 107 hours.' }]);
  },
);
