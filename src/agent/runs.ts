import type { Database } from '../db/database.ts';
import { isUuid } from '../db/id.ts';
import type { Page } from '../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../knowledge/page.ts';
import type { Passage } from '../retrieval/passage.ts';
import type { Citation } from '../grounding/claim.ts';
import type { Outcome } from './outcome.ts';
import type { Run, RunFilter } from './run.ts';
import { findRun } from './sql/findRun.ts';
import { insertRun } from './sql/insertRun.ts';
import { listRuns } from './sql/listRuns.ts';
import type { RunRow } from './sql/runRow.ts';

export async function saveRun(database: Database, workspaceId: string, run: Run): Promise<void> {
  const values = [workspaceId, run.id, run.question, run.conversationId, run.preset, run.outcome, run.tier, run.confidenceValue, run.stopReason, JSON.stringify(run), run.createdAt];
  await database.inWorkspace(workspaceId, (transaction) => transaction.query(insertRun, values));
}

export async function readRun(database: Database, workspaceId: string, id: string): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findRun, [workspaceId, id]));
  return row && toRun(row);
}

/** Newest first. @throws BAD_INPUT */
export async function pageOfRuns(database: Database, workspaceId: string, page: PageRequest, filter: RunFilter): Promise<Page<Run>> {
  const cursor = readCursor(page);
  const values = [workspaceId, page.first + 1, filter.outcome ?? null, filter.tier ?? null, filter.conversationId ?? null, cursor?.time ?? null, cursor?.id ?? null];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listRuns, values));
  return toPage(rows.map((row) => toRun(row)), page.first, (run) => ({ time: run.createdAt, id: run.id }));
}

/** JSON keeps dates as text: they become dates again. The record was written by `saveRun` alone, so its shape is that of Run. */
function toRun(row: RunRow): Run {
  const run = row.record as unknown as Run;
  return { ...run, createdAt: row.created_at, passages: run.passages.map((passage) => withDate<Passage>(passage)), result: run.result && reviveOutcome(run.result) };
}

function reviveOutcome(outcome: Outcome): Outcome {
  const citations = outcome.citations.map((citation) => withDate<Citation>(citation));
  return outcome.type === 'Abstention' ? { ...outcome, citations, nearest: outcome.nearest.map((passage) => withDate<Passage>(passage)) } : { ...outcome, citations };
}

function withDate<Item extends { readonly updatedAt: Date }>(item: Item): Item {
  return { ...item, updatedAt: new Date(item.updatedAt) };
}
