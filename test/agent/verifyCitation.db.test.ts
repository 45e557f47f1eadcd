import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyCitation, type CitationRequest } from '../../src/agent/checking/verifyCitation.ts';
import { newId } from '../../src/db/statement.ts';
import {
  deleteDocument,
  readDocuments,
  readVersions,
  restoreDocument,
  setState,
} from '../../src/knowledge/store/documents.ts';
import type { DocumentFacts, DocumentInput } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newWorkspace } from '../support/database.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

let agent: OpenAgent;
const caller = (changes: Partial<Caller> = {}): Caller => ({
  workspaceId: agent.workspaceId,
  role: 'ADMIN',
  accessGroups: null,
  keyId: null,
  ...changes,
});
const plain = (key: string, text: string, more: DocumentFacts = {}): DocumentInput => ({
  key,
  text,
  format: 'PLAIN_TEXT',
  ...more,
});

/** A document's ids. */
async function take(document: DocumentInput): Promise<{ readonly documentId: string; readonly versionId: string }> {
  const [taken] = await agent.take([document]);
  return { documentId: taken?.documentId ?? '', versionId: taken?.versionId ?? '' };
}

/** The citation of a sentence of a version, given directly. */
async function cite(versionId: string, quote: string, claim?: string): Promise<CitationRequest> {
  const [version] = await readVersions(agent.database, caller(), [versionId]);
  const start = version?.text.indexOf(quote) ?? -1;
  expect(start).toBeGreaterThanOrEqual(0);
  return { versionId, sourceSpan: { start, end: start + quote.length }, quote, claim };
}

const verify = (request: CitationRequest, by: Caller = caller()) => verifyCitation(agent.database, by, request);

beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());

