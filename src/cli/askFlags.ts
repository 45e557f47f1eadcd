import { CandorError } from '../errors.ts';
import type { SourceType } from '../knowledge/document.ts';
import { isDay, numberIn } from '../knowledge/metadata/entries.ts';
import type { MetadataCondition, PresetName, SearchFilter } from '../retrieval/passage.ts';
import { groupBy } from '../stats.ts';
import { type AnswerWording, answerWordings, type Caution, cautions } from '../workspaces/settings.ts';
import type { FlagReader, FlagSpec, FlagTable } from './flags.ts';

/** As people write them; the API's enum is in upper case. */
export const presetNames = ['naive', 'consensus', 'filtered-rrf', 'two-tier', 'weighted', 'agentic', 'candor'] as const;

const presetsByName: Readonly<Record<string, PresetName>> = {
  naive: 'NAIVE',
  consensus: 'CONSENSUS',
  'filtered-rrf': 'FILTERED_RRF',
  'two-tier': 'TWO_TIER',
  weighted: 'WEIGHTED',
  agentic: 'AGENTIC',
  candor: 'CANDOR',
} satisfies Record<(typeof presetNames)[number], PresetName>;

const sourceTypes = [
  'MARKDOWN',
  'HTML',
  'PDF',
  'DOCX',
  'XLSX',
  'PPTX',
  'ODT',
  'ODS',
  'ODP',
  'RTF',
  'EPUB',
  'EML',
  'MSG',
  'IMAGE',
  'CSV',
  'JSON',
  'JSON_LINES',
  'PLAIN_TEXT',
] as const satisfies readonly SourceType[];

/** Flags that `ask` and `search` share. */
export const retrievalFlags: FlagTable = {
  preset: {
    kind: 'text',
    value: 'NAME',
    choices: presetNames,
    summary: 'Configuration of retrieval and gate. Default: candor.',
  },
  'as-of': { kind: 'instant', value: 'DATE', summary: 'Read the versions that were valid then. Default: now.' },
  language: {
    kind: 'text',
    value: 'TAG',
    summary: 'Language of the question and of the answer, e.g. de. Default: detected.',
  },
  tags: { kind: 'list', value: 'A,B', summary: 'Only documents with all of these labels.' },
  'source-types': {
    kind: 'list',
    value: 'A,B',
    choices: sourceTypes,
    summary: 'Only documents in one of these formats.',
  },
  types: { kind: 'list', value: 'A,B', summary: 'Only documents of one of these kinds, e.g. policy,faq.' },
  authors: { kind: 'list', value: 'A,B', summary: 'Only documents by one of these authors.' },
  languages: { kind: 'list', value: 'A,B', summary: 'Only documents in one of these languages, e.g. en,de.' },
  groups: { kind: 'list', value: 'A,B', summary: 'Only documents that these access groups may read.' },
  'key-prefix': { kind: 'text', value: 'TEXT', summary: 'Only documents whose key begins with this, e.g. policies/.' },
  'updated-after': { kind: 'instant', value: 'DATE', summary: 'Only documents updated at or after this instant.' },
  'updated-before': { kind: 'instant', value: 'DATE', summary: 'Only documents updated before this instant.' },
  metadata: {
    kind: 'list',
    value: 'NAME=VALUE',
    summary:
      'Only documents with this metadata, e.g. product=River. A name with several values: one of them. A range of numbers or days: version=2..5, issued=2026-01-01.. Repeat for several.',
  },
  'no-superseded': { kind: 'switch', summary: 'Leave out documents that name a successor.' },
};

/** For commands that answer: a search gives no answer whose certainty could be chosen. */
export const cautionFlag: FlagSpec = {
  kind: 'text',
  value: 'HOW',
  choices: cautions.map((caution) => caution.toLowerCase()),
  summary: 'How sure an answer must be. Default: what the workspace has set, else balanced.',
};

export const wordingFlag: FlagSpec = {
  kind: 'text',
  value: 'WHOSE',
  choices: answerWordings.map((wording) => wording.toLowerCase()),
  summary:
    "Whose words the answer has: the documents', or a chat model's where they are proven. Default: the workspace's.",
};

/** Undefined if the flag was not given. */
export function readWording(flags: FlagReader): AnswerWording | undefined {
  const given = flags.text('wording');
  return answerWordings.find((wording) => wording.toLowerCase() === given);
}

/** Undefined if the flag was not given. */
export function readCaution(flags: FlagReader): Caution | undefined {
  const given = flags.text('caution');
  return cautions.find((caution) => caution.toLowerCase() === given);
}

/** Returns the preset that a name from `presetNames` refers to. */
export function toPreset(name: string): PresetName {
  return presetsByName[name] ?? 'CANDOR';
}

/** Returns the request fields that the shared flags set. */
export function readRetrievalFlags(flags: FlagReader): {
  preset?: PresetName;
  asOf?: Date;
  language?: string;
  filter?: SearchFilter;
} {
  const preset = flags.text('preset');
  const asOf = flags.instant('as-of');
  const language = flags.text('language');
  const filter = readFilter(flags);
  return {
    ...(preset === undefined ? {} : { preset: toPreset(preset) }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(language === undefined ? {} : { language }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  };
}

/** Only the fields that were given. */
function readFilter(flags: FlagReader): SearchFilter {
  const given: SearchFilter = {
    tags: flags.list('tags'),
    // The flag's choices are the source types, in upper case.
    sourceTypes: flags.list('source-types') as readonly SourceType[] | undefined,
    semanticTypes: flags.list('types'),
    authors: flags.list('authors'),
    languages: flags.list('languages'),
    accessGroups: flags.list('groups'),
    keyPrefix: flags.text('key-prefix'),
    updatedAfter: flags.instant('updated-after'),
    updatedBefore: flags.instant('updated-before'),
    includeSuperseded: flags.isOn('no-superseded') ? false : undefined,
    metadata: readMetadata(flags.list('metadata')),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * `name=value` or `name=from..to`; what stands for a name several times is one of some values.
 * @throws BAD_INPUT for anything else
 */
function readMetadata(given: readonly string[] | undefined): MetadataCondition[] | undefined {
  if (!given) return undefined;
  const pairs = given.map((text) => pairOf(text));
  const ranges = pairs.flatMap(({ name, value }) => rangeOf(name, value) ?? []);
  const values = groupBy(
    pairs.filter(({ name, value }) => rangeOf(name, value) === null),
    ({ name }) => name,
  );
  return [...[...values].map(([name, all]) => ({ name, in: all.map(({ value }) => value) })), ...ranges];
}

function pairOf(text: string): { readonly name: string; readonly value: string } {
  const sign = text.indexOf('=');
  const [name, value] = [text.slice(0, sign).trim(), text.slice(sign + 1).trim()];
  if (sign > 0 && name !== '' && value !== '') return { name, value };
  throw new CandorError('BAD_INPUT', `--metadata needs a name and a value, and is "${text}".`, {
    remedy: 'Write --metadata product=River, or --metadata version=2..5 for a range.',
    details: { flag: '--metadata' },
  });
}

/** Null for a text that has two points and is no range, such as a version in words. */
function rangeOf(name: string, value: string): MetadataCondition | null {
  const ends = value.split('..');
  const [from = '', to = ''] = ends;
  if (ends.length !== 2 || value === '..') return null;
  if (![from, to].every((end) => end === '' || isDay(end) || numberIn(end) !== null)) return null;
  return { name, ...(from !== '' && { from }), ...(to !== '' && { to }) };
}
