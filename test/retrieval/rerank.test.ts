import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import { cancelled, pause } from '../../src/clock.ts';
import type { Reranker } from '../../src/models/reranker.ts';
import { rerank, rerankedCharacters, rerankedText, type RerankRequest } from '../../src/retrieval/fuse/rerank.ts';
import { passage } from '../grounding/passage.ts';
import { loopNow } from '../support/clocks.ts';

/** A reranker of known scores: orchestration is what is tested. The real ones have test/contracts/reranker.ts. */
function scoring(score: Reranker['score']): Reranker {
  return { id: 'known', tokensFor: () => 0, score, close: () => Promise.resolve() };
}

const fused = (count: number) =>
  Array.from({ length: count }, (_, position) =>
    passage(`text ${position}`, { chunkId: `c${position}`, rank: position + 1, score: 1 - position / 100 }),
  );
const request = (count: number, changes: Partial<RerankRequest> = {}): RerankRequest => ({
  question: 'q',
  passages: fused(count),
  candidates: 30,
  deadlineMillis: 1_000,
  ...changes,
});
const ids = (passages: readonly { readonly chunkId: string }[]) => passages.map((entry) => entry.chunkId);

describe('rerank', () => {
  test('puts what was read in the order of its scores, the rest behind, and tells where each had stood', async () => {
    const { passages, degraded } = await rerank(
      scoring(async () => [0.2, 0.9, 0.2]),
      request(5, { candidates: 3 }),
    );
    expect(degraded).toEqual([]);
    expect(ids(passages)).toEqual(['c1', 'c0', 'c2', 'c3', 'c4']);
    expect(passages.map((entry) => entry.rank)).toEqual([1, 2, 3, 4, 5]);
    expect(passages.map((entry) => entry.trace.rerank)).toEqual([
      { rankBefore: 2, score: 0.9 },
      { rankBefore: 1, score: 0.2 },
      { rankBefore: 3, score: 0.2 },
      null,
      null,
    ]);
  });

  test('property: a permutation that is sorted by score, then by fused rank, and leaves scores, arms and the unread alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.integer({ min: 0, max: 4 }).map((step) => step / 4),
          { maxLength: 12 },
        ),
        fc.integer({ min: 1, max: 12 }),
        async (scores, candidates) => {
          const before = request(scores.length, { candidates });
          const { passages } = await rerank(
            scoring(async (_question, texts) => scores.slice(0, texts.length)),
            before,
          );
          expect(ids(passages).toSorted()).toEqual(ids(before.passages).toSorted());
          const read = passages.slice(0, Math.min(candidates, scores.length));
          for (const [position, entry] of read.entries()) {
            const next = read[position + 1]?.trace.rerank;
            const own = entry.trace.rerank;
            expect(own?.score).toBe(scores[(own?.rankBefore ?? 0) - 1]);
            if (own && next)
              expect(own.score > next.score || (own.score === next.score && own.rankBefore < next.rankBefore)).toBe(
                true,
              );
          }
          for (const entry of passages) {
            const was = before.passages.find((other) => other.chunkId === entry.chunkId);
            expect({ ...entry, rank: was?.rank, trace: { ...entry.trace, rerank: null } }).toEqual(was);
          }
          expect(ids(passages.slice(candidates))).toEqual(ids(before.passages.slice(candidates)));
        },
      ),
    );
  });

  test('asks nothing about nothing', async () => {
    expect(
      await rerank(
        scoring(() => Promise.reject(new Error('asked'))),
        request(0),
      ),
    ).toEqual({ passages: [], degraded: [] });
  });

  test('hands over title, headings and text, cut', async () => {
    let seen: readonly string[] = [];
    const long = passage('x'.repeat(5_000), { documentTitle: 'Terms', sectionPath: ['Terms', 'Cancelling'] });
    await rerank(
      scoring(async (_question, texts) => {
        seen = texts;
        return [0];
      }),
      request(0, { passages: [long] }),
    );
    expect(seen[0]).toHaveLength(rerankedCharacters);
    expect(seen[0]?.startsWith('Terms > Cancelling\nxxx')).toBe(true);
    const emoji = passage('\u{1F6B2}'.repeat(2_000), { documentTitle: 'a', sectionPath: ['b'] });
    expect(rerankedText(emoji).isWellFormed()).toBe(true);
  });
});

describe('a reranker that does not deliver leaves the fused order', () => {
  test.each<[string, Reranker['score'], RegExp]>([
    ['fails', () => Promise.reject(new CandorError('MODEL_UNAVAILABLE', 'The server answered 500.')), /answered 500/],
    [
      'throws what it should not',
      () => {
        throw new TypeError('a document says so');
      },
      /failed in a way it should not/,
    ],
    ['sends too few scores', async () => [0.5], /broke its contract/],
    ['sends no numbers', async () => [0.5, Number.NaN, 0.5], /broke its contract/],
    ['sends a score outside 0..1', async () => [0.5, 1.5, 0.5], /broke its contract/],
    [
      'is late',
      (_question, _texts, { signal } = {}) => pause(5_000, signal, cancelled).then(() => [1, 1, 1]),
      /within 50 ms/,
    ],
    ['is late and deaf', () => pause(500, undefined, cancelled).then(() => [1, 1, 1]), /within 50 ms/],
  ])('%s', async (_what, score, message) => {
    const asked = request(3, { deadlineMillis: 50 });
    const startedAt = loopNow();
    const { passages, degraded } = await rerank(scoring(score), asked);
    expect(loopNow() - startedAt).toBeLessThan(400);
    expect(passages).toEqual(asked.passages);
    expect(degraded).toEqual([{ part: 'RERANKER', message: expect.stringMatching(message) as string }]);
    expect(degraded[0]?.message).not.toContain('document');
  });

  test('is not asked when no time is left', async () => {
    const { degraded } = await rerank(
      scoring(() => Promise.reject(new Error('asked'))),
      request(3, { deadlineMillis: 0 }),
    );
    expect(degraded).toEqual([{ part: 'RERANKER', message: 'No time was left for the reranker.' }]);
  });

  test('but a caller who leaves is CANCELLED', async () => {
    const stop = new AbortController();
    const work = rerank(
      scoring((_question, _texts, { signal } = {}) => pause(5_000, signal, cancelled).then(() => [1])),
      request(1, { signal: stop.signal }),
    );
    setTimeout(() => stop.abort(), 20);
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
