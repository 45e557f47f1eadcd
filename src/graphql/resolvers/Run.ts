import { runFilters } from '../explained.ts';
import type { RunResolvers } from '../generated/types.ts';

export const Run: RunResolvers = { appliedFilters: runFilters, feedback: async ({ id }, _input, { loaders }) => loaders.feedbackOf.load(id) };
