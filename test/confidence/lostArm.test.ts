import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeSignals, type ConfidenceSignals, unread } from '../../src/confidence/signals.ts';
import { scoreConfidence, type ConfidenceFormula } from '../../src/confidence/score.ts';
import { fuse, type ArmHit } from '../../src/retrieval/fuse/fuse.ts';
import { passage } from '../grounding/passage.ts';
import { cases } from '../support/cases.ts';

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
const step = (from: number, to: number) =>
  fc.integer({ min: 0, max: 1_000 }).map((value) => from + ((to - from) * value) / 1_000);
const found = fc.subarray([...ids], { minLength: 1 });
const scores = (from: number, to: number) => fc.array(step(from, to), { minLength: ids.length, maxLength: ids.length });
const readings = fc.record({
  answerability: step(0, 1),
  answerMargin: step(-12, 12),
  answerAgreement: step(0, 1),
  answerCoverage: step(0, 1),
  answerSimilarity: step(0, 1),
  answerLead: step(0, 2),
  passageSimilarity: step(0, 1),
  passageRank: step(0, 0.5),
  headingMatch: step(0, 1),
  listMatched: fc.boolean(),
});
/** What both arms would know: a cosine within the usual distance, a BM25 score and a coverage of each passage, and who found which. */
const worlds = fc.record({
  byVector: found,
  byKeyword: found,
  cosine: scores(0.25, 1),
  bm25: scores(0, 10),
  coverage: scores(0, 1),
  ceiling: step(10, 30),
  sentenceCoverage: step(0, 1),
  answerTypePresent: fc.boolean(),
  codesMatched: fc.boolean(),
  quantityMatched: fc.boolean(),
  timeFit: fc.constantFrom(null, 0, 0.4, 1),
  reading: fc.oneof(fc.constant(unread), readings),
  fusion: fc.constantFrom('CONVEX', 'RRF'),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

/** One retrieval by the arms that work, through the real fusion; the sentences and the reader say the same of it. */
function retrievalOf(
  world: World,
  works: { readonly vector: boolean; readonly keyword: boolean },
): { readonly top: string; readonly signals: ConfidenceSignals } {
  const of = (list: readonly number[], id: string) => list[ids.indexOf(id as (typeof ids)[number])] ?? 0;
  const arm = (found: readonly string[], list: readonly number[]): ArmHit[] =>
    found
      .map((chunkId) => ({ chunkId, rawScore: of(list, chunkId) }))
      .sort((left, right) => right.rawScore - left.rawScore);
  const vector = works.vector ? arm(world.byVector, world.cosine) : [];
  const keyword = works.keyword ? arm(world.byKeyword, world.bm25) : [];
  const extra = (list: readonly number[], some: readonly ArmHit[]) =>
    new Map(some.map(({ chunkId }) => [chunkId, of(list, chunkId)]));
  const weights =
    world.fusion === 'CONVEX' ? { vectorWeight: 1, keywordWeight: 0.5 } : { vectorWeight: 1, keywordWeight: 1 };
  const fused = fuse({
    vector,
    keyword,
    vectorExtra: works.vector ? extra(world.cosine, keyword) : new Map(),
    keywordExtra: extra(world.bm25, keyword),
    settings: { fusion: world.fusion, rrfK: 60, ...weights },
  });
  const covers = (id: string) => (keyword.some(({ chunkId }) => chunkId === id) ? of(world.coverage, id) : 0);
  return {
    top: fused[0]!.chunkId,
    signals: computeSignals({
      passages: fused.map((hit, position) =>
        passage(hit.chunkId, { ...hit, documentId: hit.chunkId, rank: position + 1, coverage: covers(hit.chunkId) }),
      ),
      vectorOrder: vector.map(({ chunkId }) => chunkId),
      keywordOrder: keyword.map(({ chunkId }) => chunkId),
      idf: works.keyword ? new Map([['word', world.ceiling / 2.2]]) : new Map(),
      unknown: [],
      rrfK: 60,
      lostArm: !works.vector || !works.keyword,
      sentences: world,
      reading: world.reading,
    }),
  };
}

const lost = { vector: { vector: false, keyword: true }, keyword: { vector: true, keyword: false } };

/**
 * Where another passage comes first the confidence is about another passage; the veto on coverage may then hold for one and not for the other.
 */
describe.each<ConfidenceFormula>(['COSINE', 'CONSENSUS', 'CANDOR'])('%s, with an arm taken away', (formula) => {
  test.each(['vector', 'keyword'] as const)('never trusts the same passage more without the %s arm', (arm) => {
    let same = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const [whole, lame] = [retrievalOf(world, { vector: true, keyword: true }), retrievalOf(world, lost[arm])];
        if (whole.top !== lame.top) return;
        same += 1;
        expect(scoreConfidence(lame.signals, formula).value).toBeLessThanOrEqual(
          scoreConfidence(whole.signals, formula).value,
        );
      }),
      { numRuns: cases(500) },
    );
    expect(same).toBeGreaterThan(cases(500) / 10);
  });
});

test('CONSENSUS never lets an answer pass without an arm, whatever comes first', () => {
  fc.assert(
    fc.property(worlds, fc.constantFrom(lost.vector, lost.keyword), (world, works) => {
      expect(scoreConfidence(retrievalOf(world, works).signals, 'CONSENSUS').value).toBeLessThan(0.45);
    }),
  );
});
