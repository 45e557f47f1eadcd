import type { Database } from '../db/database.ts';
import { CandorError } from '../errors.ts';
import type { Document, DocumentVersion } from '../knowledge/document.ts';
import { readDocumentsByKey, readVersionsOf } from '../knowledge/store/documents.ts';
import type { PresetName, SearchFilter } from '../retrieval/passage.ts';
import { budgetFields, type Caution } from '../workspaces/settings.ts';
import type { Caller, Reader } from '../workspaces/caller.ts';
import { ask, type AskGraph } from './ask.ts';
import { settingOf } from '../confidence/gate.ts';
import type { AgentParts } from './parts/parts.ts';
import type { AskRequest, BudgetInput, CheckedRequest } from './state/request.ts';
import { checkRequest } from './resolveRequest.ts';
import { readRun } from './runs/runs.ts';
import { withholdHidden } from './runs/withheld.ts';
import { type Run } from './state/run.ts';

/** What a replay changes. Omitted fields stay as the run had them. */
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

/** A replay, together with the run that it repeats. */
export interface RunReplay extends RunComparison {
  readonly original: Run;
  readonly run: Run;
  /** Keys of the documents that the original read and that have since changed or disappeared. */
  readonly changedDocuments: readonly string[];
}

interface Replaying {
  readonly graph: AskGraph;
  readonly parts: AgentParts;
  readonly caller: Caller;
}

/**
 * Asks the question of a run again, with the caller's own access and outside its conversation, and reports the
 * differences.
 * @throws NOT_FOUND if the caller can read no such run, BAD_INPUT for invalid overrides, CANCELLED, and whatever ended
 *   the replay
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
  const request = toRequest(original, caller, overrides);
  for await (const event of ask(graph, parts, request, signal)) {
    if (event.type === 'Failed') throw new CandorError(event.code, event.message, { remedy: event.remedy });
  }
  const run = await readRun(parts.database, caller, request.runId);
  if (!run) throw new CandorError('DATABASE_FAILED', 'The repetition ended and was not recorded.', { details: { id } });
  const [shown = original] = await withholdHidden(parts.database, caller, [original]);
  return {
    original: shown,
    run,
    ...compareRuns(shown, run),
    changedDocuments: await changedDocuments(parts.database, caller, original),
  };
}

function toRequest(
  run: Run,
  caller: Caller,
  { versions = 'SAME', preset = run.preset, budget = {}, caution, retrieval, filter = run.filter }: ReplayOverrides,
): CheckedRequest {
  const settings = preset === run.preset ? run.settings : {};
  const request = checkRequest(caller, {
    question: questionOf(run),
    preset,
    filter,
    language: run.language ?? undefined,
    asOf: versions === 'SAME' ? run.asOf : undefined,
    budget: { ...run.budget, ...budget },
    retrieval: { ...settings, ...retrieval },
    caution,
  });
  return {
    ...request,
    replayOf: run.id,
    askedAt: versions === 'SAME' ? askedAt(run) : request.askedAt,
    // What is not overridden stays as the run had it, limits and gate, even if the workspace has set others by now.
    // Otherwise it would not be the same run.
    set: {
      budget: request.set.budget,
      unbound: budgetFields.filter((field) => budget[field] === undefined),
      gate: caution ?? settingOf(run.gate),
      wording: run.wording ?? null,
    },
  };
}

/**
 * When the original was asked; ages and notices count from this instant. It is `asOf` itself if the run asked about its
 * own present.
 */
function askedAt({ createdAt, usage, asOf }: Run): Date {
  const begun = createdAt.getTime() - usage.millis;
  return Math.abs(begun - asOf.getTime()) < 1000 ? asOf : new Date(begun);
}

/**
 * Keys of the documents that a run read and that have since been deleted, hidden or given another version, in the order
 * they were read.
 */
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

/** Version ids by document key, of everything that was found or read. */
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

/** One field that differs. Values are JSON, cut at 300 characters; null if the field is absent. */
interface RunChange {
  /** `result.text`, `passages[2].score`. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface RunComparison {
  /** Whether outcome, text, citations and passages are the same. */
  readonly same: boolean;
  /** In the order of the record, at most 500. */
  readonly changes: readonly RunChange[];
}

const mostChanges = 500;
const longestValue = 300;
/** Smaller than any difference that versions or settings cause. Floating-point sums may differ by less. */
const nearby = 1e-9;

/** Fields that differ between any two runs, wherever they occur: identity and time. */
const leftOut: ReadonlySet<string> = new Set([
  'createdAt',
  'millis',
  'startedMillis',
  'elapsedMillis',
  'elapsed',
  'millisLeft',
  'timings',
  'runId',
  'conversationId',
  'askedBy',
  'replayOf',
]);
/** `askedAs` is the plan's wording where that differs from the question; a replay asks that wording itself. */
const leftOutPaths: ReadonlySet<string> = new Set(['id', 'result.id', 'result.askedAs']);
/** For a follow-up, the run has the question as it was asked, and the replay has it as it was understood. */
const wordingPaths: ReadonlySet<string> = new Set(['question', 'result.question', 'plan.standalone']);

/** Compares two records field by field. Ignores the ids of runs and conversations, times and the asker. */
export function compareRuns(original: Run, repetition: Run): RunComparison {
  const reworded = original.question !== repetition.question && repetition.question === questionOf(original);
  const ignored = (path: string, name: string) =>
    leftOut.has(name) || leftOutPaths.has(path) || (reworded && wordingPaths.has(path));
  const changes: RunChange[] = [];
  for (const change of differences(original, repetition, '', ignored)) {
    changes.push(change);
    if (changes.length === mostChanges) break;
  }
  return { same: isSame(essence(original), essence(repetition)), changes };
}

/** The question that a replay asks: the run's question, as it was understood after the turns before it. */
export function questionOf(run: Run): string {
  return run.plan?.standalone ?? run.question;
}

/** What a reader would notice. */
function essence({ outcome, result, passages }: Run): unknown {
  const citations = result?.citations.map(({ documentKey, quote, sourceSpan }) => ({ documentKey, quote, sourceSpan }));
  return {
    outcome,
    text: result && (result.type === 'Abstention' ? result.message : result.text),
    citations,
    passages: passages.map((passage) => passage.chunkId),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return differences(left, right, '', () => false).next().done === true;
}

type Ignored = (path: string, name: string) => boolean;

function* differences(
  before: unknown,
  after: unknown,
  path: string,
  ignored: Ignored,
): Generator<RunChange, void, undefined> {
  const [left, right] = [partsOf(before), partsOf(after)];
  if (!left || !right || Array.isArray(before) !== Array.isArray(after)) {
    if (!equal(before, after)) yield { path, before: shown(before), after: shown(after) };
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const inner = Array.isArray(before) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (!ignored(inner, name)) yield* differences(left.get(name), right.get(name), inner, ignored);
  }
}

/** The entries of a list or an object; undefined for a single value. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? new Map(Object.entries(value))
    : undefined;
}

function equal(before: unknown, after: unknown): boolean {
  if (typeof before === 'number' && typeof after === 'number')
    return Object.is(before, after) || Math.abs(before - after) <= nearby;
  return shown(before, Infinity) === shown(after, Infinity);
}

/** Returns the value as JSON, cut at `length`; a surrogate pair that the cut would split is dropped. */
function shown(value: unknown, length = longestValue): string | null {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? null : json.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
