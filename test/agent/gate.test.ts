import { describe, expect, test } from 'vitest';
import { gateOf, tierIn } from '../../src/confidence/gate.ts';
import { confidenceIn } from '../../src/agent/evidence/judgeEvidence.ts';
import { decide } from '../../src/agent/gate/decide.ts';
import { noEvidence } from '../../src/agent/state/evidence.ts';
import type { AskState } from '../../src/agent/state/askState.ts';
import type { Conflict } from '../../src/grounding/claim.ts';
import type { Degradation, Passage, PresetName } from '../../src/retrieval/passage.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import { confidentFrom, uncertainFrom } from '../../src/confidence/score.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { passage } from '../grounding/passage.ts';
import { askState, confidenceOf, evidenceOf, resolved, type StateChanges } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';

const by = (preset: PresetName) => resolved(caller, { question: 'How long?', preset });
const nothing = { rank: null, rawScore: null, contribution: 0 };
const scored = (chunkId: string, similarity: number | null): Passage =>
  passage('It takes four hours.', {
    chunkId,
    trace: { vector: { ...nothing, rawScore: similarity }, keyword: nothing, adjustments: [], rerank: null },
  });
const found = evidenceOf([passage('It takes four hours.')]);
const verdictOf = (preset: PresetName, value: number, changes: StateChanges = {}) =>
  decide(askState({ request: by(preset), evidence: found, confidence: confidenceOf(value), rounds: 1, ...changes }));
