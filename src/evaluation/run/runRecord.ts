import { createWriteStream, type WriteStream } from 'node:fs';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { gateOf } from '../../agent/gate/gate.ts';
import { gatedScale } from '../../agent/gate/gate.ts';
import { shippedScale } from '../../confidence/scale.ts';
import { signalsSchema } from '../../confidence/signals.ts';
import { CandorError, messageOf } from '../../errors.ts';
import { readJsonl } from '../../knowledge/ingest/readJsonl.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import { type Caution, gateDefault } from '../../workspaces/settings.ts';

/** Files of before a signal was computed lack it. */
const Signals = signalsSchema.extend({
  questionInformation: z.number().default(0),
  knownWords: z.number().default(0),
  sentenceCoverage: z.number().default(0),
  answerTypePresent: z.boolean().default(false),
  codesMatched: z.boolean().default(false),
  quantityMatched: z.boolean().default(false),
  timeFit: z.number().nullable().default(null),
  answerability: z.number().nullable().default(null),
  answerMargin: z.number().nullable().default(null),
  answerAgreement: z.number().nullable().default(null),
  answerCoverage: z.number().nullable().default(null),
  answerSimilarity: z.number().nullable().default(null),
  answerLead: z.number().nullable().default(null),
  passageSimilarity: z.number().nullable().default(null),
  passageRank: z.number().nullable().default(null),
  headingMatch: z.number().nullable().default(null),
});

/** One line of a runs file: one question asked with one preset. Document ids are document keys. */
export const RunRecord = z.object({
  questionId: z.string(),
  preset: z.string(),
  /** `Fault`: the run broke; then `error` says how, and the record counts in no figure but the faults. */
  outcome: z.enum(['Answer', 'Clarification', 'Abstention', 'Fault']),
  tier: z.string().nullable(),
  confidence: z.number().nullable(),
  signals: Signals.nullable(),
  /**
   * Whether the evidence left a condition of the question unmet in the last round, which holds the confidence below the
   * gate whatever the signals say.
   */
  held: z.boolean().default(false),
  stopReason: z.string().nullable(),
  reason: z.string().nullable(),
  text: z.string(),
  citations: z.array(
    z.object({
      documentId: z.string(),
      quote: z.string(),
      start: z.number(),
      end: z.number(),
      status: z.string(),
      /** The quote is what stands at the span in the stored version. */
      valid: z.boolean(),
    }),
  ),
  /** Best first, each document once, 30 at most. */
  retrieved: z.array(z.string()),
  rounds: z.number(),
  millis: z.number(),
  /** Read and written by a chat model. */
  tokens: z.number().default(0),
  /** US dollars; null when no price is configured. */
  cost: z.number().nullable().default(null),
  /** Of an answer: the claims that it makes, and those that the checks hold for supported. */
  claims: z.object({ count: z.number(), supported: z.number() }).default({ count: 0, supported: 0 }),
  mode: z.string().nullable(),
  conflictCount: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** Of what makes no claim. */
export const noClaims: RunRecord['claims'] = { count: 0, supported: 0 };

/** A run that said and found nothing. */
export const emptyRecord: Omit<RunRecord, 'questionId' | 'preset' | 'outcome'> = {
  tier: null,
  confidence: null,
  signals: null,
  held: false,
  stopReason: null,
  reason: null,
  text: '',
  citations: [],
  retrieved: [],
  rounds: 0,
  millis: 0,
  tokens: 0,
  cost: null,
  claims: noClaims,
  mode: null,
  conflictCount: 0,
  error: null,
};

export type RecordedSignals = z.infer<typeof Signals>;

/**
 * The records of a runs file.
 * @throws BAD_INPUT that names the first bad line
 */
export async function readRunRecords(path: string): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for await (const line of readJsonl(path)) {
    const parsed = 'problem' in line ? undefined : RunRecord.safeParse(line.value);
    if (!parsed?.success)
      throw new CandorError('BAD_INPUT', `${path}:${line.number} is not a line of a runs file.`, {
        details: { path, line: line.number },
      });
    records.push(parsed.data);
  }
  return records;
}

/** What must be the same for two records to stand in one file. `data` is the hash of every question and document. */
export type RunsIdentity = Readonly<
  Record<'set' | 'data' | 'seed' | 'foreign' | 'curated' | 'embedder' | 'models' | 'caution', string>
>;

/** Records on disk, appended as they come. */
export interface RunsFile {
  /** What an earlier evaluation left. */
  readonly records: readonly RunRecord[];
  write(record: RunRecord): void;
  close(): Promise<void>;
}

/** Beside the runs file, so that each of its lines stays a record. */
const sidecarOf = (path: string) => `${path}.meta.json`;

/**
 * Opens a runs file: a new one, or with `resume` the one that is there. Faults and a broken last line are dropped from
 * it and asked again.
 * @throws BAD_INPUT for a path that cannot be written, another broken line, or a file of another set, seed, embedder or
 * model
 */
export async function openRunsFile(path: string, identity: RunsIdentity, resume: boolean): Promise<RunsFile> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  const records = resume && there ? await resumed(path, identity) : [];
  const stream = await openStream(path, records, identity);
  return {
    records,
    write: (record) => void stream.write(lineOf(record)),
    close: async () => {
      stream.end();
      await finished(stream);
    },
  };
}

