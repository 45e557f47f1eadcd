import type { PresetName, SearchFilter } from '../retrieval/passage.ts';
import type { FlagReader, FlagTable } from './flags.ts';

/** As people write them; the contract's enum is in upper case. */
export const presetNames = ['naive', 'consensus', 'candor'] as const;

/** Flags that `ask` and `search` share. */
export const retrievalFlags: FlagTable = {
  preset: { kind: 'text', value: 'NAME', choices: presetNames, summary: 'Configuration of retrieval and gate. Default: candor.' },
  'as-of': { kind: 'instant', value: 'DATE', summary: 'Read the versions that were valid then. Default: now.' },
  tags: { kind: 'list', value: 'A,B', summary: 'Only documents with all of these labels.' },
};

/** The preset that a name from `presetNames` stands for. */
export function toPreset(name: string): PresetName {
  switch (name) {
    case 'naive': return 'NAIVE';
    case 'consensus': return 'CONSENSUS';
    default: return 'CANDOR';
  }
}

/** The fields of a request that the shared flags give. */
export function readRetrievalFlags(flags: FlagReader): { preset?: PresetName; asOf?: Date; filter?: SearchFilter } {
  const preset = flags.text('preset');
  const asOf = flags.instant('as-of');
  const tags = flags.list('tags');
  return {
    ...(preset === undefined ? {} : { preset: toPreset(preset) }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(tags === undefined ? {} : { filter: { tags } }),
  };
}