const passes = { verdict: 'PASS', stopReason: 'GATE_PASSED' };
const refuses = { verdict: 'ABSTAIN', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' };

test.each([
  ['NAIVE', 0],
  ['FILTERED_RRF', 0],
  ['WEIGHTED', 0],
  ['CONSENSUS', uncertainFrom],
  ['AGENTIC', uncertainFrom],
  ['CANDOR', uncertainFrom],
  ['TWO_TIER', 0.4],
] as const)('%s answers from %d on', (preset, gate) => {
  expect(gateOf({ preset: presets[preset], scale: shippedScale })).toBe(gate);
  expect(verdictOf(preset, gate)).toEqual(passes);
  if (gate > 0) expect(verdictOf(preset, gate - 0.001).verdict).not.toBe('PASS');
});

test('UNCERTAIN begins at the gate of the preset, and where all have it when it has none', () => {
  expect(
    [confidentFrom, confidentFrom - 0.001, 0.4, 0.39].map((value) =>
      tierIn({ preset: presets.TWO_TIER, scale: shippedScale }, value),
    ),
  ).toEqual(['CONFIDENT', 'UNCERTAIN', 'UNCERTAIN', 'NO_MATCH']);
  for (const preset of [presets.WEIGHTED, presets.CANDOR])
    expect(
      [uncertainFrom, uncertainFrom - 0.001].map((value) => tierIn({ preset, scale: shippedScale }, value)),
    ).toEqual(['UNCERTAIN', 'NO_MATCH']);
});

describe('the average gate', () => {
  const confidence = (similarities: readonly (number | null)[], degraded: readonly Degradation[] = []) =>
    confidenceIn(
      by('TWO_TIER'),
      evidenceOf(similarities.map((similarity, index) => scored(`chunk-${index}`, similarity))),
      [],
      'unread',
      degraded,
    ).value;

  test('is over the scores of all passages that were kept', () => {
    expect(confidence([0.7, 0.3, 0.2])).toBeCloseTo(0.4, 10);
    expect(confidence([0.7, null])).toBeCloseTo(0.35, 10);
    expect(confidence([])).toBe(0);
  });

  test('gives no answer while an arm is missing: the mean of one arm alone may be higher', () => {
    for (const part of ['VECTOR_ARM', 'KEYWORD_ARM'] as const)
      expect(confidence([0.9, 0.9], [{ part, message: 'away' }])).toBeCloseTo(0.9 * 0.39, 10);
    expect(confidence([0.9, 0.9], [{ part: 'CHAT_MODEL', message: 'away' }])).toBeCloseTo(0.9, 10);
    expect(confidence([0.3], [{ part: 'KEYWORD_ARM', message: 'away' }])).toBeCloseTo(0.3 * 0.39, 10);
  });

  test('refuses what was found and dropped, asks back about what was not found', () => {
    const dropped = { ...noEvidence, candidates: [{ chunkId: 'c', documentKey: 'one.md', score: 0.01 }] };
    expect(verdictOf('TWO_TIER', 0, { evidence: dropped })).toEqual(refuses);
    expect(verdictOf('TWO_TIER', 0, { evidence: noEvidence })).toEqual({
      verdict: 'CLARIFY',
      stopReason: 'ZERO_HITS',
      clarifyReason: 'ZERO_HITS',
    });
    expect(verdictOf('FILTERED_RRF', 0, { evidence: noEvidence })).toEqual({
      verdict: 'CLARIFY',
      stopReason: 'ZERO_HITS',
      clarifyReason: 'ZERO_HITS',
    });
  });

  test('does not hold a curated answer back', () => {
    expect(
      verdictOf('TWO_TIER', 0, {
        evidence: { ...noEvidence, curated: [{ score: 0.7 }] as unknown as AskState['found']['evidence']['curated'] },
      }),
    ).toEqual({ verdict: 'CURATED', stopReason: 'CURATED_MATCH' });
  });
});

describe('a conflict', () => {
  const conflicts: readonly Conflict[] = [{ kind: 'NUMERIC', resolution: 'UNRESOLVED', sides: [] }];

  test('stops AGENTIC where it would have answered, and no other preset', () => {
    expect(verdictOf('AGENTIC', 0.9, { conflicts })).toEqual({
      verdict: 'ABSTAIN',
      stopReason: 'BELOW_GATE',
      abstentionReason: 'CONFLICTING_EVIDENCE',
    });
    for (const preset of ['CANDOR', 'CONSENSUS', 'NAIVE', 'FILTERED_RRF', 'TWO_TIER', 'WEIGHTED'] as const)
      expect(verdictOf(preset, 0.9, { conflicts })).toEqual(passes);
    expect(verdictOf('AGENTIC', 0.1, { conflicts })).toEqual({ verdict: 'REFINE' });
  });

  test('that is settled stops no preset', () => {
    for (const resolution of ['NEWER_VERSION', 'AUTHORITY'] as const)
      expect(verdictOf('AGENTIC', 0.9, { conflicts: [{ kind: 'NUMERIC', resolution, sides: [] }] })).toEqual(passes);
  });
});

describe('AGENTIC', () => {
  test('has 2.5 seconds and three rounds of its own, which a request may change', () => {
    expect(by('AGENTIC').budget).toEqual({ maxMillis: 2_500, maxRounds: 3, maxTokens: 20_000 });
    expect(
      resolved(caller, { question: 'How long?', preset: 'AGENTIC', budget: { maxMillis: 9_000, maxRounds: 1 } }).budget,
    ).toMatchObject({ maxMillis: 9_000, maxRounds: 1 });
    expect(by('CANDOR').budget).toEqual({ maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 });
  });

  test('refines until the third round', () => {
    expect(verdictOf('AGENTIC', 0.2, { rounds: 2, newEvidence: true })).toEqual({ verdict: 'REFINE' });
    expect(verdictOf('AGENTIC', 0.2, { rounds: 3, newEvidence: true })).toEqual({
      verdict: 'ABSTAIN',
      stopReason: 'ROUND_LIMIT',
      abstentionReason: 'WEAK_EVIDENCE',
    });
  });

  test('does not ask back because its AND query found nothing: that says nothing about its words', () => {
    const evidence = { ...found, keywordOrder: [] };
    expect(verdictOf('AGENTIC', 0.2, { evidence })).toEqual({ verdict: 'REFINE' });
    expect(verdictOf('CANDOR', 0.2, { evidence })).toMatchObject({ verdict: 'CLARIFY' });
  });
});
