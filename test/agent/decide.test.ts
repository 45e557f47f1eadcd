import { describe, expect, test } from 'vitest';
import { decide } from '../../src/agent/gate/decide.ts';
import { uncertainFrom } from '../../src/confidence/score.ts';
import type { CuratedMatch, PresetName } from '../../src/retrieval/passage.ts';
import { passage } from '../grounding/passage.ts';
import { askState, confidenceOf, evidenceOf, resolved, type StateChanges } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';

const found = evidenceOf([passage('It takes four hours.')]);
const curated = [{ score: 1 } as CuratedMatch];
const below = confidenceOf(uncertainFrom - 0.01);
const atGate = confidenceOf(uncertainFrom);
const by = (preset: PresetName, maxRounds = 2) =>
  resolved(caller, { question: 'How long?', preset, budget: { maxRounds } });

describe('the gate, first row that fits', () => {
  test.each<[string, StateChanges, ReturnType<typeof decide>]>([
    [
      'a curated answer goes before everything',
      { evidence: { ...found, curated }, stopReason: 'DEADLINE' },
      { verdict: 'CURATED', stopReason: 'CURATED_MATCH' },
    ],
    [
      'out of time with nothing',
      { stopReason: 'DEADLINE' },
      { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' },
    ],
    ['nothing found', {}, { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' }],
    [
      'no word known and nothing near',
      { evidence: { ...found, keywordOrder: [] }, confidence: atGate },
      { verdict: 'CLARIFY', stopReason: 'ZERO_HITS', clarifyReason: 'ZERO_HITS' },
    ],
    ['at the gate', { evidence: found, confidence: atGate }, { verdict: 'PASS', stopReason: 'GATE_PASSED' }],
    [
      'at the gate and out of time',
      { evidence: found, confidence: atGate, stopReason: 'DEADLINE' },
      { verdict: 'PASS', stopReason: 'DEADLINE' },
    ],
    [
      'below the gate and out of time',
      { evidence: found, confidence: below, stopReason: 'DEADLINE' },
      { verdict: 'ABSTAIN', abstentionReason: 'BUDGET_EXHAUSTED' },
    ],
    ['below the gate, rounds left', { evidence: found, confidence: below, rounds: 1 }, { verdict: 'REFINE' }],
    [
      'below the gate, nothing new in the second round',
      { evidence: found, confidence: below, rounds: 2, newEvidence: false },
      { verdict: 'ABSTAIN', stopReason: 'NO_NEW_EVIDENCE', abstentionReason: 'WEAK_EVIDENCE' },
    ],
    [
      'below the gate, something new in the last round',
      { evidence: found, confidence: below, rounds: 2, newEvidence: true },
      { verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT', abstentionReason: 'WEAK_EVIDENCE' },
    ],
    ['no confidence is none at all', { evidence: found, rounds: 1 }, { verdict: 'REFINE' }],
  ])('%s', (_what, changes, verdict) => {
    expect(decide(askState({ request: by('CANDOR'), ...changes }))).toEqual(verdict);
  });

  test('one round allowed is the limit at once', () => {
    expect(
      decide(askState({ request: by('CANDOR', 1), evidence: found, confidence: below, rounds: 1, newEvidence: true })),
    ).toMatchObject({ verdict: 'ABSTAIN', stopReason: 'ROUND_LIMIT' });
  });

  test('CONSENSUS never refines, NAIVE answers whatever it found', () => {
    expect(decide(askState({ request: by('CONSENSUS'), evidence: found, confidence: below, rounds: 1 }))).toEqual({
      verdict: 'ABSTAIN',
      stopReason: 'BELOW_GATE',
      abstentionReason: 'WEAK_EVIDENCE',
    });
    expect(
      decide(askState({ request: by('NAIVE'), evidence: { ...found, keywordOrder: [] }, confidence: confidenceOf(0) })),
    ).toEqual({ verdict: 'PASS', stopReason: 'GATE_PASSED' });
    expect(decide(askState({ request: by('NAIVE') }))).toMatchObject({ verdict: 'CLARIFY', stopReason: 'ZERO_HITS' });
  });
});
