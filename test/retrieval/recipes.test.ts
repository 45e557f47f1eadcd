import { describe, expect, it } from 'vitest';
import { presetNames, toPreset } from '../../src/cli/askFlags.ts';
import { aboveFloor, displayScore } from '../../src/retrieval/passage.ts';
import { curatedWeights, noKeywords } from '../../src/retrieval/arms/keywordArm.ts';
import { presets } from '../../src/retrieval/presets.ts';

/** Each number as its recipe publishes it, written out once more on purpose: a change of a shared default must not change a recipe in silence. */
const recipe = {
  scoresBothArms: false,
  scoreFloor: null,
  adjusts: false,
  curated: false,
  plans: false,
  asksBack: false,
  demandsFacts: false,
  reads: false,
  refines: false,
  onConflict: 'IGNORE',
  contextCharacters: null,
  localizes: false,
  budget: {},
};
const once = { rrfK: 60, vectorWeight: 1, keywordWeight: 1, rerank: 'NEVER', rerankCandidates: 30 };

describe('the numbers of each recipe', () => {
  it('naive: the five nearest, always answered from', () => {
    expect(presets.NAIVE).toEqual({
      ...recipe,
      name: 'NAIVE',
      keywordArm: null,
      confidence: 'COSINE',
      gate: 'ALWAYS',
      writes: false,
      settings: { ...once, topK: 5, vectorCandidates: 5, keywordCandidates: 30, maxDistance: 2, fusion: 'RRF' },
    });
  });

  it('consensus: websearch and cosine, 30 each, RRF 60, a logistic over rank agreement, tiers', () => {
    expect(presets.CONSENSUS).toEqual({
      ...recipe,
      name: 'CONSENSUS',
      keywordArm: 'WEBSEARCH',
      confidence: 'CONSENSUS',
      gate: 'TIERS',
      writes: false,
      settings: { ...once, topK: 10, vectorCandidates: 30, keywordCandidates: 30, maxDistance: 0.75, fusion: 'RRF' },
    });
  });

  it('filtered-rrf: plainto_tsquery and cosine, RRF 60, distance .75, top 10 of 30 + 30, no gate', () => {
    expect(presets.FILTERED_RRF).toEqual({
      ...recipe,
      name: 'FILTERED_RRF',
      keywordArm: 'PLAIN',
      confidence: 'COSINE',
      gate: 'ALWAYS',
      writes: true,
      settings: { ...once, topK: 10, vectorCandidates: 30, keywordCandidates: 30, maxDistance: 0.75, fusion: 'RRF' },
    });
  });

  it('two-tier: prefixes of child chunks, RRF 60, floor 25, mean 40, curated answers, localized refusals', () => {
    expect(presets.TWO_TIER).toEqual({
      ...recipe,
      name: 'TWO_TIER',
      keywordArm: 'PREFIX',
      confidence: 'AVERAGE',
      gate: { averageFrom: 40 },
      writes: true,
      scoresBothArms: true,
      scoreFloor: 25,
      curated: true,
      localizes: true,
      settings: { ...once, topK: 10, vectorCandidates: 30, keywordCandidates: 30, maxDistance: 2, fusion: 'RRF' },
    });
  });

  it('weighted: dense + .35 sparse, five times the passages to a reranker, 12,000 characters', () => {
    expect(presets.WEIGHTED).toEqual({
      ...recipe,
      name: 'WEIGHTED',
      keywordArm: 'SIMPLE',
      confidence: 'COSINE',
      gate: 'ALWAYS',
      writes: true,
      scoresBothArms: true,
      contextCharacters: 12_000,
      settings: {
        topK: 10,
        vectorCandidates: 50,
        keywordCandidates: 50,
        rrfK: 60,
        maxDistance: 2,
        fusion: 'LINEAR',
        vectorWeight: 1,
        keywordWeight: 0.35,
        rerank: 'ALWAYS',
        rerankCandidates: 50,
      },
    });
    expect(presets.WEIGHTED.settings.rerankCandidates).toBe(5 * presets.WEIGHTED.settings.topK);
  });

  it('agentic: consensus retrieval in a loop of three rounds and 2.5 seconds that refuses on conflict', () => {
    expect(presets.AGENTIC).toEqual({
      ...recipe,
      name: 'AGENTIC',
      keywordArm: 'WEBSEARCH',
      confidence: 'CONSENSUS',
      gate: 'TIERS',
      writes: true,
      plans: true,
      refines: true,
      onConflict: 'ABSTAIN',
      localizes: true,
      budget: { maxMillis: 2_500, maxRounds: 3 },
      settings: { ...once, topK: 10, vectorCandidates: 30, keywordCandidates: 30, maxDistance: 0.75, fusion: 'RRF' },
    });
  });

  it('candor: all that is ours and nothing of a recipe', () => {
    const { settings, ...rest } = presets.CANDOR;
    // Fusion and weights are what measures best: fuse.test.ts holds their formulas, and the evaluation their figures.
    expect(settings).toMatchObject({
      topK: 10,
      vectorCandidates: 30,
      keywordCandidates: 30,
      maxDistance: 0.85,
      rerank: 'UNCERTAIN',
    });
    expect(rest).toEqual({
      ...recipe,
      name: 'CANDOR',
      keywordArm: 'BM25',
      confidence: 'CANDOR',
      gate: 'TIERS',
      writes: true,
      scoresBothArms: true,
      adjusts: true,
      curated: true,
      plans: true,
      asksBack: true,
      demandsFacts: true,
      reads: true,
      refines: true,
      onConflict: 'CAP',
      localizes: true,
    });
  });
});

describe('names', () => {
  it('of the command line stand for each preset once', () => {
    expect(presetNames.map(toPreset).toSorted()).toEqual(Object.keys(presets).toSorted());
    for (const [key, { name }] of Object.entries(presets)) expect(name).toBe(key);
    expect([toPreset('filtered-rrf'), toPreset('two-tier')]).toEqual(['FILTERED_RRF', 'TWO_TIER']);
  });
});

describe('the display scale', () => {
  const at = (rawScore: number | null) => ({
    trace: {
      vector: { rank: null, rawScore, contribution: 0 },
      keyword: { rank: 1, rawScore: 1, contribution: 1 },
      adjustments: [],
      rerank: null,
    },
  });

  it('is the cosine in hundredths, from 0 to 100, and unknown without a vector', () => {
    expect([0.5, 1.000_1, -0.3, null].map((score) => displayScore(at(score)))).toEqual([50, 100, 0, null]);
  });

  it('has a floor that belongs to what is kept, and that drops nothing unknown', () => {
    const passages = [at(0.4), at(0.25), at(0.2499), at(null)];
    expect(aboveFloor(passages, 25)).toEqual([passages[0], passages[1], passages[3]]);
    expect(aboveFloor(passages, null)).toBe(passages);
  });
});

describe('weights for curated answers', () => {
  it('are those of BM25, and 1 a lexeme where the arm has none', () => {
    const idf = new Map([['fee', 2.5]]);
    expect(curatedWeights('BM25', { ...noKeywords, idf }, ['fee', 'pay'])).toBe(idf);
    expect(curatedWeights('BM25', noKeywords, ['fee'])).toEqual(new Map());
    expect(curatedWeights('PREFIX', noKeywords, ['fee', 'pay'])).toEqual(
      new Map([
        ['fee', 1],
        ['pay', 1],
      ]),
    );
  });
});
