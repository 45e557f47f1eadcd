import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/agent/gate/decide.ts';
import { gateOf, tierIn, gatedScale, recordedGate, settingOf } from '../../src/confidence/gate.ts';
import type { ResolvedRequest } from '../../src/agent/state/request.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import { cautionGates } from '../../src/confidence/score.ts';
import type { PresetName } from '../../src/retrieval/passage.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { type Caution, cautions, type GateSetting } from '../../src/workspaces/settings.ts';
import { passage } from '../grounding/passage.ts';
import { askState, confidenceOf, evidenceOf, resolved } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';

const by = (caution?: Caution, preset: PresetName = 'CANDOR') =>
  resolved(caller, { question: 'How long?', preset, caution });
const at = (gate: GateSetting): ResolvedRequest => ({
  ...by(),
  gate,
  scale: gatedScale(presets.CANDOR, shippedScale, gate),
});
const found = evidenceOf([passage('It takes four hours.')]);

describe('the caution of a question', () => {
  test('moves the gate of the default preset, and where UNCERTAIN begins', () => {
    for (const caution of cautions) {
      const request = by(caution);
      const gate = cautionGates[caution];
      expect(gateOf(request)).toBe(gate);
      expect([gate, gate - 0.001].map((value) => tierIn(request, value))).toEqual(['UNCERTAIN', 'NO_MATCH']);
      expect(decide(askState({ request, evidence: found, confidence: confidenceOf(gate), rounds: 1 }))).toMatchObject({
        verdict: 'PASS',
      });
      expect(
        decide(askState({ request, evidence: found, confidence: confidenceOf(gate - 0.001), rounds: 1 })),
      ).not.toMatchObject({ verdict: 'PASS' });
    }
    expect(gateOf(by())).toBe(cautionGates.BALANCED);
  });

  test('moves no gate of a published recipe', () => {
    for (const preset of ['NAIVE', 'CONSENSUS', 'FILTERED_RRF', 'TWO_TIER', 'WEIGHTED', 'AGENTIC'] as const) {
      for (const caution of cautions) {
        const request = by(caution, preset);
        expect(request.scale).toMatchObject({ uncertainFrom: shippedScale.uncertainFrom, calibrator: null });
        expect(recordedGate(request)).toEqual({
          caution: null,
          setTo: null,
          uncertainFrom: gateOf(by(undefined, preset)),
        });
      }
    }
  });

  test('that nobody knows is BAD_INPUT by name', () => {
    expect(() => by('BOLD' as Caution)).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: 'caution must be one of STRICT, BALANCED, GENEROUS.',
        details: { field: 'caution' },
      }) as Error,
    );
  });

  test('is recorded, and read from the record', () => {
    expect(recordedGate(by('GENEROUS'))).toEqual({
      caution: 'GENEROUS',
      setTo: null,
      uncertainFrom: cautionGates.GENEROUS,
    });
    expect(recordedGate(at(0.7))).toEqual({ caution: null, setTo: 0.7, uncertainFrom: 0.7 });
    for (const setting of ['STRICT', 'GENEROUS', 0.7] as const)
      expect(settingOf(recordedGate(at(setting)))).toBe(setting);
    expect([settingOf(null), settingOf(recordedGate(by('STRICT', 'NAIVE')))]).toEqual(['BALANCED', 'BALANCED']);
  });
});

test('a lower gate never turns an answer into a refusal', () => {
  const gate = fc.double({ min: 0.05, max: 0.95, noNaN: true });
  const changes = fc.record({
    value: fc.double({ min: 0, max: 1, noNaN: true }),
    rounds: fc.integer({ min: 1, max: 3 }),
    newEvidence: fc.boolean(),
    relaxable: fc.constantFrom(null, 'tags' as const),
    unresolved: fc.constantFrom(null, 'this burger'),
    stopReason: fc.constantFrom(null, 'DEADLINE' as const),
  });
  fc.assert(
    fc.property(gate, gate, changes, (left, right, { value, ...rest }) => {
      const verdictAt = (setting: number) =>
        decide(askState({ request: at(setting), evidence: found, confidence: confidenceOf(value), ...rest })).verdict;
      if (verdictAt(Math.max(left, right)) === 'PASS') expect(verdictAt(Math.min(left, right))).toBe('PASS');
    }),
    { seed: 7, numRuns: 500 },
  );
});
