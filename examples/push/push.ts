/**
 * Keeps Candor in step with something that it cannot read itself: here a JSON export of a wiki, an array of
 * `{ path, title, body, readers, url }`. Run it from cron:
 *
 *     CANDOR_URL=http://127.0.0.1:4000 CANDOR_KEY=ck_… node --import tsx examples/push/push.ts wiki.json
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

interface WikiPage {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** Groups; empty: everyone. */
  readonly readers: readonly string[];
  readonly url: string;
}

const { CANDOR_URL: server = 'http://127.0.0.1:4000', CANDOR_KEY: key = '' } = process.env;
const pages = JSON.parse(await readFile(process.argv[2] ?? 'wiki.json', 'utf8')) as readonly WikiPage[];
const checksumOf = ({ title, body }: WikiPage) => createHash('sha256').update(`${title}\n${body}`).digest('hex');

async function send<Data>(query: string, input: unknown): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${server}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await response.json()) as {
    data: Record<string, { errors?: unknown[] }>;
    errors?: unknown[];
  };
  const wrong = errors ?? Object.values(data).flatMap((payload) => payload.errors ?? []);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return data as Data;
}

// 1. Say what there is, without the texts. What is gone is deleted, and other readers are taken over, at once.
const { syncDocuments: plan } = await send<{
  syncDocuments: Record<'wanted' | 'otherRights' | 'deleted' | 'held', string[]>;
}>(
  'mutation ($input: SyncDocumentsInput!) { syncDocuments(input: $input) { wanted otherRights deleted held errors { code message remedy } } }',
  {
    source: 'wiki',
    complete: true,
    entries: pages.map((page) => ({
      key: `wiki/${page.path}`,
      checksum: checksumOf(page),
      url: page.url,
      accessGroups: page.readers,
    })),
  },
);

// 2. Send what is wanted. A run that is killed is run again: what has arrived is not wanted any more.
const wanted = pages.filter(({ path }) => plan.wanted.includes(`wiki/${path}`));
for (let from = 0; from < wanted.length; from += 100)
  await send(
    'mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { job { id } errors { code message remedy } } }',
    {
      source: 'wiki',
      documents: wanted.slice(from, from + 100).map((page) => ({
        key: `wiki/${page.path}`,
        title: page.title,
        content: { text: page.body },
        checksum: checksumOf(page),
        url: page.url,
        accessGroups: page.readers,
      })),
    },
  );
const { otherRights, deleted, held } = plan;
process.stdout.write(`${JSON.stringify({ sent: wanted.length, otherRights, deleted, held })}\n`);
