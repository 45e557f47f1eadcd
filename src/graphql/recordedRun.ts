import type { OutcomeCore } from '../agent/outcome.ts';
import type { Run } from '../agent/run.ts';
import { CandorError } from '../errors.ts';
import type { GraphQLContext } from './context.ts';

/** Outcome.run, for all three kinds of outcome. @throws NOT_FOUND when recording it failed, which `degraded` tells as RECORD. */
export async function recordedRun(outcome: OutcomeCore, _input: object, { app, caller }: GraphQLContext): Promise<Run> {
  const run = await app.runs.find(caller, outcome.id);
  if (!run) throw new CandorError('NOT_FOUND', `The run ${outcome.id} was not recorded.`, { remedy: 'Read the outcome\'s degraded parts for why; everything but `run` is complete.' });
  return run;
}
