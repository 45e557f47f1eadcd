import type { AnswerResolvers } from '../generated/types.ts';
import { recordedRun } from '../recordedRun.ts';

export const Answer: AnswerResolvers = { run: recordedRun };
