import type { Database } from '../../db/database.ts';
import { CandorError, type ErrorCode } from '../../errors.ts';
import type { Document, DocumentVersion } from '../../knowledge/document.ts';
import { readDocumentsByKey, readVersionsOf } from '../../knowledge/store/documents.ts';
import type { PresetName, SearchFilter } from '../../retrieval/passage.ts';
import { budgetFields, type BudgetSettings } from '../../workspaces/budget.ts';
import type { Caller, Reader } from '../../workspaces/caller.ts';
import type { Caution } from '../../workspaces/gate.ts';
import { readSettings } from '../../workspaces/settings.ts';
import { ask } from '../ask.ts';
import { onItsScale } from '../boundRequest.ts';
import { settingOf } from '../gate/gatedScale.ts';
import type { AskGraph } from '../graph.ts';
import type { AgentParts } from '../parts.ts';
import type { AskRequest, BudgetInput } from '../request.ts';
import { resolveRequest } from '../resolveRequest.ts';
import type { Run } from '../runs/run.ts';
import { readRun } from '../runs/runs.ts';
import type { ResolvedRequest } from '../state.ts';
import { compareRuns, questionOf, type RunComparison } from './compareRuns.ts';

/** What a repetition changes; what is left out stays as the run had it. */
export interface ReplayOverrides {
  /** SAME (default): what was valid at the run's `asOf`. TODAY: what is valid now. */
  readonly versions?: 'SAME' | 'TODAY' | undefined;
  /** Another preset brings its own settings. */
  readonly preset?: PresetName | undefined;
  readonly budget?: BudgetInput | undefined;
  readonly caution?: Caution | undefined;
  readonly retrieval?: AskRequest['retrieval'];
  readonly filter?: SearchFilter | undefined;
}

/** A repetition, beside what it repeats. */
export interface RunReplay extends RunComparison {
  readonly original: Run;
  readonly run: Run;
  /** Keys of the documents that the original read and that have changed or gone since. */
  readonly changedDocuments: readonly string[];
}

export interface Replaying {
  readonly graph: AskGraph;
  readonly parts: AgentParts;
  readonly caller: Caller;
}

/**
 * Asks the question of a run again, with the caller's own access and outside of its conversation, and tells what differs.
 * @throws NOT_FOUND where the caller can read no such run, BAD_INPUT for overrides that are not usable, CANCELLED, and what ended the repetition
 */
export async function replayRun(
  { graph, parts, caller }: Replaying,
  id: string,
  overrides: ReplayOverrides = {},
  signal?: AbortSignal,
): Promise<RunReplay> {
  const original = await readRun(parts.database, caller, id);
  if (!original)
    throw new CandorError('NOT_FOUND', 'There is no such run that this key may read.', {
      details: { id },
      remedy: 'List the runs to see their ids; a run whose asker could see more than this key stays hidden.',
    });
  const { budget } = await readSettings(parts.database, caller.workspaceId, signal);
  const request = await onItsScale(parts, toRequest(original, caller, overrides, budget.ceilings), signal);
  for await (const event of ask(graph, parts, request, signal)) {
    // The code of a fault is one of the closed set: `ask` takes it from a CandorError.
    if (event.type === 'Failed')
      throw new CandorError(event.code as ErrorCode, event.message, { remedy: event.remedy });
  }
  const run = await readRun(parts.database, caller, request.runId);
  if (!run) throw new CandorError('DATABASE_FAILED', 'The repetition ended and was not recorded.', { details: { id } });
  return {
    original,
    run,
    ...compareRuns(original, run),
    changedDocuments: await changedDocuments(parts.database, caller, original),
  };
}

function toRequest(
  run: Run,
  caller: Caller,
  { versions = 'SAME', preset = run.preset, budget = {}, caution, retrieval, filter = run.filter }: ReplayOverrides,
  ceilings: BudgetSettings['ceilings'],
): ResolvedRequest {
  const settings = preset === run.preset ? run.settings : {};
  // What stays is what the run had, even where the workspace allows less by now: else it would not be the same run.
  const ofChanged = Object.fromEntries(
    budgetFields.filter((field) => budget[field] !== undefined).map((field) => [field, ceilings[field]]),
  );
  const request = resolveRequest(
    caller,
    {
      question: questionOf(run),
      preset,
      filter,
      caution,
      language: run.language ?? undefined,
      asOf: versions === 'SAME' ? run.asOf : undefined,
      budget: { ...run.budget, ...budget },
      retrieval: { ...settings, ...retrieval },
    },
    { defaults: {}, ceilings: ofChanged },
  );
  // Like its budget: what the run had, whatever the workspace has set by now.
  return {
    ...request,
    replayOf: run.id,
    gate: caution ?? settingOf(run.gate),
    askedAt: versions === 'SAME' ? askedAt(run) : request.askedAt,
  };
}

/** `asOf` is the instant itself where the run was asked about its own present; ages and notices count from it. */
function askedAt({ createdAt, usage, asOf }: Run): Date {
  const begun = createdAt.getTime() - usage.millis;
  return Math.abs(begun - asOf.getTime()) < 1000 ? asOf : new Date(begun);
}

/** Keys of the documents that a run read and that were deleted, hidden or given another version since, in the order they were read. */
async function changedDocuments(database: Database, reader: Reader, run: Run): Promise<string[]> {
  const read = versionsRead(run);
  const keys = [...read.keys()];
  const documents = await readDocumentsByKey(database, reader, keys);
  const versions = await readVersionsOf(
    database,
    reader,
    documents.map((document) => document?.id ?? ''),
  );
  return keys.filter((key, position) =>
    hasChanged(documents[position], versions[position] ?? [], read.get(key) ?? new Set(), run.createdAt),
  );
}

/** Ids of versions by key. An older record has no searches: its passages are all that it tells. */
function versionsRead({ searches, passages }: Run): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  for (const { documentKey, versionId } of [...searches.flatMap((search) => search.candidates), ...passages]) {
    if (versionId !== null) read.set(documentKey, (read.get(documentKey) ?? new Set()).add(versionId));
  }
  return read;
}

function hasChanged(
  document: Document | undefined,
  versions: readonly DocumentVersion[],
  read: ReadonlySet<string>,
  since: Date,
): boolean {
  if (document?.state !== 'PUBLISHED') return true;
  const known = new Set(versions.map((version) => version.id));
  return [...read].some((id) => !known.has(id)) || versions.some((version) => version.createdAt > since);
}
