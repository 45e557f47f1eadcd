import type { ClarificationResolvers } from '../generated/types.ts';
import { recordedRun } from '../recordedRun.ts';

export const Clarification: ClarificationResolvers = { run: recordedRun };
