import { traceDistance } from '../explained.ts';
import type { PassageTraceResolvers } from '../generated/types.ts';

export const PassageTrace: PassageTraceResolvers = { distance: traceDistance };
