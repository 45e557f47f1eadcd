import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedFacts } from '../../src/retrieval/question/namedFacts.ts';
import type { Feedback } from '../../src/learning/feedback/feedback.ts';
import { cluster, describeGap, groupQuestions } from '../../src/learning/gaps/groupQuestions.ts';
import { namesOther } from '../../src/learning/gaps/questionSimilarity.ts';
import { unanswered } from '../../src/learning/gaps/knowledgeGaps.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { silentLog } from '../../src/log.ts';
import { CandorError } from '../../src/errors.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { answered, runLike, said } from './judged.ts';
import { cases } from '../support/cases.ts';

const reasonOf = (run: Partial<RunDigest>, ...feedback: Feedback[]) =>
  unanswered([runLike('r', run)], [feedback])[0]?.reason;

describe('a run is unanswered', () => {
  it.each([
    ['a refusal for weak evidence', {}, [], 'WEAK_EVIDENCE'],
    ['a refusal for another topic', { reason: 'OUT_OF_SCOPE' }, [], 'OUT_OF_SCOPE'],
    ['a refusal for a contradiction', { reason: 'CONFLICTING_EVIDENCE' }, [], 'CONFLICTING_EVIDENCE'],
    ['a refusal that people call right', {}, [said('CORRECT')], 'WEAK_EVIDENCE'],
    [
      'a question back because nothing was found',
      { outcome: 'CLARIFICATION', stopReason: 'ZERO_HITS', reason: 'ZERO_HITS' },
      [],
      'NOTHING_FOUND',
    ],
    ['an answer that is wrong', answered, [said('WRONG')], 'JUDGED_WRONG'],
    [
      'an answer to what cannot be answered',
      answered,
      [said('WRONG'), said('SHOULD_HAVE_REFUSED')],
      'JUDGED_UNANSWERABLE',
    ],
  ] as const)('%s', (_name, run, feedback, reason) => {
    expect(reasonOf(run, ...feedback)).toBe(reason);
  });

  it.each([
    ['an answer', answered, []],
    ['an answer about which people disagree', answered, [said('WRONG'), said('CORRECT')]],
    ['an answer that leaves something out', answered, [said('INCOMPLETE')]],
    ['a refusal that people call needless', {}, [said('SHOULD_HAVE_ANSWERED')]],
    ['a spent budget', { reason: 'BUDGET_EXHAUSTED' }, []],
    ['a model that is away', { reason: 'MODEL_UNAVAILABLE' }, []],
    ['a greeting', { outcome: 'CLARIFICATION', stopReason: 'ZERO_HITS', kind: 'SMALL_TALK' }, []],
    ['a wish for a joke', { reason: 'OUT_OF_SCOPE', kind: 'OUT_OF_SCOPE' }, []],
    [
      'a question back among several answers',
      { outcome: 'CLARIFICATION', stopReason: 'ZERO_HITS', reflection: { gap: 'SEVERAL_FACTS', requirements: [] } },
      [],
    ],
    [
      'a question back before anything was searched',
      { outcome: 'CLARIFICATION', stopReason: 'ZERO_HITS', reflection: null },
      [],
    ],
  ] as const)('but not %s', (_name, run, feedback) => {
    expect(reasonOf(run, ...feedback)).toBeUndefined();
  });

  it('until the same question is answered later, and nobody objects', () => {
    const [later, before, other] = [
      runLike('later', { ...answered, question: 'Who owns the shed' }),
      runLike('before', { question: 'who owns THE shed?' }),
      runLike('other', { question: 'Who owns the roof?' }),
    ];
    const idsOf = (runs: readonly RunDigest[], ...feedback: Feedback[][]) =>
      unanswered(runs, feedback).map(({ run }) => run.id);
    expect(idsOf([later, before, other])).toEqual(['other']);
    expect(idsOf([later, before, other], [said('WRONG')])).toEqual(['later', 'before', 'other']);
    expect(idsOf([before, { ...later, id: 'earlier' }])).toEqual(['before']);
  });
});

