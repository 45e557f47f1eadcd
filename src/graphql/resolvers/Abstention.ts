import type { AbstentionResolvers } from '../generated/types.ts';
import { recordedRun } from '../recordedRun.ts';

export const Abstention: AbstentionResolvers = { run: recordedRun };