describe('a recorded citation', () => {
  const key = 'locker.txt';
  const first = 'A locker in the swimming hall costs 2 francs a day. Towels are lent out at the desk.';
  let runId = '';
  let versionId = '';
  beforeAll(async () => {
    ({ versionId } = await take(plain(key, first, { effectiveFrom: new Date('2024-01-01') })));
    runId = (await agent.ask('What does a locker in the swimming hall cost?')).id;
  });

  test('holds while nothing changed', async () => {
    const verified = await verify({ runId, number: 1 });
    expect(verified).toMatchObject({
      versionId,
      quoteMatches: true,
      status: 'SUPPORTED',
      isCurrent: true,
      documentState: 'PUBLISHED',
      holdsToday: true,
      today: { kind: 'SAME', versionId },
    });
    expect(verified.checks.every((check) => check.passed)).toBe(true);
    expect(verified.quote).toContain('2 francs');
  });

  test('still matches its pinned version when a newer one says otherwise, and does not hold today', async () => {
    const newer = await take(
      plain(key, first.replace('2 francs', '3 francs'), { effectiveFrom: new Date('2025-01-01') }),
    );
    const verified = await verify({ runId, number: 1 });
    expect(verified).toMatchObject({
      versionId,
      quoteMatches: true,
      status: 'SUPPORTED',
      isCurrent: false,
      documentState: 'PUBLISHED',
      holdsToday: false,
      today: { kind: 'NUMERIC', versionId: newer.versionId },
    });
    expect(verified.today?.quote).toContain('3 francs');
    const [current] = await readVersions(agent.database, caller(), [newer.versionId]);
    expect(current?.text.slice(verified.today?.sourceSpan?.start, verified.today?.sourceSpan?.end)).toBe(
      verified.today?.quote,
    );
  });

  test('unknown runs and numbers are told with what to do', async () => {
    await expect(verify({ runId: newId(), number: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      remedy: expect.stringMatching(/List the runs/) as string,
    });
    await expect(verify({ runId: 'no id', number: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(verify({ runId, number: 9 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { numbers: [1] },
      remedy: 'Give one of its numbers: 1.',
    });
    await expect(verify({ runId })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      remedy: 'Give runId and number; or versionId, sourceSpan and quote.',
    });
    await expect(verify({ runId, number: 1, quote: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('another workspace knows neither the run nor the version', async () => {
    const stranger = caller({ workspaceId: await newWorkspace(agent.database) });
    await expect(verify({ runId, number: 1 }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(verify(await cite(versionId, 'Towels are lent out at the desk.'), stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

test('a run keeps its citation when the document is hidden, deleted or restricted, and tells no more than may be known', async () => {
  const { documentId } = await take(plain('sauna.txt', 'The sauna in the north wing opens at 19:30.'));
  const run = await agent.ask('When does the sauna in the north wing open?', { accessGroups: ['staff'] });
  const verifyRun = (by: Caller) => verify({ runId: run.id, number: 1 }, by);
  const staff = caller({ role: 'READER', accessGroups: ['staff'] });
  expect(await verifyRun(staff)).toMatchObject({ documentState: 'PUBLISHED', holdsToday: true });
  await setState(agent.database, caller(), documentId, 'DRAFT');
  expect(await verifyRun(caller())).toMatchObject({
    documentState: 'UNPUBLISHED',
    quoteMatches: true,
    holdsToday: false,
    today: null,
  });
  // Drafts are for those who may write.
  expect(await verifyRun(staff)).toMatchObject({ documentState: 'GONE', quoteMatches: null, today: null });
  await setState(agent.database, caller(), documentId, 'PUBLISHED');
  await deleteDocument(agent.database, caller(), documentId);
  const unread = { quoteMatches: null, status: null, support: null, checks: [], isCurrent: false, today: null };
  expect(await verifyRun(staff)).toMatchObject({ documentState: 'DELETED', holdsToday: false, ...unread });
  await restoreDocument(agent.database, caller(), documentId);
  await take(
    plain('sauna.txt', 'The sauna in the north wing opens at 19:30. The code is 4711.', { accessGroups: ['board'] }),
  );
  expect((await readDocuments(agent.database, staff, [documentId]))[0]).toBeUndefined();
  const hidden = await verifyRun(staff);
  expect(hidden).toMatchObject({ documentState: 'GONE', holdsToday: null, ...unread });
  await deleteDocument(agent.database, caller(), documentId);
  expect(await verifyRun(staff)).toEqual(hidden);
});

describe('a citation given directly', () => {
  const text =
    '# Bikes\n\n## City\n\nThe city bike is rented out for 9 francs a day. A helmet is not included.\n\n## Cargo\n\nThe cargo bike is rented out for 19 francs a day.';
  const markdown = (body: string, effectiveFrom: string): DocumentInput => ({
    key: 'bikes.md',
    text: body,
    format: 'MARKDOWN',
    effectiveFrom: new Date(effectiveFrom),
  });
  let versionId = '';
  beforeAll(async () => {
    ({ versionId } = await take(markdown(text, '2024-01-01')));
    await take(
      markdown(
        text
          .replace('A helmet is not included.', 'A helmet is included.')
          .replace('is rented out for 19 francs a day', 'is rented out for 19 francs each day'),
        '2025-01-01',
      ),
    );
  });

  test.each<[string, string, string | undefined, object]>([
    [
      'an unchanged sentence holds',
      'The city bike is rented out for 9 francs a day.',
      undefined,
      { status: 'SUPPORTED', holdsToday: true, today: { kind: 'SAME' } },
    ],
    [
      'one that now says the opposite does not',
      'A helmet is not included.',
      undefined,
      { status: 'SUPPORTED', holdsToday: false, today: { kind: 'POLARITY', quote: 'A helmet is included.' } },
    ],
    [
      'other words for the same hold',
      'The cargo bike is rented out for 19 francs a day.',
      undefined,
      { holdsToday: true, today: { kind: 'WORDING' } },
    ],
    [
      'a claim that its quote does not carry never held',
      'The city bike is rented out for 9 francs a day.',
      'The city bike is rented out for 8 francs a day.',
      { quoteMatches: true, status: 'CONTRADICTED', holdsToday: false },
    ],
  ])('%s', async (_, quote, claim, expected) => {
    expect(await verify(await cite(versionId, quote, claim))).toMatchObject({
      isCurrent: false,
      documentState: 'PUBLISHED',
      ...expected,
    });
  });

  test('a quote that was changed does not match, and fails its check', async () => {
    const request = await cite(versionId, 'The city bike is rented out for 9 francs a day.');
    const verified = await verify({ ...request, quote: 'The city bike is rented out for 5 francs a day.' });
    expect(verified).toMatchObject({ quoteMatches: false, status: 'UNSUPPORTED', holdsToday: false });
    expect(verified.checks).toContainEqual(expect.objectContaining({ name: 'QUOTE', passed: false }));
  });

  test('a span outside the text, an unknown version and half a citation are refused', async () => {
    const request = await cite(versionId, 'A helmet is not included.');
    for (const sourceSpan of [
      { start: -1, end: 4 },
      { start: 4, end: 4 },
      { start: 0, end: 100_000 },
    ]) {
      await expect(verify({ ...request, sourceSpan })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { field: 'input.sourceSpan' },
      });
    }
    await expect(verify({ ...request, versionId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(verify({ ...request, quote: ' ' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'input.quote' },
    });
    await expect(verify({ versionId })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('a heading is no proof', async () => {
    expect(await verify(await cite(versionId, 'Cargo'))).toMatchObject({
      quoteMatches: true,
      documentState: 'PUBLISHED',
    });
  });
});

describe('a replaced or ended document', () => {
  const old = 'The parking ticket of the harbour is valid for 12 hours. Motorbikes park free of charge.';
  test('is held against its successor, as far as that may be seen', async () => {
    const { versionId } = await take(plain('parking-2023.txt', old, { supersededBy: 'parking-2024.txt' }));
    const hours = await cite(versionId, 'The parking ticket of the harbour is valid for 12 hours.');
    expect(await verify(hours)).toMatchObject({
      documentState: 'REPLACED',
      isCurrent: true,
      holdsToday: null,
      today: null,
    });
    await take(plain('parking-2024.txt', 'Nothing here is read.', { supersededBy: 'parking-2025.txt' }));
    const last = await take(
      plain(
        'parking-2025.txt',
        'The parking ticket of the harbour is valid for 8 hours. Motorbikes park free of charge.',
        { accessGroups: ['harbour'] },
      ),
    );
    expect(await verify(hours)).toMatchObject({
      documentState: 'REPLACED',
      holdsToday: false,
      today: { kind: 'NUMERIC', documentId: last.documentId },
    });
    expect(await verify(await cite(versionId, 'Motorbikes park free of charge.'))).toMatchObject({
      documentState: 'REPLACED',
      holdsToday: true,
      today: { kind: 'SAME', documentId: last.documentId },
    });
    const outsider = await verify(hours, caller({ role: 'READER', accessGroups: ['office'] }));
    expect(outsider.today?.documentId).not.toBe(last.documentId);
    expect(outsider).toMatchObject({ holdsToday: false, today: { kind: 'ABSENT', quote: null } });
  });

  test('holds no more once it has ended', async () => {
    const { versionId } = await take(
      plain('fair.txt', 'The spring fair takes place on the market square.', {
        effectiveFrom: new Date('2024-01-01'),
        effectiveUntil: new Date('2024-06-01'),
      }),
    );
    expect(await verify(await cite(versionId, 'The spring fair takes place on the market square.'))).toMatchObject({
      status: 'SUPPORTED',
      documentState: 'ENDED',
      isCurrent: false,
      holdsToday: false,
      today: null,
    });
  });
});
