import type { Run } from '../runs/run.ts';

/** One field that differs: values as JSON, cut at 300 characters; null where it is not there. */
export interface RunChange {
  /** `result.text`, `passages[2].score`. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface RunComparison {
  /** Outcome, text, citations and passages are the same. */
  readonly same: boolean;
  /** In the order of the record, 500 at most. */
  readonly changes: readonly RunChange[];
}

const mostChanges = 500;
const longestValue = 300;
/** Below what a change of versions or settings moves; floating-point sums may differ by less. */
const nearby = 1e-9;

/** Differs between any two runs, wherever it stands: identity and time. */
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
const leftOutPaths: ReadonlySet<string> = new Set(['id', 'result.id']);
/** Of a follow-up: the run says it as it was asked, its repetition as it was understood. */
const wordingPaths: ReadonlySet<string> = new Set(['question', 'result.question', 'plan.standalone']);

/** Compares two records field by field; ids of runs and conversations, times and who asked are left out. */
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

/** What a repetition asks: the run's question, as it was understood after the turns before it. */
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

/** A pair of surrogates that the cut would halve goes whole. */
function shown(value: unknown, length = longestValue): string | null {
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? null : json.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
