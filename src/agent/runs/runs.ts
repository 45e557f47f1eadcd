import type { Confidence, Tier } from '../../confidence/signals.ts';
import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import type { Claim, DroppedClaim } from '../../grounding/claim.ts';
import type { Page } from '../../knowledge/document.ts';
import {
  type PageRequest,
  pageWithCursors,
  readCursor,
  readNumberCursor,
  toPage,
  writeNumberCursor,
} from '../../knowledge/page.ts';
import { type Caller, type Reader, runsOf } from '../../workspaces/caller.ts';
import { shownAddress } from '../../workspaces/documentAddress.ts';
import { watchRun } from '../recalls/watchRun.ts';
import type { Abstention, Alternative, NextStep } from '../state/outcome.ts';
import type { TimeScope } from '../state/plan.ts';
import { countRuns, findRun, insertRun, listRuns, listRunsByConfidence, type RunRow } from './runs.sql.ts';
import type { RunOutcome, Run } from '../state/run.ts';

export interface RunFilter {
  readonly outcome?: RunOutcome | undefined;
  readonly tier?: Tier | undefined;
  readonly conversationId?: string | undefined;
  /** Words or part of a word of the question, in any case. */
  readonly contains?: string | undefined;
  /** Only these runs. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * @param embedQuery computes the vector of a question. It is called right after the loop has called it with the same
 *   text, so that it answers from its cache
 */
export async function saveRun(
  database: Database,
  workspaceId: string,
  run: Run,
  embedQuery?: (text: string) => Promise<Float32Array>,
): Promise<void> {
  const standalone = run.plan?.standalone;
  const isEmbedded = standalone !== undefined && run.settings.vectorWeight > 0 && run.queries.includes(standalone);
  // A run without a vector is recorded all the same; code that compares questions embeds that one later.
  const vector = isEmbedded ? await embedQuery?.(standalone).catch(() => undefined) : undefined;
  const values = [
    workspaceId,
    run.id,
    run.question,
    run.conversationId,
    run.preset,
    run.outcome,
    run.tier,
    run.confidenceValue,
    run.stopReason,
    JSON.stringify(run),
    run.createdAt,
    run.accessGroups,
    run.askedBy,
    run.replayOf,
    JSON.stringify({ ...digestOf(run), vector: vector && packVector(vector) }),
  ];
  await database.inWorkspace(workspaceId, async (transaction) => {
    await transaction.query(insertRun, values);
    await watchRun(transaction, workspaceId, run);
  });
}

/**
 * What is learned from a run, stored beside its record. It is small, because a thousand are read at once. It has the
 * names and values that `learning.listDigests` derives from the record of a run that was stored without a digest.
 */
function digestOf({ embedder, plan, result, gate, reflections, passages }: Run): Record<string, unknown> {
  const reflection = reflections.at(-1);
  return {
    embedder,
    standalone: plan?.standalone ?? null,
    language: plan?.language ?? null,
    kind: plan?.kind ?? null,
    mode: result?.type === 'Answer' ? result.mode : null,
    reason: result === null || result.type === 'Answer' ? null : result.reason,
    text: result === null || result.type === 'Abstention' ? null : result.text,
    calibrationId: result?.confidence.calibration?.id ?? null,
    gate: gate?.uncertainFrom ?? null,
    signals: result?.confidence.signals ?? null,
    reflection: reflection ? { gap: reflection.gap, requirements: reflection.requirements } : null,
    passages: passages.map(({ documentId, documentKey }) => ({ documentId, documentKey })),
    citations: (result?.citations ?? []).map(({ documentKey, quote }) => ({ documentKey, quote })),
    alternatives: (result?.alternatives ?? []).map(({ passage: { chunkId, documentId, documentKey }, sentence }) => ({
      chunkId,
      documentId,
      documentKey,
      sentence,
    })),
  };
}

/**
 * A component of a unit vector takes two bytes: 1 kB per run with the built-in embedder, and cosines are off by at most
 * 1e-5.
 */
const vectorScale = 32_767;

function packVector(vector: Float32Array): string {
  const numbers = Int16Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value)) * vectorScale));
  return Buffer.from(numbers.buffer).toString('base64');
}

