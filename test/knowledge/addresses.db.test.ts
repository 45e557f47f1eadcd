import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { updateWorkspace } from '../../src/app/updateWorkspace.ts';
import { newId } from '../../src/db/statement.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { readDataset } from '../../src/knowledge/ingest/readJsonl.ts';
import { pageOfDocuments, readDocuments, readDocumentsByKey } from '../../src/knowledge/store/documents.ts';
import { silentLog } from '../../src/log.ts';
import { search } from '../retrieval/search.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { answer, runOf } from '../support/fake/outcomes.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';

let open: OpenTestDatabase;
let workspaceId: string;
const embedder = createHashedEmbedder();
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  workspaceId = await newWorkspace(open.database);
});

const reader = () => ({ workspaceId, accessGroups: null });
const take = async (...documents: readonly DocumentInput[]) =>
  (await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, workspaceId, documents))
    .results;
const markdown = (key: string, url?: string, text = 'The otter sleeps.'): DocumentInput => ({
  key,
  text,
  format: 'MARKDOWN',
  ...(url === undefined ? {} : { url }),
});
/** What each way to a document serves as its address. */
async function servedUrls(id: string, key: string): Promise<(string | null | undefined)[]> {
  const [byId] = await readDocuments(open.database, reader(), [id]);
  const [byKey] = await readDocumentsByKey(open.database, reader(), [key]);
  const page = await pageOfDocuments(open.database, reader(), { first: 10 }, {});
  const found = await search({ database: open.database, embedder }, workspaceId, 'otter', {
    settings: { maxDistance: 2 },
  });
  return [
    byId?.url,
    byKey?.url,
    page.nodes.find((document) => document.id === id)?.url,
    found.passages.find(({ documentId }) => documentId === id)?.url,
  ];
}
const everywhere = (url: string | null) => [url, url, url, url];

it('an unsafe address is a problem of its own document, whoever names it; the others are taken', async () => {
  const source = Readable.from([Buffer.from('{"id":"line","text":"The otter eats.","url":"vbscript:x"}\n')]);
  const line = (await readDataset(source).next()).value;
  const results = await take(
    markdown('field.md', 'javascript:alert(1)'),
    markdown('front.md', undefined, '---\nurl: "//evil.example/a"\n---\nThe otter swims.'),
    (line as { readonly document: DocumentInput }).document,
    markdown('good.md', 'https://help.example/otter'),
  );
  expect(results.map(({ key, status }) => [key, status])).toEqual([
    ['field.md', 'FAILED'],
    ['front.md', 'FAILED'],
    ['line', 'FAILED'],
    ['good.md', 'CREATED'],
  ]);
  for (const { error } of results.slice(0, 3))
    expect(error).toMatchObject({
      code: 'DOCUMENT_INVALID',
      message: expect.stringContaining('url') as string,
      remedy: expect.stringContaining('https') as string,
    });
  expect(await servedUrls(results[3]!.documentId!, 'good.md')).toEqual(everywhere('https://help.example/otter'));
});

it('what was stored before it was checked is null, wherever it is read', async () => {
  const [{ documentId } = { documentId: null }] = await take(markdown('a.md'));
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a.example/\nb', '/path']) {
    await open.pool.query('update document set url = $3 where workspace_id = $1 and document_id = $2', [
      workspaceId,
      documentId,
      url,
    ]);
    expect(await servedUrls(documentId!, 'a.md'), url).toEqual(everywhere(null));
  }
});

it('a path leads to the site of the workspace, as it is set now', async () => {
  const caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: newId() } as const;
  const [{ documentId } = { documentId: null }] = await take(markdown('a.md', 'animals/otter.html'));
  expect(await servedUrls(documentId!, 'a.md')).toEqual(everywhere(null));
  await updateWorkspace(open.database, caller, { documentSite: 'https://wiki.example/en' });
  expect(await servedUrls(documentId!, 'a.md')).toEqual(everywhere('https://wiki.example/en/animals/otter.html'));
  await updateWorkspace(open.database, caller, { documentSite: null });
  expect(await servedUrls(documentId!, 'a.md')).toEqual(everywhere(null));
});

it('a run that was recorded with an unsafe address is read without it', async () => {
  const result = answer('What colour?');
  const cited = (url: string) => ({
    ...runOf(newId()),
    result: { ...result, citations: result.citations.map((citation) => ({ ...citation, url })) },
  });
  for (const [url, shown] of [
    ['javascript:alert(1)', null],
    ['https://help.example/otter', 'https://help.example/otter'],
  ] as const) {
    const run = cited(url);
    await saveRun(open.database, workspaceId, run);
    const read = await readRun(open.database, reader(), run.id);
    expect(read?.result?.citations.map((citation) => citation.url)).toEqual(result.citations.map(() => shown));
    expect(result.citations.length).toBeGreaterThan(0);
  }
});
