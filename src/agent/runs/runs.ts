import type { Database } from '../../db/database.ts';
import { isUuid } from '../../db/id.ts';
import type { Page } from '../../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../../knowledge/page.ts';
import type { Caller, Reader } from '../../workspaces/caller.ts';
import { runsOf } from '../../workspaces/permission.ts';
import { reviveRun } from './reviveRun.ts';
import type { Run, RunFilter } from './run.ts';
import { findRun, insertRun, listRuns } from './runs.sql.ts';

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

/** Undefined where there is none, its asker could see more than the reader, or it is somebody else's and the reader reads its own alone. */
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
