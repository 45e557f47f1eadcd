/** Looks again at the answers that quote what has changed. */
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Database, TransactionOptions } from '../../db/database.ts';
import { readEditionsOf } from '../../knowledge/editions/editions.ts';
import {
  type JudgedCitation,
  judgeCitation,
  keptPairs,
  type PairsOfVersions,
  type StandingVerdict,
} from './judgeCitation.ts';
import { findDue, insertSources, listCiting, noteSeen, saveStandings, watchDocuments } from './recalls.sql.ts';

/** Documents whose state is compared together: what is kept of their quotes is forgotten after them. */
const documentsAtOnce = 1_000;
/** Runs of one transaction: the embedded database answers nobody meanwhile. */
const runsAtOnce = 100;

export interface LookOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece of work with the milliseconds that it took; the next begins when it resolves. */
  readonly rest?: ((workedMillis: number) => Promise<void>) | undefined;
}

/** What is known while some documents are looked at: many answers quote the same words. */
interface Look {
  readonly database: Database;
  readonly workspaceId: string;
  readonly options: TransactionOptions;
  readonly rest: NonNullable<LookOptions['rest']>;
  readonly pairs: PairsOfVersions;
  readonly judged: LRUCache<string, JudgedCitation>;
  /** The runs that were looked at, some of which hang on several documents. */
  readonly done: Set<string>;
}

type FoundDue = z.output<typeof findDue.row>;
type CitingRun = z.output<typeof listCiting.row>;

/**
 * Judges the answers again that hang on documents which are not as they were last seen, or no longer valid. What it was
 * stopped in is begun again; what changes meanwhile is for the next look.
 * @returns how many answers it looked at
 * @throws CANCELLED
 */
export async function lookAgain(
  database: Database,
  workspaceId: string,
  { signal, rest = () => Promise.resolve() }: LookOptions = {},
): Promise<number> {
  const options = { signal };
  let count = 0;
  for (let after: string | null = null; ;) {
    const values: { workspaceId: string; now: Date; after: string | null; limit: number } = {
      workspaceId,
      now: new Date(),
      after,
      limit: documentsAtOnce,
    };
    const [page]: FoundDue[] = await database.inWorkspace(
      workspaceId,
      (transaction) => transaction.query(findDue, values),
      options,
    );
    const judged = new LRUCache<string, JudgedCitation>({ max: 5_000 });
    const look = { database, workspaceId, options, rest, pairs: keptPairs(), judged, done: new Set<string>() };
    for (const document of page?.due ?? []) await lookAtDocument(look, document);
    count += look.done.size;
    after = page?.last ?? null;
    if (after === null) return count;
  }
}

async function lookAtDocument(look: Look, { id, before, now, replaces }: FoundDue['due'][number]): Promise<void> {
  const { database, workspaceId, options } = look;
  const replaced = replaces
    ? ((await readEditionsOf(database, { workspaceId, accessGroups: null }, [id]))[0]?.supersedes ?? [])
    : [];
  for (const documentId of [id, ...replaced]) await lookAtRunsOf(look, documentId);
  const values = { workspaceId, documentId: id, before, state: now };
  await database.inWorkspace(workspaceId, (transaction) => transaction.query(noteSeen, values), options);
}

async function lookAtRunsOf(look: Look, documentId: string): Promise<void> {
  const { database, workspaceId, options } = look;
  for (let after: string | null = null; ;) {
    const begun = performance.now();
    const values: { workspaceId: string; documentId: string; after: string | null; limit: number } = {
      workspaceId,
      documentId,
      after,
      limit: runsAtOnce,
    };
    const runs: CitingRun[] = await database.inWorkspace(
      workspaceId,
      (transaction) => transaction.query(listCiting, values),
      options,
    );
    const judged: JudgedRun[] = [];
    for (const run of runs.filter((each) => !look.done.has(each.run_id))) {
      judged.push(...(await judgeRun(look, run)));
      look.done.add(run.run_id);
    }
    await saveJudged(look, judged);
    after = runs.at(-1)?.run_id ?? null;
    await look.rest(performance.now() - begun);
    if (runs.length < runsAtOnce) return;
  }
}

