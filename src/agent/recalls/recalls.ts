/** How recorded answers stand, for those who may read them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Tier } from '../../confidence/signals.ts';
import type { Database, TransactionOptions } from '../../db/database.ts';
import { isUuid } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import type { Page } from '../../knowledge/document.ts';
import { type PageRequest, readCursor, toPage } from '../../knowledge/page.ts';
import { readVersions } from '../../knowledge/store/documents.ts';
import { readsDrafts } from '../../workspaces/caller.ts';
import { fenceOf, pageOfRuns, type RunListOptions, type RunReader } from '../runs/runs.ts';
import { withholdHidden } from '../runs/withheld.ts';
import type { Run } from '../state/run.ts';
import type { PlaceNow, StandingVerdict } from './judgeCitation.ts';
import { countRecalls, findStandings, listRecalls, listRecallsAfter } from './recalls.sql.ts';

/** How an answer stands since something that it quotes has changed. */
export interface AnswerStanding {
  readonly verdict: StandingVerdict;
  /** When it was found to stand so. */
  readonly since: Date;
  /** The number of the citation that decides. */
  readonly citationNumber: number;
  /** What stands instead; null unless the verdict is CHANGED, and where no single place does. */
  readonly now: (PlaceNow & { readonly quote: string }) | null;
}

/**
 * In the order of `ids`; null for an answer of which nothing that it quotes has changed, and for a run that the reader may
 * not read. Where not all may be read that decides, it is GONE, as for an answer whose documents are.
 */
export async function standingsOf(
  database: Database,
  reader: RunReader,
  ids: readonly string[],
  options: TransactionOptions = {},
): Promise<readonly (AnswerStanding | null)[]> {
  const values = { ...fenceOf(reader), runIds: ids.filter((id) => isUuid(id)), drafts: readsDrafts(reader) };
  const rows = await database.inWorkspace(
    reader.workspaceId,
    (transaction) => transaction.query(findStandings, values),
    { ...options, readOnly: true },
  );
  const shown = rows.flatMap(({ hidden, now_version_id: id }) => (id === null || hidden ? [] : [id]));
  const versions = shown.length > 0 ? await readVersions(database, reader, [...new Set(shown)]) : [];
  const texts = new Map(versions.flatMap((version) => (version ? [[version.id, version.text] as const] : [])));
  const standings = new Map(rows.map((row) => [row.run_id, toStanding(row, texts)]));
  return ids.map((id) => standings.get(id) ?? null);
}

type StandingRow = z.output<typeof findStandings.row>;

function toStanding(row: StandingRow, texts: ReadonlyMap<string, string>): AnswerStanding {
  const { verdict, since, citation_number: citationNumber, hidden } = row;
  return { verdict: hidden ? 'GONE' : verdict, since, citationNumber, now: hidden ? null : nowOf(row, texts) };
}

function nowOf(row: StandingRow, texts: ReadonlyMap<string, string>): AnswerStanding['now'] {
  const { now_document_id: documentId, now_version_id: versionId, now_start: start, now_end: end } = row;
  if (documentId === null || versionId === null || start === null || end === null) return null;
  const quote = texts.get(versionId)?.slice(start, end);
  return quote === undefined ? null : { documentId, versionId, sourceSpan: { start, end }, quote };
}

/** Which answers that were called back; what is left out is no condition. */
export interface RecallFilter {
  /** At this instant or later. */
  readonly since?: Date | null | undefined;
  readonly tier?: Tier | null | undefined;
  /** Only of these runs, at most 100. */
  readonly runIds?: readonly string[] | null | undefined;
}

const mostAtOnce = 100;

/** @throws BAD_INPUT for too many ids */
function conditionsOf({ since = null, tier = null, runIds = null }: RecallFilter) {
  if (runIds && runIds.length > mostAtOnce)
    throw new CandorError('BAD_INPUT', `runIds takes at most ${mostAtOnce} ids.`, { details: { field: 'runIds' } });
  return { since, tier, runIds: runIds?.filter((id) => isUuid(id)) ?? null };
}

/**
 * The runs whose answers no longer stand, last called back first, as `withholdHidden` shows them.
 * @throws BAD_INPUT for a page size, cursor or filter that is not usable
 */