describe('clusters', () => {
  /** Points on a line: the nearer, the more alike. */
  const onLine = (points: readonly number[]) => (left: number, right: number) =>
    -Math.abs((points[left] ?? 0) - (points[right] ?? 0));

  it('join what is alike on average, and no further', async () => {
    expect(await cluster(5, -2, onLine([0, 1, 10, 11, 30]))).toEqual([[0, 1], [2, 3], [4]]);
    // 0-1 and 2-3 are 2 apart on average though 1 and 2 are neighbours: a chain joins nothing.
    expect(await cluster(4, -1.5, onLine([0, 1, 2, 3]))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(await cluster(0, 0, () => 1)).toEqual([]);
  });

  it('never hold a pair that must stay apart, whoever is between them', async () => {
    const links = (left: number, right: number) => (left + right === 2 && left !== right ? -Infinity : 1);
    for (const members of await cluster(4, 0.5, links)) expect(members).not.toEqual(expect.arrayContaining([0, 2]));
  });

  it('are those of a search for the closest pair at every step', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 300 }),
        async (drawn, width) => {
          // Distinct gaps between points, so that no two pairs are equally alike.
          const points = [...new Set(drawn)].map((point, position) => point + 0.37 ** (position + 1));
          const similarity = onLine(points);
          expect(await cluster(points.length, -width, similarity)).toEqual(
            slowClusters(points.length, -width, similarity),
          );
        },
      ),
      { seed: 7, numRuns: cases(60) },
    );
  });
});

