import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRuns, questionOf } from '../../../src/agent/replay.ts';
import type { Outcome } from '../../../src/agent/state/outcome.ts';
import type { Run } from '../../../src/agent/state/run.ts';
import { confidence, runOf } from '../../support/fake/outcomes.ts';
import { passageOf } from '../../support/fake/stored.ts';
import { cases } from '../../support/cases.ts';

const run = runOf('run-1');
const again = (changes: Partial<Run> = {}): Run => ({ ...runOf('run-2'), ...changes });
const step = {
  node: 'retrieve',
  startedMillis: 3,
  millis: 4,
  detail: { round: 1, timings: [{ total: 7 }], passages: [{ chunkId: 'c1', score: 0.5 }] },
};

describe('what is left out', () => {
  test('ids of run and conversation, times, who asked, and what it repeats', () => {
    const other = again({
      createdAt: new Date(1),
      conversationId: 'c9',
      askedBy: 'k9',
      replayOf: run.id,
      usage: { ...run.usage, millis: 99 },
      steps: [{ ...step, startedMillis: 30, millis: 40, detail: { ...step.detail, timings: [{ total: 70 }] } }],
      searches: [{ round: 1, query: 'q', settings: run.settings, candidates: [], millis: 9 }],
    });
    expect(
      compareRuns(
        {
          ...run,
          steps: [step],
          searches: [{ round: 1, query: 'q', settings: run.settings, candidates: [], millis: 1 }],
        },
        other,
      ),
    ).toEqual({ same: true, changes: [] });
  });

  test('the wording of a follow-up, and no other question', () => {
    const followUp = { ...run, question: 'And for teams?', plan: { ...run.plan!, standalone: 'How much for teams?' } };
    expect(questionOf(followUp)).toBe('How much for teams?');
    expect(
      compareRuns(
        followUp,
        again({ question: 'How much for teams?', plan: { ...run.plan!, standalone: 'How much for teams?' } }),
      ).changes,
    ).toEqual([]);
    expect(compareRuns(followUp, again({ question: 'Else?' })).changes.map(({ path }) => path)).toEqual([
      'question',
      'plan.standalone',
    ]);
  });
});

describe('what differs', () => {
  test('is told by path, with both values as JSON, and null where there is none', () => {
    const { changes } = compareRuns(
      { ...run, steps: [step] },
      again({
        tier: null,
        asOf: new Date(0),
        filter: { keyPrefix: 'a' },
        passages: [passageOf('d1', 1), { ...passageOf('d2', 2), score: 0.75 }, passageOf('d3', 3)],
        steps: [{ ...step, detail: { ...step.detail, passages: [{ chunkId: 'c2', score: 0.5 }] } }],
      }),
    );
    expect(changes).toEqual([
      { path: 'filter.tags', before: '["labels"]', after: null },
      { path: 'filter.keyPrefix', before: null, after: '"a"' },
      { path: 'asOf', before: '"2025-06-01T00:00:00.000Z"', after: '"1970-01-01T00:00:00.000Z"' },
      { path: 'tier', before: '"CONFIDENT"', after: 'null' },
      { path: 'steps[0].detail.passages[0].chunkId', before: '"c1"', after: '"c2"' },
      { path: 'passages[1].score', before: '0.5', after: '0.75' },
      { path: 'passages[2]', before: null, after: expect.stringMatching(/^\{"chunkId":"d3-c3".{282}$/) as string },
    ]);
  });

  test.each([
    [0.5, 0.5 + 1e-10, 0],
    [0.5, 0.5 + 1e-8, 1],
    [0, -0, 0],
  ])('numbers %d and %d: %d change(s)', (before, after, count) => {
    expect(compareRuns({ ...run, confidenceValue: before }, again({ confidenceValue: after })).changes).toHaveLength(
      count,
    );
  });

  test('a cut halves no character, and 500 changes are enough', () => {
    const [change] = compareRuns({ ...run, embedder: `${'a'.repeat(298)}😀` }, again()).changes;
    expect(change).toEqual({ path: 'embedder', before: `"${'a'.repeat(298)}`, after: '"fake"' });
    expect(
      compareRuns(run, again({ queries: Array.from({ length: 900 }, (_, index) => `q${index}`) })).changes,
    ).toHaveLength(500);
  });
});

describe('same', () => {
  test.each<[string, Partial<Run>, boolean]>([
    ['another outcome', { outcome: 'ABSTENTION' }, false],
    ['passages in another order', { passages: run.passages.toReversed() }, false],
    ['another score', { passages: run.passages.map((passage) => ({ ...passage, score: 0.1 })) }, true],
    ['other settings', { settings: { ...run.settings, topK: 3 } }, true],
  ])('%s', (_name, changes, same) => {
    expect(compareRuns(run, again(changes)).same).toBe(same);
  });
});

test('property: no change is told of a copy; one of another value is, where it was changed, and the other way round too', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const detail = fc.dictionary(
    fc.stringMatching(/^[a-d]$/),
    fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.stringMatching(/^[e-h]$/), leaf)),
  );
  fc.assert(
    fc.property(detail, detail, (left, right) => {
      const noted = (entry: Record<string, unknown>): Run => ({ ...run, steps: [{ ...step, detail: entry }] });
      const [before, after] = [noted(left), noted(right)];
      expect(compareRuns(before, structuredClone(before)).changes).toEqual([]);
      const forth = compareRuns(before, after).changes;
      expect(forth.length > 0).toBe(JSON.stringify(sorted(left)) !== JSON.stringify(sorted(right)));
      expect(forth.every(({ path }) => path.startsWith('steps[0].detail.'))).toBe(true);
      const back = compareRuns(after, before).changes.map((change) => ({
        path: change.path,
        before: change.after,
        after: change.before,
      }));
      expect(new Set(back.map((change) => JSON.stringify(change)))).toEqual(
        new Set(forth.map((change) => JSON.stringify(change))),
      );
    }),
  );
});

