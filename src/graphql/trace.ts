import type { z } from 'zod/mini';
import type { MissExplanation } from '../agent/miss/missExplanation.ts';
import type { RunReplay } from '../agent/replay.ts';
import type { Run } from '../agent/state/run.ts';
import type { SearchResult } from '../app/app.ts';
import { withoutAddresses } from './errors.ts';
import type { missTrace, passageTrace, runChange, runTrace, searchTrace } from '../contract/trace.ts';
import { type AppliedFilter, appliedFilters } from '../retrieval/filter.ts';
import { distanceOf, type Passage } from '../retrieval/passage.ts';

/** What a schema describes, as it is sent: nothing of it is changed any more. */
type Sent<Value> = Value extends readonly (infer Entry)[]
  ? readonly Sent<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
    : Value;

type Traced<Schema extends z.ZodMiniType> = Sent<z.infer<Schema>>;

const version = 1;

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

const filtersSent = (filters: readonly AppliedFilter[]) =>
  filters.map(({ condition, values, instant }) => ({ condition, values, instant: iso(instant) }));

export function traceOfPassage({ trace }: Pick<Passage, 'trace'>): Traced<typeof passageTrace> {
  const { vector, keyword, adjustments, rerank } = trace;
  return { version, distance: distanceOf(trace), vector, keyword, adjustments, rerank };
}

export function traceOfSearch({
  settings,
  appliedFilters: filters,
  timings,
}: Pick<SearchResult, 'settings' | 'appliedFilters' | 'timings'>): Traced<typeof searchTrace> {
  return { version, settings, appliedFilters: filtersSent(filters), timings };
}

/** The conditions are computed, so that runs stored before they were recorded have them too. */
export function traceOfRun(run: Run): Traced<typeof runTrace> {
  const {
    preset,
    settings,
    asOf,
    budget,
    embedder,
    chatModel,
    queries,
    plan,
    steps,
    reflections,
    searches,
    prompts,
    replayOf,
  } = run;
  const time = plan?.time;
  return {
    version,
    preset,
    settings,
    asOf: asOf.toISOString(),
    budget,
    embedder,
    chatModel,
    appliedFilters: filtersSent(appliedFilters(run)),
    queries,
    plan: plan && { ...plan, time: time ? { ...time, from: iso(time.from), until: iso(time.until) } : null },
    steps,
    reflections,
    searches,
    prompts,
    replayOf,
  };
}

export function traceOfMiss(explanation: MissExplanation): Traced<typeof missTrace> {
  const { versionId, cited, query, rank, kept, vector, keyword, distance, unmet, degraded, omitReasons } = explanation;
  return {
    version,
    versionId,
    cited,
    query,
    rank,
    kept,
    vector,
    keyword,
    distance,
    unmet: filtersSent(unmet),
    degraded: degraded.map(({ part, message }) => ({ part, message: withoutAddresses(message) })),
    omitReasons,
  };
}

/** A copy, because an interface is no record. */
export const changeSent = (change: RunReplay['changes'][number]): Traced<typeof runChange> => ({ ...change });
