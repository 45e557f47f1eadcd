import { expect, test } from 'vitest';
import { earlierMessage, staleSourceMessage } from '../../src/agent/speech/messages.ts';
import { curateNode } from '../../src/agent/nodes/answer.ts';
import type { NodeContext } from '../../src/agent/parts/parts.ts';
import { reviveDates } from '../../src/agent/runs/runs.ts';
import type { CuratedAnswer, StaleSource } from '../../src/knowledge/document.ts';
import { askState, evidenceOf } from './askState.ts';

const changedAt = new Date('2025-03-01T23:30:00Z');
const changed: StaleSource = { documentId: 'd1', title: 'Terms', reason: 'CHANGED', changedAt };
const answer: CuratedAnswer = {
  id: 'c1',
  question: 'q',
  alternatives: [],
  answer: 'Word for word.',
  sourceDocumentIds: ['d1'],
  expiresAt: null,
  staleSources: [],
  updatedAt: changedAt,
};
const context: NodeContext = {
  signal: undefined,
  deadline: new AbortController().signal,
  millisLeft: 1_000,
  emit: () => undefined,
  note: () => undefined,
};
const curate = async (staleSources: readonly StaleSource[], byMeaningAlone = false) =>
  (
    await curateNode()(
      askState({
        evidence: evidenceOf([], {
          curated: [{ answer: { ...answer, staleSources }, wording: answer.question, score: 0.9, byMeaningAlone }],
        }),
      }),
      context,
    )
  ).outcome;

test('a curated answer that only meaning speaks for is UNCERTAIN', async () => {
  expect(await curate([], true)).toMatchObject({ tier: 'UNCERTAIN', notices: [], confidence: { value: 0.9 } });
});

test('a curated answer whose sources are as they were is CONFIDENT and without a notice', async () => {
  expect(await curate([])).toMatchObject({
    tier: 'CONFIDENT',
    notices: [],
    curated: { id: 'c1' },
    text: 'Word for word.',
  });
});

test('one with a changed source is UNCERTAIN and says which one changed, and when', async () => {
  expect(await curate([changed, { documentId: 'd2', title: null, reason: 'DELETED', changedAt: null }])).toMatchObject({
    tier: 'UNCERTAIN',
    text: 'Word for word.',
    notices: [
      {
        kind: 'CURATED_SOURCE_CHANGED',
        message: 'The source “Terms” changed on 1 March 2025, after this answer was checked.',
        documentId: 'd1',
      },
      { kind: 'CURATED_SOURCE_CHANGED', message: 'A source of this answer was deleted.', documentId: null },
    ],
  });
});

test.each([
  ['EXPIRED', null, 'The source “Terms” ended on 1 March 2025.'],
  ['HIDDEN', null, 'The source “Terms” is no longer published.'],
  ['DELETED', null, 'The source “Terms” was deleted on 1 March 2025.'],
  [
    'CHANGED',
    new Date('2024-05-06T00:00:00Z'),
    'The source “Terms” had another text on 6 May 2024 than the one this answer was written for.',
  ],
  ['EXPIRED', new Date('2024-05-06T00:00:00Z'), 'The source “Terms” was not valid on 6 May 2024.'],
] as const)('%s, asked about %s: %s', (reason, asOf, message) => {
  expect(staleSourceMessage({ ...changed, reason }, asOf)).toBe(message);
});

test('a long quote is cut in the message, and stands on one line', () => {
  const message = earlierMessage(changedAt, 'now', `a list:\n- one\n${'word '.repeat(200)}`);
  expect(message.length).toBeLessThan(400);
  expect(message).toMatch(/^Until 1 March 2025 this document said: “a list: - one word.*…”$/);
});

test('dates of a record come back as dates, however deep, and nothing else does', () => {
  const value = {
    updatedAt: changedAt,
    text: changedAt.toISOString(),
    sides: [{ effectiveFrom: changedAt, effectiveUntil: null }],
    none: null,
    count: 3,
  };
  expect(reviveDates(JSON.parse(JSON.stringify(value)))).toEqual(value);
});
