import { describe, expect, it } from 'vitest';
import { presets, resolveSettings, type RetrievalOverrides } from '../../src/retrieval/presets.ts';

const resolve = (overrides: RetrievalOverrides) => () => resolveSettings(presets.CANDOR, overrides);
const badField = (field: string): unknown =>
  expect.objectContaining({ code: 'BAD_INPUT', details: expect.objectContaining({ field: `retrieval.${field}` }) });

describe('settings', () => {
  it("are the preset's own without overrides, whose nothing changes nothing", () => {
    for (const preset of Object.values(presets)) {
      expect(resolveSettings(preset)).toEqual(preset.settings);
      expect(resolveSettings(preset, { topK: undefined })).toEqual(preset.settings);
    }
  });

  it('take single overrides', () => {
    expect(resolveSettings(presets.CANDOR, { topK: 3, fusion: 'RRF' })).toEqual({
      ...presets.CANDOR.settings,
      topK: 3,
      fusion: 'RRF',
    });
  });

  it.each([
    ['topK', 1, 50],
    ['vectorCandidates', 1, 200],
    ['keywordCandidates', 1, 200],
    ['rrfK', 1, 1_000],
    ['maxDistance', 0, 2],
  ] as const)('%s goes from %d to %d', (field, from, to) => {
    expect(resolve({ [field]: from })()).toMatchObject({ [field]: from });
    expect(resolve({ [field]: to })()).toMatchObject({ [field]: to });
    for (const value of [from - 1, to + 1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(resolve({ [field]: value })).toThrow(badField(field));
  });

  it('are whole numbers but for the distance', () => {
    for (const field of ['topK', 'vectorCandidates', 'keywordCandidates', 'rrfK'])
      expect(resolve({ [field]: 2.5 })).toThrow(badField(field));
    expect(resolve({ maxDistance: 0.5 })()).toMatchObject({ maxDistance: 0.5 });
  });
});
