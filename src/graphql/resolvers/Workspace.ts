import { toCalibration } from '../calibrations.ts';
import type { WorkspaceResolvers } from '../generated/types.ts';
import { guaranteeOf } from '../guarantee.ts';

export const Workspace: WorkspaceResolvers = {
  health: async (_workspace, _input, { app, caller }) => app.health(caller),
  role: (_workspace, _input, { caller }) => caller.role,
  guarantee: async (_workspace, _input, context) => {
    const [inUse] = await context.app.calibrations.active(context.caller, 'und');
    return inUse ? guaranteeOf(toCalibration(inUse), context) : null;
  },
 };