const lineOf = (record: RunRecord) => `${JSON.stringify(record)}\n`;

/** Written whole beside the old file and then put in its place, so that a crash here loses nothing. */
async function openStream(path: string, records: readonly RunRecord[], identity: RunsIdentity): Promise<WriteStream> {
  try {
    const fresh = `${path}.tmp`;
    await writeFile(fresh, records.map(lineOf).join(''));
    await rename(fresh, path);
    await writeFile(sidecarOf(path), `${JSON.stringify(identity, null, 2)}\n`);
    const stream = createWriteStream(path, { flags: 'a' });
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return stream;
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

async function resumed(path: string, identity: RunsIdentity): Promise<RunRecord[]> {
  const differing = differences(await readIdentity(path), identity);
  if (differing.length > 0) {
    throw new CandorError('BAD_INPUT', `${path} is of another evaluation: ${differing.join('; ')}.`, {
      remedy: 'Give the same flags as before, or another file.',
      details: { path },
    });
  }
  const lines: { readonly number: number; readonly record: RunRecord | undefined }[] = [];
  for await (const line of readJsonl(path))
    lines.push({ number: line.number, record: 'problem' in line ? undefined : RunRecord.safeParse(line.value).data });
  const broken = lines.slice(0, -1).find(({ record }) => !record);
  if (broken)
    throw new CandorError('BAD_INPUT', `${path}:${broken.number} is not a line of a runs file.`, {
      details: { path, line: broken.number },
    });
  return lines.flatMap(({ record }) => (record && record.outcome !== 'Fault' ? [record] : []));
}

async function readIdentity(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return JSON.parse(await readFile(sidecarOf(path), 'utf8')) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new CandorError('BAD_INPUT', `Nothing tells what ${path} is of: ${messageOf(error)}`, {
      cause: error,
      remedy: `A file can be resumed that has ${sidecarOf(path)} beside it, as eval writes it. Else start anew without --resume.`,
      details: { path },
    });
  }
}

function differences(before: Readonly<Record<string, unknown>>, now: RunsIdentity): string[] {
  return Object.entries(now)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => `${name} was ${String(before[name])} and is ${value}`);
}

/** @returns the fault of a report that has no place to go */
export function cannotWrite(path: string, error: unknown): CandorError {
  return new CandorError('BAD_INPUT', `Cannot write ${path}: ${messageOf(error)}`, {
    cause: error,
    details: { path },
    remedy: 'Give a path in a folder that exists and that you may write to.',
  });
}

/** A preset as people write it: `FILTERED_RRF` is `filtered-rrf`. */
export function presetLabel(preset: PresetName): string {
  return preset.toLowerCase().replaceAll('_', '-');
}

/**
 * The confidence from which a preset answers as it ships, by its label; null for a label that is no preset. An
 * evaluation has no calibration of its own.
 */
export function gateOfLabel(label: string, caution: Caution = gateDefault): number | null {
  const preset = Object.values(presets).find(({ name }) => presetLabel(name) === label);
  return preset ? gateOf({ preset, scale: gatedScale(preset, shippedScale, caution) }) : null;
}