export async function pageOfRecalls(
  database: Database,
  reader: RunReader,
  page: PageRequest,
  filter: RecallFilter,
  options: RunListOptions = {},
): Promise<Page<Run>> {
  const cursor = readCursor(page);
  const values = {
    ...fenceOf(reader),
    ...conditionsOf(filter),
    calledBefore: cursor?.time ?? null,
    idBefore: cursor?.id ?? null,
    limit: page.first + 1,
  };
  const rows = await database.inWorkspace(reader.workspaceId, (transaction) => transaction.query(listRecalls, values), {
    readOnly: true,
  });
  const found = toPage(rows, page.first, (row) => ({ time: row.since, id: row.run_id }));
  const runs = await runsById(database, reader, found.nodes, options);
  // A run that was deleted between the two statements is left out with its cursor.
  const there = found.nodes.flatMap(({ run_id: id }, position) => {
    const [run, cursor] = [runs.get(id), found.cursors[position]];
    return run && cursor !== undefined ? [{ run, cursor }] : [];
  });
  return { ...found, nodes: there.map(({ run }) => run), cursors: there.map(({ cursor }) => cursor) };
}

async function runsById(
  database: Database,
  reader: RunReader,
  rows: readonly { readonly run_id: string }[],
  options: RunListOptions,
): Promise<ReadonlyMap<string, Run>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.run_id);
  const { nodes } = await pageOfRuns(database, reader, { first: ids.length }, { ids }, options);
  return new Map((await withholdHidden(database, reader, nodes)).map((run) => [run.id, run]));
}

/** The number of runs on all pages of `pageOfRecalls`. */
export async function countOfRecalls(database: Database, reader: RunReader, filter: RecallFilter): Promise<number> {
  const [row] = await database.inWorkspace(
    reader.workspaceId,
    (transaction) => transaction.query(countRecalls, { ...fenceOf(reader), ...conditionsOf(filter) }),
    { readOnly: true },
  );
  return row?.total ?? 0;
}

/** Cheap: an index names what was called back. Runs that are named are watched by many readers at once, each of an answer on a screen. */
const watchMillis = { all: 2_000, named: 10_000 } as const;

/**
 * The runs whose answers are called back from now on, in the order in which they were, until the signal aborts. Of runs
 * that are named, those that were called back already come first: who watches again misses none.
 * @param look has what changed looked at; called each time before the list is read
 * @throws BAD_INPUT at once for a filter that is not usable; CANCELLED
 */
export function watchRecalls(
  database: Database,
  reader: RunReader,
  filter: Pick<RecallFilter, 'runIds'>,
  watching: Watching,
): AsyncGenerator<Run, void, undefined> {
  return recallsFrom(database, reader, conditionsOf(filter), watching);
}

interface Watching {
  readonly look: () => void;
  readonly signal: AbortSignal | undefined;
}

async function* recallsFrom(
  database: Database,
  reader: RunReader,
  conditions: ReturnType<typeof conditionsOf>,
  { look, signal }: Watching,
): AsyncGenerator<Run, void, undefined> {
  let [since, after]: [Date, string | null] = [new Date(conditions.runIds ? 0 : Date.now()), null];
  for (;;) {
    look();
    const values: Parameters<(typeof listRecallsAfter)['inOrder']>[0] = {
      ...fenceOf(reader),
      ...conditions,
      since,
      after,
      limit: mostAtOnce,
    };
    const rows: z.output<typeof listRecallsAfter.row>[] = await database.inWorkspace(
      reader.workspaceId,
      (transaction) => transaction.query(listRecallsAfter, values),
      { readOnly: true, signal },
    );
    const runs = await runsById(database, reader, rows, {});
    yield* rows.flatMap(({ run_id: id }) => runs.get(id) ?? []);
    const last = rows.at(-1);
    if (last) [since, after] = [last.since, last.run_id];
    if (rows.length === mostAtOnce) continue;
    await wait(conditions.runIds ? watchMillis.named : watchMillis.all, undefined, signal ? { signal } : {}).catch(
      () => {
        throw new CandorError('CANCELLED', 'Watching was stopped.');
      },
    );
  }
}
