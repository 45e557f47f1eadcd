import { afterEach, beforeEach, expect, it } from 'vitest';
import { ingest } from '../../../src/knowledge/ingest/ingest.ts';
import { runJob } from '../../../src/knowledge/jobs/runJob.ts';
import { deleteDocument } from '../../../src/knowledge/store/documents.ts';
import { asFetched } from '../../../src/knowledge/sync/fetched.ts';
import { readAgain } from '../../../src/knowledge/sync/readAgain.ts';
import { sourceNamed } from '../../../src/knowledge/sync/sources.ts';
import { type SiteServer, startSite } from './siteServer.ts';
import { openSourceWorld, type SourceWorld, versionCount } from './sourceWorld.ts';

let site: SiteServer;
let world: SourceWorld;
beforeEach(async () => {
  site = await startSite();
  world = await openSourceWorld();
  for (const n of names) put(n, `The rule ${n} says ${n.length + 10} days.`);
});
afterEach(() => site.close());

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const put = (name: string, text: string) => site.pages.set(`/${name}`, `<main><h1>Rule</h1><p>${text}</p></main>`);
const keyOf = (name: string) => `rule-${name}.html`;

/** Gives addresses to be read again, as `ingestDocuments` does. */
async function give(given: readonly string[], everySeconds?: number) {
  const documents = given.map((name) => ({
    key: `rule-${name}`,
    fetchUrl: `${site.url}/${name}`,
    ...(name === 'two' && { accessGroups: ['law'], tags: ['eu'] }),
  }));
  const { database } = world.open;
  const taken = await asFetched(database, world.workspaceId, 'rules', documents, everySeconds);
  const job = await world.jobs.submit(world.workspaceId, taken.documents);
  await runJob(world.parts, { workspaceId: world.workspaceId, jobId: job.id });
  return world.jobs.require(world.workspaceId, job.id);
}
const named = () => sourceNamed(world.open.database, world.workspaceId, 'rules');
const read = async () => {
  site.requests.length = 0;
  return readAgain(world.parts, world.jobs, world.workspaceId, await named());
};
const decisions = ({ files }: Awaited<ReturnType<typeof read>>) =>
  files.filter(({ decision }) => decision !== 'UNCHANGED').map(({ path, decision }) => [path, decision]);

it('asks for each address again by its ETag, takes what has changed, and keeps what was said of it', async () => {
  const four = names.slice(0, 4);
  expect((await give(four, 86_400)).counts).toMatchObject({ created: 4, failed: 0 });
  expect(await named()).toMatchObject({ kind: 'FETCHED', where: 'fetched:rules', everySeconds: 86_400 });
  expect(await read()).toMatchObject({ job: null, rowsWritten: 0 });
  expect(site.requests.map(({ status }) => status)).toEqual(four.map(() => 304));

  put('two', 'The rule two says 40 days.');
  expect(decisions(await read())).toEqual([['rule-two', 'CHANGED']]);
  expect(await world.document(keyOf('two'))).toMatchObject({
    accessGroups: ['law'],
    tags: ['eu'],
    url: `${site.url}/two`,
  });
  expect(await versionCount(world)).toBe(5);
  expect(await read()).toMatchObject({ job: null, rowsWritten: 0 });
});

it('deletes what is gone at the second look, and nothing for a fault, a forbidden hop, or by hand twice', async () => {
  await give(names, 3_600);
  site.pages.delete('/one');
  site.faults.set('/two', 503).set('/three', 'CUT_OFF').set('/four', { to: 'http://169.254.169.254/latest/' });
  const gone = await world.document(keyOf('seven'));
  await deleteDocument(world.open.database, { workspaceId: world.workspaceId, accessGroups: null }, gone!.id, false);
  put('seven', 'The rule seven is another.');
  const first = await read();
  expect(decisions(first)).toEqual([]);
  expect(first.skipped.map(({ path }) => path).sort()).toEqual(['rule-four', 'rule-three', 'rule-two']);
  expect(site.requests.map(({ path }) => path)).not.toContain('/seven');
  expect(decisions(await read())).toEqual([['rule-one', 'DELETED']]);
  expect(await world.keys()).toEqual(['five', 'four', 'six', 'three', 'two'].map(keyOf));
});

it('takes over what was sent by hand, and not what another source has', async () => {
  const text = 'The rule one says 3 days.';
  await ingest(world.parts, world.workspaceId, [{ key: keyOf('one'), text, format: 'MARKDOWN' }]);
  await world.push({ source: 'wiki', entries: [{ key: keyOf('two'), checksum: '1', accessGroups: [] }] });
  const own = { key: keyOf('two'), text, format: 'MARKDOWN', checksum: '1', accessGroups: [] } as const;
  await world.send('wiki', [own]);
  expect((await give(['one', 'two'], 3_600)).counts).toMatchObject({ updated: 1, failed: 1 });
  put('one', 'The rule one says 50 days.');
  expect(decisions(await read())).toEqual([
    ['rule-one', 'CHANGED'],
    ['rule-two', 'FAILED'],
  ]);
  expect(await versionCount(world)).toBe(4);
  // What cannot be read is asked for until it can.
  site.pages.set('/six', '');
  expect((await give(['six'])).counts).toMatchObject({ failed: 1 });
  put('six', 'The rule six says 6 days.');
  expect(decisions(await read())).toContainEqual(['rule-six', 'CHANGED']);
  expect(await world.document(keyOf('six'))).toBeDefined();
  await expect(give(['one'], 60)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'everySeconds' } });
});