type Path = readonly (string | number)[];

/** Every single value of a record, by the way to it. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [path];
  return Object.entries(value).flatMap(([name, entry]) =>
    leaves(entry, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function withLeaf(value: unknown, [name, ...rest]: Path, leaf: unknown): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((entry: unknown, position) => (position === name ? withLeaf(entry, rest, leaf) : entry));
  const entries = value as Record<string, unknown>;
  return { ...entries, [name]: withLeaf(entries[name], rest, leaf) };
}

test('property: one changed value anywhere in the record is told by exactly its path', () => {
  const result: Outcome = {
    type: 'Abstention',
    id: run.id,
    question: run.question,
    askedAs: null,
    tier: 'NO_MATCH',
    confidence,
    stopReason: 'BELOW_GATE',
    citations: [],
    alternatives: [],
    usage: run.usage,
    degraded: [],
    language: 'en',
    message: 'No.',
    suggestion: null,
    reason: 'WEAK_EVIDENCE',
    nextSteps: [
      { kind: 'REPHRASE', text: 'Ask otherwise.', terms: ['toner'], suggestions: [], filterField: null, owner: null },
    ],
    nearest: [passageOf('d1', 1)],
  };
  const full: Run = {
    ...run,
    result,
    steps: [step],
    searches: [{ round: 1, query: 'q', settings: run.settings, candidates: [], millis: 1 }],
    prompts: [{ node: 'plan', version: 'plan@1', model: 'm' }],
  };
  const unnamed =
    /^(?:(?:result\.)?id|result\.askedAs|createdAt|conversationId|askedBy|replayOf)$|\b(?:millis|startedMillis|timings)\b/;
  fc.assert(
    fc.property(fc.constantFrom(...leaves(full)), (path) => {
      const written = path
        .map((part, position) => (typeof part === 'number' ? `[${part}]` : position === 0 ? part : `.${part}`))
        .join('');
      const changed = withLeaf(full, path, 'something else') as Run;
      expect(compareRuns(full, changed).changes.map((change) => change.path)).toEqual(
        unnamed.test(written) ? [] : [written],
      );
    }),
    { numRuns: cases(300) },
  );
});

/** With its keys in order, and no difference between 0 and -0. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([name, entry]) => [name, sorted(entry)]);
}
