import type { MutationResolvers } from '../../generated/types.ts';
import { toReplayOverrides } from '../../inputs.ts';

export const replayRun: NonNullable<MutationResolvers['replayRun']> = (_root, { id, overrides }, { app, caller, signal }) => app.runs.replay(caller, id, toReplayOverrides(overrides), { signal });
