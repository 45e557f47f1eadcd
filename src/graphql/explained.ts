import { appliedFilters, type AppliedFilter } from '../retrieval/filter.ts';
import type { Run } from '../agent/runs/run.ts';
import { distanceOf, type PassageTrace } from '../retrieval/passage.ts';

/** PassageTrace.distance. */
export const traceDistance = (trace: PassageTrace): number | null => distanceOf(trace);

/** Run.appliedFilters: computed, so that a run stored before it was asked for has it too. */
export const runFilters = (run: Run): AppliedFilter[] => appliedFilters(run);
