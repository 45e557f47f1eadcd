import { setTimeout as pause } from 'node:timers/promises';
import * as queries from '../src/console/generated/graphql.ts';
import type { Whole } from '../src/console/request.ts';
import { cpuNow } from '../test/support/clocks.ts';

/** How long one query of the console took, repeatedly. */
export interface RequestTimes {
  readonly name: string;
  /** From the request to the last byte of the response, in this process: the server's time and the loopback. */
  readonly millis: readonly number[];
  /**
   * The part that this process computed: the steadier figure on a busy machine. It excludes the time of a separate
   * server.
   */
  readonly cpu: readonly number[];
  /** The size of the longest response. */
  readonly bytes: number;
}

interface Walk {
  readonly url: string;
  /** The cursors after which the last pages begin. */
  readonly last: { readonly documents: string; readonly runs: string };
  readonly repeat: number;
  readonly report: (times: RequestTimes) => void;
}

/** The page size of the console. */
const first = 20;
/** Between two requests, so that a list that is cached for a moment is not what is measured. */
const pauseMillis = 50;

/** Sends each query that the console's pages send, with the same variables, and reports the time of each. */
export async function walkConsole(walk: Walk): Promise<void> {
  const ask = asker(walk);
  await ask('workspace', queries.ConsoleWorkspaceDocument, {});
  await ask('examples', queries.ConsoleExamplesDocument, { sampleTitle: 'Refund policy' });
  await walkDocuments(walk);
  await walkRuns(walk);
  await ask('answers: first', queries.ConsoleAnswersDocument, { first, after: null, filter: {} });
  await ask('answers: stale', queries.ConsoleAnswersDocument, { first, after: null, filter: { stale: true } });
  const gaps = await ask('gaps: first', queries.ConsoleGapsDocument, { first, after: null });
  await ask('gaps: next', queries.ConsoleGapsDocument, { first, after: gaps.knowledgeGaps.pageInfo.endCursor });
  const queue = await ask('queue', queries.ConsoleQueueDocument, {});
  const [judged] = queue.labellingQueue.nodes;
  if (judged) await ask('queue: its run', queries.ConsoleRunDocument, { id: judged.id });
  await ask('quality', queries.ConsoleQualityDocument, {});
  await ask('keys', queries.ConsoleKeysDocument, { first: 100, after: null });
  await ask('limits', queries.ConsoleLimitsDocument, {});
  await ask('allowances', queries.ConsoleAllowancesDocument, { first, after: null });
  await ask('aliases', queries.ConsoleAliasesDocument, { first, after: null });
}

async function walkDocuments(walk: Walk): Promise<void> {
  const ask = asker(walk);
  const page = async (name: string, after: string | null, filter: queries.DocumentFilter) =>
    (await ask(`documents: ${name}`, queries.ConsoleDocumentsDocument, { first, after, filter })).documents;
  const newest = await page('first', null, {});
  await page('next', newest.pageInfo.endCursor, {});
  await page('last', walk.last.documents, {});
  await page('drafts', null, { state: 'DRAFT' });
  await page('search, many', null, { contains: 'refund' });
  await page('search, one', null, { contains: 'refund policy 77' });
  await page('search, none', null, { contains: 'zzzzzz' });
  await ask('sources', queries.ConsoleSourcesDocument, { contains: 'refund' });
  const [{ id } = { id: '' }] = newest.nodes;
  const { document } = await ask('document', queries.ConsoleDocumentDocument, { id });
  const versionId = document?.currentVersion?.id;
  if (versionId) await ask('document: blocks', queries.ConsoleBlocksDocument, { versionId });
}

async function walkRuns(walk: Walk): Promise<void> {
  const ask = asker(walk);
  const page = async (name: string, after: string | null, filter: queries.RunFilter) =>
    (await ask(`runs: ${name}`, queries.ConsoleRunsDocument, { first, after, filter })).runs;
  const newest = await page('first', null, {});
  await page('next', newest.pageInfo.endCursor, {});
  await page('last', walk.last.runs, {});
  for (const outcome of ['ANSWER', 'CLARIFICATION', 'ABSTENTION'] as const) {
    const found = await page(outcome.toLowerCase(), null, { outcome });
    if (found.pageInfo.hasNextPage) await page(`${outcome.toLowerCase()}, next`, found.pageInfo.endCursor, { outcome });
  }
  await ask('runs: to compare', queries.ConsoleOtherRunsDocument, {});
  const [{ id } = { id: '' }] = newest.nodes;
  await ask('run', queries.ConsoleRunDocument, { id });
}

const asker =
  ({ url, repeat, report }: Walk) =>
  async <Result, Variables>(
    name: string,
    query: queries.TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): Promise<Whole<Result>> => {
    const answers = [await send(url, query, variables)];
    while (answers.length < repeat) {
      await pause(pauseMillis);
      answers.push(await send(url, query, variables));
    }
    const [{ data } = answers[0]!] = answers;
    report({
      name,
      millis: answers.map(({ millis }) => millis),
      cpu: answers.map(({ cpu }) => cpu),
      bytes: Math.max(...answers.map(({ bytes }) => bytes)),
    });
    return data;
  };

/** @throws Error for a response with errors */
export async function send<Result, Variables>(
  url: string,
  query: queries.TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<{ readonly data: Whole<Result>; readonly millis: number; readonly cpu: number; readonly bytes: number }> {
  const [from, before] = [performance.now(), cpuNow()];
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: query.toString(), variables }),
  });
  const text = await response.text();
  const millis = performance.now() - from;
  const cpu = cpuNow() - before;
  const body = JSON.parse(text) as { readonly data: Whole<Result>; readonly errors?: unknown };
  if (!response.ok || body.errors !== undefined) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  return { data: body.data, millis, cpu, bytes: Buffer.byteLength(text) };
}
