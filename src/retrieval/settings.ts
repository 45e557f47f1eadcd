import { CandorError } from '../errors.ts';
import type { RetrievalSettings } from './passage.ts';
import type { Preset } from './presets.ts';

export type RetrievalOverrides = { readonly [Key in keyof RetrievalSettings]?: RetrievalSettings[Key] | undefined };

interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

const ranges: Readonly<Record<Exclude<keyof RetrievalSettings, 'fusion' | 'rerank'>, Range>> = {
  topK: { from: 1, to: 50, whole: true },
  vectorCandidates: { from: 1, to: 200, whole: true },
  keywordCandidates: { from: 1, to: 200, whole: true },
  rrfK: { from: 1, to: 1_000, whole: true },
  maxDistance: { from: 0, to: 2, whole: false },
  vectorWeight: { from: 0, to: 100, whole: false },
  keywordWeight: { from: 0, to: 100, whole: false },
  rerankCandidates: { from: 1, to: 100, whole: true },
};

/**
 * The preset's settings with single ones overridden.
 * @throws BAD_INPUT that names the field and its range
 */
export function resolveSettings(preset: Preset, overrides: RetrievalOverrides = {}): RetrievalSettings {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const settings: RetrievalSettings = { ...preset.settings, ...given };
  for (const [field, range] of Object.entries(ranges))
    assertInRange(field, settings[field as keyof typeof ranges], range);
  return settings;
}

function assertInRange(field: string, value: number, range: Range): void {
  if (value >= range.from && value <= range.to && (!range.whole || Number.isInteger(value))) return;
  const kind = range.whole ? 'a whole number' : 'a number';
  throw new CandorError('BAD_INPUT', `retrieval.${field} must be ${kind} from ${range.from} to ${range.to}.`, {
    details: { field: `retrieval.${field}`, value },
  });
}
