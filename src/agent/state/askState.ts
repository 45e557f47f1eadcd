import { Annotation } from '@langchain/langgraph';
import type { Degradation } from '../../retrieval/passage.ts';
import { type Drafted, notDrafted } from './draft.ts';
import { type Judgement, notJudged } from './judgement.ts';
import type { Outcome } from './outcome.ts';
import { notPlanned, type Planned } from './plan.ts';
import { type Decided, notDecided } from './reflection.ts';
import type { ResolvedRequest } from './request.ts';
import { nothingRecorded, type RecordParts } from './run.ts';
import { type Found, notSearched, nothingFound, type Searches } from './search.ts';
import { addSpent } from './spent.ts';

type Reducers<Value> = {
  readonly [Field in keyof Value]?: (before: Value[Field], after: Value[Field]) => Value[Field];
};

/**
 * A channel of several fields. An update names those that change; a field with a reducer adds to what it has, any other
 * is replaced.
 */
function channel<Value extends object>(initial: Value, reducers: Reducers<Value> = {}) {
  return Annotation<Value, Partial<Value>>({
    reducer: (before, update) => {
      const after: Value = { ...before, ...update };
      for (const field of Object.keys(reducers) as (keyof Value)[]) {
        const added = update[field];
        if (added !== undefined) after[field] = reducers[field]?.(before[field], added) ?? added;
      }
      return after;
    },
    default: () => initial,
  });
}

const appended = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] => [...before, ...after];

function distinctParts(before: readonly Degradation[], after: readonly Degradation[]): readonly Degradation[] {
  const seen = new Set<string>();
  return [...before, ...after].filter(({ part }) => !seen.has(part) && Boolean(seen.add(part)));
}

/** The state of one run: data. Dependencies enter the nodes by closure, never through the state. */
export const AskAnnotation = Annotation.Root({
  /** Resolved before the graph starts; the plan makes the question stand alone, and merge may move `asOf`. */
  request: Annotation<ResolvedRequest>(),
  planned: channel<Planned>(notPlanned),
  searches: channel<Searches>(notSearched, { finished: appended, tried: appended }),
  found: channel<Found>(nothingFound),
  judged: channel<Judgement>(notJudged),
  decided: channel<Decided>(notDecided, { reflections: appended }),
  drafted: channel<Drafted>(notDrafted),
  outcome: Annotation<Outcome | null>({ reducer: (_before, after) => after, default: () => null }),
  record: channel<RecordParts>(nothingRecorded, {
    searches: appended,
    spent: addSpent,
    degraded: distinctParts,
    steps: appended,
  }),
});

export type AskState = typeof AskAnnotation.State;
export type AskUpdate = typeof AskAnnotation.Update;
