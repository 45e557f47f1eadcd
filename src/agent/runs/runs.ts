import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import type { Page } from '../../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../../knowledge/page.ts';
import { type Caller, type Reader, runsOf } from '../../workspaces/caller.ts';
import type { Confidence } from '../../confidence/signals.ts';
import type { TimeScope } from '../question/plan.ts';
import type { Run, RunFilter } from './run.ts';
import { findRun, insertRun, listRuns, type RunRow } from './runs.sql.ts';

export async function saveRun(database: Database, workspaceId: string, run: Run): Promise<void> {
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
  ];
  await database.inWorkspace(workspaceId, (transaction) => transaction.query(insertRun, values));
}

/** Who reads a run; without a role: whoever reads all of them. */
export type RunReader = Reader & Partial<Pick<Caller, 'role' | 'runs' | 'keyId'>>;

/**
 * Undefined where there is none, its asker could see more than the reader, or it is somebody else's and the reader
 * reads its own alone.
 */
export async function readRun(database: Database, reader: RunReader, id: string): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined;
  const { workspaceId, accessGroups, keyId = null } = reader;
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findRun, [workspaceId, id, accessGroups, readsOwn(reader), keyId]),
  );
  return row && reviveRun(row);
}

/** Newest first, those that `readRun` gives. @throws BAD_INPUT */
export async function pageOfRuns(
  database: Database,
  reader: RunReader,
  page: PageRequest,
  filter: RunFilter,
): Promise<Page<Run>> {
  const { workspaceId, accessGroups, keyId = null } = reader;
  const cursor = readCursor(page);
  const values = [
    workspaceId,
    page.first + 1,
    filter.outcome ?? null,
    filter.tier ?? null,
    filter.conversationId ?? null,
    cursor?.time ?? null,
    cursor?.id ?? null,
    accessGroups,
    readsOwn(reader),
    keyId,
  ];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listRuns, values));
  return toPage(
    rows.map((row) => reviveRun(row)),
    page.first,
    (run) => ({ time: run.createdAt, id: run.id }),
  );
}

function readsOwn({ role, runs }: RunReader): boolean {
  return role !== undefined && runsOf({ role, runs }) === 'OWN';
}

/**
 * JSON keeps dates as text: they become dates again. The record was written by `saveRun` alone, so its shape is that of
 * Run.
 */
function reviveRun(row: RunRow): Run {
  const run = reviveDates(row.record) as unknown as Run;
  const { plan, result } = run;
  return {
    ...run,
    accessGroups: row.access_groups,
    createdAt: row.created_at,
    plan: plan && { ...plan, time: plan.time && reviveTime(plan.time) },
    result: result && { ...result, confidence: reviveConfidence(result.confidence) },
  };
}

/** Not by `reviveDates`: a step may well note something else under the names `from` and `until`. */
function reviveTime({ from, until, ...time }: TimeScope): TimeScope {
  return { ...time, from: from && new Date(from), until: until && new Date(until) };
}

/** Not by `reviveDates`: a message may well be told under the name `createdAt`. */
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

/** A value as it was before it became JSON: the text of its instants becomes dates again, however deep they stand. */
export function reviveDates<Value>(value: Value): Value;
export function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => reviveDates(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => [
      name,
      instants.has(name) && typeof entry === 'string' ? new Date(entry) : reviveDates(entry),
    ]),
  );
}
