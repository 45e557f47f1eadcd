import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { answered } from './drain.ts';
import { obliging, openMatrix, refusing, type Matrix } from './matrix.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', ...more }) as DocumentInput;

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
  const { agent } = matrix;
  const [almanac] = await agent.take([
    page('almanac.txt', 'The almanac of the rental was printed by Oskar Vint.', { effectiveFrom: day('2024-01-01') }),
    page('lantern.txt', 'Hiring a storm lantern costs 6 euros an evening.', {
      effectiveFrom: day('2024-01-01'),
      effectiveUntil: day('2024-03-01'),
    }),
    page('sidecar.txt', 'Hiring a wicker sidecar costs 11 euros an evening.', { effectiveFrom: day('2024-01-01') }),
    page('sidecar.txt', 'Hiring a wicker sidecar costs 13 euros an evening.', { effectiveFrom: day('2025-01-01') }),
    page('tandem.txt', 'Hiring a silver tandem costs 21 euros an evening.', {
      effectiveFrom: day('2024-01-01'),
      supersededBy: 'tandem-2025.txt',
    }),
  ]);
  await saveCurated(agent.database, agent.embedder, agent.workspaceId, {
    question: 'Who printed the almanac of the rental?',
    answer: 'Oskar Vint did.',
    sourceDocumentIds: [almanac!.documentId!],
  });
  await agent.take([
    page('almanac.txt', 'The almanac of the rental was printed by Ida Holm.', { effectiveFrom: day('2025-01-01') }),
  ]);
});
afterAll(() => matrix.close());
beforeEach(() => {
  matrix.begin();
  matrix.script = obliging;
});

const lantern = 'What does hiring a storm lantern cost an evening?';
const sidecar = 'What does hiring a wicker sidecar cost an evening?';
const tandem = 'What does hiring a silver tandem cost an evening?';
const almanac = 'Who printed the almanac of the rental?';
const summer = { asOf: day('2024-02-01') };
const rows = [
  ['a version that has ended', lantern, summer, ['EXPIRED'], ['EXPIRED']],
  ['a version that another replaced', sidecar, summer, ['LATER_VERSION_DIFFERS'], ['EXPIRED']],
  ['a document that another replaced', tandem, {}, ['SUPERSEDED'], ['SUPERSEDED']],
  ['a document that another replaced, on a past day', tandem, summer, ['SUPERSEDED'], ['SUPERSEDED']],
  ['a curated answer whose source changed', almanac, {}, ['CURATED_SOURCE_CHANGED'], ['CURATED_SOURCE_CHANGED']],
] as const;

test.each(
  rows.flatMap((row) => (['EXTRACTIVE', 'GENERATED', 'UNREAD'] as const).map((mode) => [...row, mode] as const)),
)('%s is never cited in silence (%s %o %o %o %s)', async (_what, question, request, told, toldUnread, mode) => {
  const changes =
    mode === 'GENERATED'
      ? { chat: matrix.chat }
      : mode === 'UNREAD'
        ? { database: refusing(matrix.agent.database, /listRevisions/) }
        : {};
  const { outcome } = await matrix.run(question, request, changes);
  const answer = answered(outcome);
  const curated = question === almanac;
  expect(answer.mode).toBe(curated ? 'CURATED' : mode === 'GENERATED' ? 'GENERATED' : 'EXTRACTIVE');
  expect(answer.notices.map(({ kind }) => kind)).toEqual(mode === 'UNREAD' ? toldUnread : told);
  if (!curated && mode === 'UNREAD') expect(answer.degraded.map(({ part }) => part)).toContain('VERSION_HISTORY');
  if (!curated)
    expect(answer.citations.every(({ isCurrent, documentKey }) => !isCurrent || documentKey === 'tandem.txt')).toBe(
      true,
    );
});

test('what holds now is cited without a notice of its age', async () => {
  const { outcome } = await matrix.run(sidecar);
  expect(answered(outcome)).toMatchObject({
    notices: [{ kind: 'EARLIER_VERSION_DIFFERED' }],
    citations: [{ isCurrent: true }],
  });
  expect((await matrix.run(lantern)).outcome.citations.map(({ documentKey }) => documentKey)).not.toContain(
    'lantern.txt',
  );
});