/** The vector that `saveRun` stored beside the record, as it was except for rounding. */
export function unpackVector(packed: string): Float32Array {
  // A copy, because two-byte numbers can be read only at even addresses.
  const bytes = Uint8Array.from(Buffer.from(packed, 'base64'));
  // `map`, because `from` with a function walks an iterator and takes four times as long: a list of gaps reads a thousand vectors.
  return new Float32Array(new Int16Array(bytes.buffer)).map((value) => value / vectorScale);
}

/** The reader of a run; without a role, one that may read all runs. */
export type RunReader = Reader & Partial<Pick<Caller, 'role' | 'runs' | 'keyId'>>;

/**
 * Undefined if there is no such run, if its asker could see more than the reader, or if it is somebody else's and the
 * reader may read only its own.
 */
export async function readRun(database: Database, reader: RunReader, id: string): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined;
  const { workspaceId, accessGroups, own, keyId } = fenceOf(reader);
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findRun, [workspaceId, id, accessGroups, own, keyId]),
  );
  return row && reviveRun(row);
}

/** The largest parts of a recorded run; a list that shows none of them need not read them. */
export const largeParts = ['passages', 'candidates', 'searches', 'steps', 'reflections', 'prompts', 'result'] as const;

export interface RunListOptions {
  /** Parts that are not needed: they are missing from the runs. With none left out, 50 runs are 5 MB. */
  readonly without?: readonly (typeof largeParts)[number][];
}

/** Newest first, or the most confident first. */
export interface RunPageRequest extends PageRequest {
  readonly orderBy?: 'CREATED' | 'CONFIDENCE' | undefined;
}

/**
 * A page of the runs that `readRun` would return, newest first unless another order is asked for.
 * @throws BAD_INPUT
 */
export async function pageOfRuns(
  database: Database,
  reader: RunReader,
  page: RunPageRequest,
  filter: RunFilter,
  { without = [] }: RunListOptions = {},
): Promise<Page<Run>> {
  if (page.orderBy === 'CONFIDENCE') return pageByConfidence(database, reader, page, { filter, without });
  const cursor = readCursor(page);
  const values = {
    ...conditionsOf(reader, filter),
    without,
    createdBefore: cursor?.time ?? null,
    idBefore: cursor?.id ?? null,
    limit: page.first + 1,
  };
  const rows = await database.inWorkspace(reader.workspaceId, (transaction) => transaction.query(listRuns, values));
  return toPage(
    rows.map((row) => reviveRun(row)),
    page.first,
    (run) => ({ time: run.createdAt, id: run.id }),
  );
}

async function pageByConfidence(
  database: Database,
  reader: RunReader,
  page: PageRequest,
  { filter, without = [] }: RunListOptions & { readonly filter: RunFilter },
): Promise<Page<Run>> {
  const cursor = readNumberCursor(page);
  const values = {
    ...conditionsOf(reader, filter),
    without,
    confidenceBelow: cursor?.value ?? null,
    idBefore: cursor?.id ?? null,
    limit: page.first + 1,
  };
  const rows = await database.inWorkspace(reader.workspaceId, (transaction) =>
    transaction.query(listRunsByConfidence, values),
  );
  return pageWithCursors(
    rows.map((row) => reviveRun(row)),
    page.first,
    ({ confidenceValue, id }) => writeNumberCursor({ value: confidenceValue ?? -1, id }),
  );
}

/** Returns the number of runs on all pages of `pageOfRuns`. */
export async function countOfRuns(database: Database, reader: RunReader, filter: RunFilter): Promise<number> {
  const [row] = await database.inWorkspace(reader.workspaceId, (transaction) =>
    transaction.query(countRuns, conditionsOf(reader, filter)),
  );
  return row?.total ?? 0;
}

function conditionsOf(reader: RunReader, { outcome, tier, conversationId, contains, ids }: RunFilter) {
  return {
    ...fenceOf(reader),
    outcome: outcome ?? null,
    tier: tier ?? null,
    conversationId: conversationId ?? null,
    contains: contains?.trim() ?? null,
    ids: ids ?? null,
  };
}