/** How one answer stands, by the citation that decides. */
interface JudgedRun extends JudgedCitation {
  readonly runId: string;
  readonly number: number;
  readonly successorIds: readonly string[];
}

/** None for a run that quotes nothing which was valid when it was asked. */
async function judgeRun(look: Look, { run_id: runId, citations, claims, ...run }: CitingRun): Promise<JudgedRun[]> {
  const current = citations.filter(({ isCurrent }) => isCurrent);
  // Of an answer that a person wrote, each source stands for itself.
  const stated =
    claims.length > 0 ? claims : current.map(({ number, quote }) => ({ text: quote, citationNumbers: [number] }));
  const found: JudgedRun[] = [];
  const successorIds = new Set<string>();
  for (const { text, citationNumbers } of stated) {
    const quoted = current.filter(({ number }) => citationNumbers.includes(number));
    const judged: JudgedRun[] = [];
    for (const citation of quoted) {
      const one = await judgeOnce(look, run.access_groups, { ...citation, claim: text });
      if (one.successorId !== null) successorIds.add(one.successorId);
      judged.push({ ...one, runId, number: citation.number, successorIds: [] });
    }
    // What two documents say stands as long as one of them says so and neither says otherwise.
    found.push(...firstOf(judged, ['CHANGED', 'STANDS', 'GONE']));
  }
  return firstOf(found, ['CHANGED', 'GONE', 'STANDS']).map((one) => ({ ...one, successorIds: [...successorIds] }));
}

/** The first of the verdict that is named first; none of none. */
function firstOf(judged: readonly JudgedRun[], order: readonly StandingVerdict[]): JudgedRun[] {
  const sorted = judged.toSorted((left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict));
  return sorted.slice(0, 1);
}

/** As whoever asked may read it: what is found out is for all who may read the run. */
async function judgeOnce(
  { database, workspaceId, options, pairs, judged }: Look,
  accessGroups: readonly string[] | null,
  quoted: Parameters<typeof judgeCitation>[2],
): Promise<JudgedCitation> {
  const key = JSON.stringify([accessGroups, quoted.versionId, quoted.sourceSpan, quoted.claim]);
  const known = judged.get(key);
  if (known) return known;
  const one = await judgeCitation({ database, reader: { workspaceId, accessGroups }, options }, pairs, quoted);
  judged.set(key, one);
  return one;
}

async function saveJudged({ database, workspaceId, options }: Look, judged: readonly JudgedRun[]): Promise<void> {
  if (judged.length === 0) return;
  const now = new Date();
  const successors = judged.flatMap(({ runId, successorIds }) =>
    successorIds.map((documentId) => ({ runId, documentId })),
  );
  await database.inWorkspace(
    workspaceId,
    async (transaction) => {
      await transaction.query(saveStandings, {
        workspaceId,
        runIds: judged.map(({ runId }) => runId),
        verdicts: judged.map(({ verdict }) => verdict),
        numbers: judged.map(({ number }) => number),
        documentIds: judged.map((each) => each.now?.documentId ?? null),
        versionIds: judged.map((each) => each.now?.versionId ?? null),
        starts: judged.map((each) => each.now?.sourceSpan.start ?? null),
        ends: judged.map((each) => each.now?.sourceSpan.end ?? null),
        now,
      });
      if (successors.length === 0) return;
      const documentIds = [...new Set(successors.map(({ documentId }) => documentId))];
      const runIds = successors.map(({ runId }) => runId);
      await transaction.query(insertSources, {
        workspaceId,
        runIds,
        documentIds: successors.map(({ documentId }) => documentId),
        quoted: false,
      });
      await transaction.query(watchDocuments, { workspaceId, documentIds, now });
    },
    options,
  );
}