function slowClusters(
  count: number,
  threshold: number,
  similarity: (left: number, right: number) => number,
): number[][] {
  let clusters = Array.from({ length: count }, (_, position) => [position]);
  for (;;) {
    const pairs = clusters.flatMap((left, index) =>
      clusters.slice(index + 1).map((right) => ({
        left,
        right,
        mean: mean(left.flatMap((one) => right.map((other) => similarity(one, other)))),
      })),
    );
    const best = pairs.sort((one, other) => other.mean - one.mean)[0];
    if (!best || best.mean < threshold) break;
    clusters = [
      ...clusters.filter((members) => members !== best.left && members !== best.right),
      [...best.left, ...best.right],
    ];
  }
  return clusters
    .map((members) => members.sort((left, right) => left - right))
    .sort((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

it.each([
  ['What does E1042 mean?', 'What does E1043 mean?', true],
  ['What does E1042 mean?', 'How do I fix E1042?', false],
  ['What does E1042 mean?', 'What do error codes mean?', true],
  ['Do we deliver to Norway?', 'Do we deliver to Brazil?', true],
  ['Do we deliver to Norway?', 'What does delivery to norway cost in Norway?', false],
  ['Can I take 3 days off?', 'Can I take 5 days off?', true],
  ['What was sold in 2023?', 'What was sold in 2024?', true],
] as const)('%s and %s name other things: %s', (left, right, other) => {
  expect(namesOther(namedFacts(left, 'en'), namedFacts(right, 'en'))).toBe(other);
  expect(namesOther(namedFacts(right, 'en'), namedFacts(left, 'en'))).toBe(other);
});

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const near = (...ids: string[]) => ids.map((documentId) => ({ documentId, documentKey: `${documentId}.md` }));
const requirement = (text: string, ...coveredBy: string[]) => ({ kind: 'CODE' as const, text, coveredBy });
const chosen = (...ids: string[]) =>
  ids.map((passageId) => ({
    passageId,
    documentId: 'd',
    documentKey: 'd.md',
    sentence: `Sentence of ${passageId}.`,
  }));

it('a gap tells who asked, why it went unanswered, what was missing and what was near, most frequent first', () => {
  const gap = describeGap(
    [
      {
        reason: 'WEAK_EVIDENCE',
        chosen: chosen('p', 'q'),
        run: runLike('3', {
          createdAt: at(9),
          conversationId: 'c',
          sources: near('b', 'a', 'x', 'too far'),
          reflection: { gap: 'MISSING_FACT', requirements: [requirement('E1042'), requirement('E7', 'chunk')] },
        }),
      },
      {
        reason: 'OUT_OF_SCOPE',
        chosen: chosen('q'),
        run: runLike('2', {
          createdAt: at(5),
          conversationId: 'c',
          sources: near('a'),
          reflection: { gap: 'MISSING_FACT', requirements: [requirement('e1042'), requirement('E9')] },
        }),
      },
      {
        reason: 'WEAK_EVIDENCE',
        chosen: [],
        run: runLike('1', { createdAt: at(1), sources: [], reflection: { gap: 'NONE', requirements: [] } }),
      },
    ],
    { id: '2', text: 'What does E1042 mean?' },
  );
  expect(gap).toEqual({
    id: '2',
    question: 'What does E1042 mean?',
    count: 3,
    conversationCount: 2,
    firstAskedAt: at(1),
    lastAskedAt: at(9),
    reasons: [
      { reason: 'WEAK_EVIDENCE', count: 2 },
      { reason: 'OUT_OF_SCOPE', count: 1 },
    ],
    missing: [
      { kind: 'CODE', text: 'E1042', count: 2 },
      { kind: 'CODE', text: 'E9', count: 1 },
    ],
    shortfalls: [{ gap: 'MISSING_FACT', count: 2 }],
    nearestDocuments: [
      { documentId: 'a', documentKey: 'a.md', count: 2 },
      { documentId: 'b', documentKey: 'b.md', count: 1 },
      { documentId: 'x', documentKey: 'x.md', count: 1 },
    ],
    chosen: [
      { ...chosen('q')[0], runId: '3', count: 2 },
      { ...chosen('p')[0], runId: '3', count: 1 },
    ],
    exampleRunIds: ['3', '2', '1'],
  });
});

describe('without an embedder', () => {
  const runs = ['Who owns the shed?', 'who owns the SHED', 'Who owns the old shed?'].map((question, position) => ({
    reason: 'WEAK_EVIDENCE' as const,
    chosen: [],
    run: runLike(String(position), { question }),
  }));

  it('questions of the same words are together, and it is said', async () => {
    const embedder = {
      ...createHashedEmbedder(),
      embedQuery: () => Promise.reject(new CandorError('MODEL_UNAVAILABLE', 'away')),
    };
    const { gaps, degraded } = await groupQuestions(runs, embedder, silentLog);
    expect(degraded).toBe(true);
    expect(gaps.map(({ exampleRunIds }) => exampleRunIds)).toEqual([['2'], ['0', '1']]);
  });

  it('a caller who went away is no reason to go on', async () => {
    const embedder = {
      ...createHashedEmbedder(),
      embedQuery: () => Promise.reject(new CandorError('CANCELLED', 'gone')),
    };
    await expect(groupQuestions(runs, embedder, silentLog)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

it('what one question names in vain and another has something else for is a gap of its own', async () => {
  const asks = (id: string, question: string, ...missing: string[]) => ({
    reason: 'WEAK_EVIDENCE' as const,
    chosen: [],
    run: runLike(id, {
      question,
      reflection: { gap: 'MISSING_FACT', requirements: missing.map((text) => requirement(text)) },
    }),
  });
  const questionsOf = async (...runs: ReturnType<typeof asks>[]) =>
    (await groupQuestions(runs, createHashedEmbedder(), silentLog)).gaps.map(({ count }) => count);
  const paypal = asks('1', 'can i pay with PayPal', 'PayPal');
  expect(await questionsOf(paypal, asks('2', 'can i pay with bitcoin'))).toEqual([1, 1]);
  expect(await questionsOf(paypal, asks('2', 'can i pay by paypal', 'paypal'))).toEqual([2]);
  expect(await questionsOf(paypal, asks('2', 'can i pay'))).toEqual([2]);
});