/** Which runs a reader reads, for the statements that list them. */
export function fenceOf({ workspaceId, accessGroups, role, runs, keyId = null }: RunReader) {
  return { workspaceId, accessGroups, own: role !== undefined && runsOf({ role, runs }) === 'OWN', keyId };
}

/**
 * Turns the dates that JSON keeps as text into dates again. Only `saveRun` writes the record, so its shape is that of
 * Run.
 */
/** Of a claim that was stored before claims had a wording, it is not known whose words it has. */
function reviveClaim(claim: Claim): Claim {
  return { ...claim, wording: (claim as Partial<Claim>).wording ?? 'REWORDED' };
}

/** Dropped claims were once kept without a wording and a support, as those of an answer are. */
function reviveDropped(claim: DroppedClaim): DroppedClaim {
  const { wording = 'REWORDED', support = 0 } = claim as Partial<DroppedClaim>;
  return { ...claim, wording, support };
}

/** In runs from before rows were put in words, a passage stands as in its version. */
function reviveAlternative(alternative: Alternative): Alternative {
  return { ...alternative, text: (alternative as Partial<Alternative>).text ?? alternative.passage.text };
}

/** Runs from before refusals suggested a passage have none. */
function reviveSuggestion({ suggestion = null }: Partial<Abstention>): Alternative | null {
  return suggestion && reviveAlternative(suggestion);
}

/** Runs from before there were suggestions have none. */
function reviveStep(step: NextStep): NextStep {
  return { ...step, suggestions: (step as Partial<NextStep>).suggestions ?? [] };
}

function reviveRun(row: RunRow): Run {
  const run = reviveDates(row.record) as unknown as Run;
  const { plan, result } = run;
  return {
    ...run,
    accessGroups: row.access_groups,
    createdAt: row.created_at,
    plan: plan && { ...plan, time: plan.time && reviveTime(plan.time) },
    // Runs from before there were alternatives have none.
    result: result && {
      ...result,
      alternatives: ((result as Partial<typeof result>).alternatives ?? []).map(reviveAlternative),
      ...(result.type === 'Answer'
        ? {
            claims: result.claims.map(reviveClaim),
            droppedClaims: result.droppedClaims.map(reviveDropped),
            // Older runs have none.
            written: (result as Partial<typeof result>).written ?? [],
          }
        : {}),
      ...(result.type === 'Abstention'
        ? {
            language: (result as Partial<typeof result>).language ?? null,
            nextSteps: result.nextSteps.map(reviveStep),
            suggestion: reviveSuggestion(result),
          }
        : {}),
      confidence: reviveConfidence(result.confidence),
    },
  };
}

/** Not by `reviveDates`: a step may note something else under the names `from` and `until`. */
function reviveTime({ from, until, ...time }: TimeScope): TimeScope {
  return { ...time, from: from && new Date(from), until: until && new Date(until) };
}

/** Not by `reviveDates`: some other text may be recorded under the name `createdAt`. */
function reviveConfidence({ calibration, ...confidence }: Confidence): Confidence {
  return { ...confidence, calibration: calibration && { ...calibration, createdAt: new Date(calibration.createdAt) } };
}

/** The fields of a recorded run that hold an instant. */
const instants: ReadonlySet<string> = new Set([
  'updatedAt',
  'effectiveFrom',
  'effectiveUntil',
  'expiresAt',
  'changedAt',
  'documentCreatedAt',
  'asOf',
  'updatedAfter',
  'updatedBefore',
]);

/**
 * A value as it was before it became JSON: the text of its instants becomes dates again, at any depth. Addresses that
 * were recorded before they were checked become null unless they are safe to link.
 */
export function reviveDates<Value>(value: Value): Value;
export function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => reviveDates(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => [
      name,
      typeof entry === 'string' ? reviveText(name, entry) : reviveDates(entry),
    ]),
  );
}

function reviveText(name: string, text: string): Date | string | null {
  if (instants.has(name)) return new Date(text);
  return name === 'url' ? shownAddress(text, null) : text;
}
