import { createWriteStream, type WriteStream } from 'node:fs';
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { gateOf } from '../../confidence/gate.ts';
import { gatedScale } from '../../confidence/gate.ts';
import { shippedScale } from '../../confidence/scale.ts';
import { signalsSchema } from '../../confidence/signals.ts';
import { CandorError, messageOf } from '../../errors.ts';
import { readJsonl } from '../../knowledge/ingest/readJsonl.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import { type Caution, gateDefault } from '../../workspaces/settings.ts';

/** One line of a runs file: one question asked with one preset. Document ids are document keys. */
export const RunRecord = z.object({
  questionId: z.string(),
  preset: z.string(),
  /** `Fault`: the run failed. `error` then says how, and the record counts in no figure except the faults. */
  outcome: z.enum(['Answer', 'Clarification', 'Abstention', 'Fault']),
  tier: z.string().nullable(),
  confidence: z.number().nullable(),
  signals: signalsSchema.nullable(),
  /**
   * Whether the evidence of the last round left a condition of the question unmet. This keeps the confidence below the
   * gate, whatever the signals say.
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
      /** Whether the quote equals the text at the span in the stored version. */
      valid: z.boolean(),
    }),
  ),
  /**
   * What the first screen shows beside the answer, best first: passages, and how much of each is shown before it is
   * unfolded. `likelihood`: that the answer stands there; missing in older files.
   */
  screen: z
    .array(
      z.object({
        documentId: z.string(),
        text: z.string(),
        opensAt: z.string(),
        likelihood: z.number().optional(),
      }),
    )
    .default([]),
  /** Best first, without repeats, at most 30. */
  retrieved: z.array(z.string()),
  rounds: z.number(),
  millis: z.number(),
  /** Read and written by a chat model. */
  tokens: z.number().default(0),
  /** US dollars; null if no price is configured. */
  cost: z.number().nullable().default(null),
  /** For an answer, the number of its claims, and of those that the checks consider supported. */
  claims: z.object({ count: z.number(), supported: z.number() }).default({ count: 0, supported: 0 }),
  mode: z.string().nullable(),
  conflictCount: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** For an outcome without claims. */
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
  screen: [],
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

/** What must be equal for two records to be in one file. `data` is the hash of every question and document. */
export type RunsIdentity = Readonly<
  Record<'set' | 'data' | 'seed' | 'foreign' | 'curated' | 'embedder' | 'models' | 'caution', string>
>;

/** Records on disk, appended as they arrive. */
export interface RunsFile {
  /** Records of an earlier evaluation. */
  readonly records: readonly RunRecord[];
  write(record: RunRecord): void;
  close(): Promise<void>;
}

/** Stored next to the runs file, so that every line of that file is a record. */
const sidecarOf = (path: string) => `${path}.meta.json`;

/**
 * Opens a runs file: a new one, or with `resume` the existing one. Faults and a broken last line are dropped from it,
 * and their questions are asked again.
 * @throws BAD_INPUT for a path that cannot be written, any other broken line, or a file of another set, seed, embedder
 * or model
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

/** Written completely next to the old file and then moved into its place, so that a crash here loses nothing. */
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
    throw new CandorError('BAD_INPUT', `Cannot determine what ${path} was made with: ${messageOf(error)}`, {
      cause: error,
      remedy: `A file can be resumed that has ${sidecarOf(path)} beside it, as eval writes it. Otherwise start again without --resume.`,
      details: { path },
    });
  }
}

function differences(before: Readonly<Record<string, unknown>>, now: RunsIdentity): string[] {
  return Object.entries(now)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => `${name} was ${String(before[name])} and is ${value}`);
}

/** @returns the fault for an output file that cannot be written */
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
 * The confidence from which a preset answers with its shipped settings, by label; null for a label that is not a
 * preset. An evaluation has no calibration of its own.
 */
export function gateOfLabel(label: string, caution: Caution = gateDefault): number | null {
  const preset = Object.values(presets).find(({ name }) => presetLabel(name) === label);
  return preset ? gateOf({ preset, scale: gatedScale(preset, shippedScale, caution) }) : null;
}
