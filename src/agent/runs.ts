import type { Database } from '../db/database.ts';
import { isUuid } from '../db/id.ts';
import type { Page } from '../knowledge/document.ts';
import { readCursor, toPage, type PageRequest } from '../knowledge/page.ts';
import type { Passage } from '../retrieval/passage.ts';
import { presets } from '../retrieval/presets.ts';
import type { Reader } from '../workspaces/caller.ts';
import type { Outcome } from './outcome.ts';
import { reviveDates } from './reviveDates.ts';
import type { Run, RunFilter } from './run.ts';
import { searchedQueries } from './searchedQueries.ts';
import { findRun } from './sql/findRun.ts';
import { insertRun } from './sql/insertRun.ts';
import { listRuns } from './sql/listRuns.ts';
import type { RunRow } from './sql/runRow.ts';

export async function saveRun(database: Database, workspaceId: string, run: Run): Promise<void> {
  const values = [workspaceId, run.id, run.question, run.conversationId, run.preset, run.outcome, run.tier, run.confidenceValue, run.stopReason, JSON.stringify(run), run.createdAt, run.accessGroups];
  await database.inWorkspace(workspaceId, (transaction) => transaction.query(insertRun, values));
}

/** Undefined where there is none, or its asker could see more than the reader. */
export async function readRun(database: Database, { workspaceId, accessGroups }: Reader, id: string): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findRun, [workspaceId, id, accessGroups]));
  return row && toRun(row);
}

/** Newest first, those that `readRun` gives. @throws BAD_INPUT */
export async function pageOfRuns(database: Database, { workspaceId, accessGroups }: Reader, page: PageRequest, filter: RunFilter): Promise<Page<Run>> {
  const cursor = readCursor(page);
  const values = [workspaceId, page.first + 1, filter.outcome ?? null, filter.tier ?? null, filter.conversationId ?? null, cursor?.time ?? null, cursor?.id ?? null, accessGroups];
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(listRuns, values));
  return toPage(rows.map((row) => toRun(row)), page.first, (run) => ({ time: run.createdAt, id: run.id }));
}

type Written = Omit<Run, RetrievalField> & Partial<Pick<Run, RetrievalField>>;
type RetrievalField = 'settings' | 'filter' | 'asOf' | 'language' | 'queries';

/** JSON keeps dates as text: they become dates again. The record was written by `saveRun` alone, so its shape is that of Run, or of an older one. */
function toRun(row: RunRow): Run {
  const run = reviveRetrieval(reviveDates(row.record) as unknown as Written, row.created_at);
  return { ...run, accessGroups: row.access_groups, createdAt: row.created_at, passages: run.passages.map((passage) => revivePassage(passage)), result: run.result && reviveOutcome(run.result) };
}

/** An older run tells its preset alone: its settings, no filter, and the instant it was asked. */
function reviveRetrieval(run: Written, createdAt: Date): Run {
  const { filter = {}, asOf = createdAt, language = null, queries = searchedQueries(run.steps) } = run;
  return { ...run, settings: { ...presets[run.preset].settings, ...run.settings }, filter, asOf, language, queries };
}

/** An older run knows nothing of copies, adjustments and rerankers. */
function revivePassage(passage: Passage): Passage {
  const { duplicateGroup = null, duplicates = [] } = passage as Partial<Passage>;
  const { adjustments = [], rerank = null } = passage.trace as Partial<Passage['trace']>;
  return { ...passage, duplicateGroup, duplicates, trace: { ...passage.trace, adjustments, rerank } };
}

function reviveOutcome(outcome: Outcome): Outcome {
  return outcome.type === 'Abstention' ? { ...outcome, nearest: outcome.nearest.map((passage) => revivePassage(passage)) } : outcome;
}
