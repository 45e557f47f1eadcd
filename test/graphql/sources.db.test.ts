import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import { openTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';
import { startSite } from '../knowledge/sync/siteServer.ts';
import type { App } from '../../src/app/app.ts';

let app: App;
let server: RunningServer;
let folder: string;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const opened = await openTestApp({ port: 0, fetchPrivate: true });
  app = opened.app;
  await app.workspaces.ensure(app.config.workspaceId, 'Default');
  server = await startServer(app, app.config);
  folder = await mkdtemp(join(tmpdir(), 'candor-push-'));
  ends.push(
    () => server.close(),
    opened.close,
    () => rm(folder, { recursive: true }),
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const end of ends) await end();
});

const caller = (role: 'READER' | 'EDITOR', accessGroups: readonly string[] | null = null) =>
  ({ workspaceId: app.config.workspaceId, role, accessGroups, keyId: null }) as const;
const page = (path: string, body: string, readers: readonly string[] = []) => ({
  path,
  title: `Page ${path}`,
  body,
  readers,
  url: `https://wiki.example/${path}`,
});
async function push(pages: readonly object[]) {
  const file = join(folder, 'wiki.json');
  await writeFile(file, JSON.stringify(pages));
  vi.stubEnv('CANDOR_URL', server.url);
  const { stdout } = await promisify(execFile)('node', ['--import', 'tsx', 'examples/push/push.ts', file]);
  const open = () => app.jobs.open(caller('EDITOR'));
  await expect.poll(open, { timeout: 60_000 }).toEqual({ RECEIVING: 0, QUEUED: 0, RUNNING: 0 });
  return JSON.parse(stdout) as object;
}
const query = (text: string, as = caller('EDITOR')) => runQuery(text, { app, caller: as });

it('the example keeps a wiki in step, and the API tells where its documents come from', async () => {
  await app.jobs.start(caller('EDITOR'));
  const pages = [
    page('heating', 'The heating is set to 19 degrees.'),
    page('wages', 'The wage of a clerk is 3,100 crowns.', ['hr']),
    page('keys', 'Keys are kept in room 12.'),
    page('post', 'Post leaves at four.'),
  ];
  expect(await push(pages)).toEqual({ sent: 4, otherRights: [], deleted: [], held: [] });
  expect(await push(pages)).toEqual({ sent: 0, otherRights: [], deleted: [], held: [] });
  const rest = [page('heating', 'The heating is set to 20 degrees.'), page('wages', pages[1]!.body, []), pages[2]!];
  expect(await push(rest)).toEqual({ sent: 1, otherRights: ['wiki/wages'], deleted: ['wiki/post'], held: [] });

  const { data, errors } = await query(`{
    sources { totalCount nodes { id name kind where accessGroups lastReadAt nextReadAt lastResult } }
    document(by: { key: "wiki/heating" }) { url versions { totalCount } source { name } }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    sources: {
      totalCount: 1,
      nodes: [
        {
          name: 'wiki',
          kind: 'PUSHED',
          where: 'pushed:wiki',
          accessGroups: null,
          nextReadAt: null,
          lastResult: { deleted: 1, rights: 1, error: null },
        },
      ],
    },
    document: { url: 'https://wiki.example/heating', versions: { totalCount: 2 }, source: { name: 'wiki' } },
  });
  const { id } = (data as unknown as { sources: { nodes: { id: string }[] } }).sources.nodes[0]!;
  expect((await query(`{ node(id: "${id}") { __typename } }`)).data).toEqual({ node: { __typename: 'Source' } });
}, 180_000);

it('tells nothing of sources to who may not read every document', async () => {
  const text = '{ sources { totalCount } document(by: { key: "wiki/heating" }) { key source { name } } }';
  for (const as of [caller('READER'), caller('EDITOR', ['staff'])]) {
    const { data, errors } = await query(text, as);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(data).toEqual({ sources: null, document: { key: 'wiki/heating', source: null } });
  }
  const refused = await query(
    'mutation { syncDocuments(input: { source: "wiki", entries: [], complete: true, allowShrink: true }) { deleted errors { code } } }',
    caller('EDITOR', ['staff']),
  );
  expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  const bad = await query(
    'mutation { syncDocuments(input: { source: " ", entries: [] }) { wanted errors { code field } } ingestDocuments(input: { source: "nobody", documents: [] }) { errors { code field } } }',
  );
  expect(bad.data).toEqual({
    syncDocuments: { wanted: [], errors: [{ code: 'BAD_INPUT', field: 'source' }] },
    ingestDocuments: { errors: [{ code: 'NOT_FOUND', field: 'source' }] },
  });
});

it('reads addresses again, now when it is asked to, and says what it cannot read', async () => {
  const site = await startSite();
  ends.unshift(() => site.close());
  site.pages.set('/rule', '<main><h1>Rule</h1><p>Bicycles are parked in the yard.</p></main>');
  const give = (more: string) =>
    query(`mutation { ingestDocuments(input: { ${more} documents: [
      { key: "rule", content: { fetchUrl: "${site.url}/rule" } }
    ] }) { job { id } errors { code field } } }`);
  expect((await give('everySeconds: 86400')).data).toMatchObject({
    ingestDocuments: { job: null, errors: [{ code: 'BAD_INPUT', field: 'source' }] },
  });
  expect((await give('source: "rules" everySeconds: 86400')).data).toMatchObject({ ingestDocuments: { errors: [] } });
  const text = async () => {
    const { data } = await query('{ document(by: { key: "rule.html" }) { currentVersion { text } source { kind } } }');
    return JSON.stringify(data);
  };
  await expect.poll(text, { timeout: 60_000 }).toContain('in the yard');
  expect(await text()).toContain('FETCHED');

  site.pages.set('/rule', '<main><h1>Rule</h1><p>Bicycles are parked in the cellar.</p></main>');
  await app.sources.start(caller('EDITOR'));
  const sync = (input: string) =>
    query(`mutation { syncDocuments(input: { ${input} }) { source { name nextReadAt } errors { code field } } }`);
  expect((await sync('source: "rules"')).data).toMatchObject({
    syncDocuments: { source: { name: 'rules', nextReadAt: expect.any(String) as unknown }, errors: [] },
  });
  await expect.poll(text, { timeout: 60_000 }).toContain('in the cellar');
  for (const [input, field] of [
    ['source: "wiki"', 'source'],
    ['source: "nobody"', 'source'],
    ['source: "rules", dryRun: true', 'dryRun'],
  ])
    expect((await sync(input!)).data).toMatchObject({ syncDocuments: { source: null, errors: [{ field }] } });
}, 180_000);
