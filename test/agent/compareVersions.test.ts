import { describe, expect, test } from 'vitest';
import { type Cited, compareVersions, type History } from '../../src/agent/nodes/history.ts';
import { composeAnswer } from '../../src/grounding/claims/composeAnswer.ts';
import { verifyClaim } from '../../src/grounding/claims/verifyClaim.ts';
import type { Revision, RevisionSet } from '../../src/knowledge/revisions.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { passage } from '../grounding/passage.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const now = 'Label rolls can be returned within 45 days of delivery.';
const before = 'Label rolls can be returned within 30 days of delivery.';
const askedAt = day('2025-06-01');

const version = (versionId: string, text: string | null, more: Partial<Revision> = {}): Revision => ({
  versionId,
  text,
  effectiveFrom: day('2024-01-01'),
  effectiveUntil: null,
  expiresAt: null,
  ...more,
});
const first = version('v1', before, { effectiveUntil: day('2025-03-01') });
const second = version('v2', now, { effectiveFrom: day('2025-03-01') });

function cited(
  text: string,
  set: Partial<RevisionSet> & Pick<RevisionSet, 'asked'>,
  more: Partial<Passage> = {},
  changes: Partial<Cited> = {},
): Cited {
  const source = passage(text, { versionId: set.asked.versionId, ...more }, 0);
  const { citations } = composeAnswer([verifyClaim({ text, quote: text, chunkId: source.chunkId }, [source])], askedAt);
  const history: History = {
    sets: new Map([[set.asked.versionId, { previous: null, current: null, ...set }]]),
    successors: new Map(),
    isNewcomer: false,
  };
  return { citations, passages: [source], history, request: { asOf: askedAt, askedAt }, ...changes };
}

describe('the version before', () => {
  test('that said otherwise is a notice with its words and a conflict with both sides, the newer first', () => {
    const { notices, conflicts } = compareVersions(cited(now, { asked: second, previous: first }));
    expect(notices).toEqual([
      {
        kind: 'EARLIER_VERSION_DIFFERED',
        message: `Until 1 March 2025 this document said: “${before}”`,
        documentId: 'document-1',
        versionId: 'v1',
        quote: before,
        sourceSpan: { start: 0, end: before.length },
      },
    ]);
    expect(conflicts).toMatchObject([
      {
        kind: 'NUMERIC',
        resolution: 'NEWER_VERSION',
        sides: [
          { versionId: 'v2', quote: now, value: '45 days', effectiveFrom: day('2025-03-01'), effectiveUntil: null },
          { versionId: 'v1', quote: before, value: '30 days', effectiveUntil: day('2025-03-01') },
        ],
      },
    ]);
  });

  test('that did not say it is a notice and no conflict', () => {
    const { notices, conflicts } = compareVersions(
      cited(now, { asked: second, previous: { ...first, text: 'Boxes are sold in packs.' } }),
    );
    expect(notices).toMatchObject([
      {
        kind: 'EARLIER_VERSION_DIFFERED',
        message: `Until 1 March 2025 this document did not say: “${now}”`,
        versionId: 'v1',
        quote: null,
        sourceSpan: null,
      },
    ]);
    expect(conflicts).toEqual([]);
  });

  test.each([
    ['that said the same', { ...first, text: now }],
    ['that is too long to compare', { ...first, text: null }],
    ['that does not exist', null],
  ])('%s is nothing', (_what, previous) => {
    expect(compareVersions(cited(now, { asked: second, previous }))).toEqual({ notices: [], conflicts: [] });
  });
});

describe('a question about a past day', () => {
  const past = { request: { asOf: day('2025-01-01'), askedAt } };

  test('tells what the version of today says', () => {
    const { notices, conflicts } = compareVersions(cited(before, { asked: first, current: second }, {}, past));
    expect(notices).toMatchObject([
      {
        kind: 'LATER_VERSION_DIFFERS',
        message: `The version valid since 1 March 2025 says: “${now}”`,
        versionId: 'v2',
        quote: now,
      },
    ]);
    expect(conflicts).toEqual([]);
    expect(
      compareVersions(
        cited(before, { asked: first, current: { ...second, text: 'Boxes are sold in packs.' } }, {}, past),
      ).notices[0]?.message,
    ).toBe(`The version valid since 1 March 2025 no longer says: “${before}”`);
  });

  test('tells that the cited version has ended by its own word', () => {
    const expiresAt = day('2025-02-01');
    expect(compareVersions(cited(before, { asked: { ...first, expiresAt } }, {}, past)).notices).toMatchObject([
      { kind: 'EXPIRED', message: 'The cited version expired on 1 February 2025.', versionId: 'v1' },
    ]);
    expect(
      compareVersions(cited(before, { asked: { ...first, expiresAt: day('2025-12-01') } }, {}, past)).notices,
    ).toEqual([]);
  });
});

describe('a replaced document', () => {
  const successor = { documentId: 'document-2', key: 'two.md', title: 'New terms', text: null };

  test('names its successor, by title where that may be found', () => {
    const alone = cited(now, { asked: second }, { supersededBy: 'two.md' });
    expect(compareVersions(alone).notices).toMatchObject([
      { kind: 'SUPERSEDED', message: '“Rental terms” was replaced by two.md.', documentId: null },
    ]);
    const history = { ...alone.history, successors: new Map([['two.md', successor]]) };
    expect(compareVersions({ ...alone, history }).notices).toMatchObject([
      { message: '“Rental terms” was replaced by “New terms” (two.md).', documentId: 'document-2' },
    ]);
  });
});

test('what a replaced document says and its successor dropped is told under the heading of both', () => {
  const place = { supersededBy: 'two.md', sectionPath: ['Terms', 'Returns'] };
  const alone = cited(before, { asked: first }, place);
  const told = (text: string) => {
    const successor = { documentId: 'document-2', key: 'two.md', title: 'New terms', text };
    const history = { ...alone.history, successors: new Map([['two.md', successor]]) };
    return compareVersions({ ...alone, history }).notices.map(({ message }) => message);
  };
  expect(told('# New terms\n\n## Returns\n\nBoxes are sold in packs.')).toEqual([
    '“New terms”, which replaced “Rental terms”, no longer says this under “Returns”.',
  ]);
  const plainly = ['“Rental terms” was replaced by “New terms” (two.md).'];
  expect(told('# New terms\n\n## Boxes\n\nBoxes are sold in packs.')).toEqual(plainly);
  expect(told(`# New terms\n\n## Returns\n\n${now}`)).toEqual(plainly);
});

test('the same is said once, however often it is cited', () => {
  const once = cited(now, { asked: second, previous: first }, { supersededBy: 'two.md' });
  const twice = {
    ...once,
    citations: [...once.citations, ...once.citations.map((citation) => ({ ...citation, number: 2 }))],
  };
  expect(compareVersions(twice)).toEqual(compareVersions(once));
});
