import type { Database } from '../db/database.ts';
import { isUuid } from '../db/id.ts';
import type { Page } from '../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../knowledge/page.ts';
import type { Reader } from '../workspaces/caller.ts';
import { reviveRun } from './reviveRun.ts';
import type { Run, RunFilter } from './run.ts';
import { findRun } from './sql/findRun.ts';
import { insertRun } from './sql/insertRun.ts';
import { listRuns } from './sql/listRuns.ts';

export async function saveRun(database: Database, workspaceId: string, run: Run): Promise<void> {
  const values = [workspaceId, run.id, run.question, run.conversationId, run.preset, run.outcome, run.tier, run.confidenceValue, run.stopReason, JSON.stringify(run), run.createdAt, run.accessGroups, run.askedBy, run.replayOf];
  await database.inWorkspace(workspaceId, (transaction) => transaction.query(insertRun, values));
}

/** Undefined where there is none, or its asker could see more than the reader. */
export async function readRun(database: Database, { workspaceId, accessGroups }: Reader, id: string): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findRun, [workspaceId, id, accessGroups]));
  return row && reviveRun(row);
}

/** Newest first, those that `readRun` gives. @throws BAD_INPUT */
export async function pageOfRuns(database: Database, { workspaceId, accessGroups }: Reader, page: PageRequest, filter: RunFilter): Promise<Page<Run>> {
  const cursor = readCursor(page);
  const values = [workspaceId, page.first + 1, filter.outcome ?? null, filter.tier ?? null, filter.conversationId ?? null, cursor?.time ?? null, cursor?.id ?? null, accessGroups];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listRuns, values));
  return toPage(rows.map((row) => reviveRun(row)), page.first, (run) => ({ time: run.createdAt, id: run.id }));
}
