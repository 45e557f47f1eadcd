import type { WorkspaceResolvers } from '../generated/types.ts';
import { gateOfWorkspace, guaranteeOfWorkspace } from '../workspaceGate.ts';

export const Workspace: WorkspaceResolvers = {
  gate: async (workspace, _input, context) => gateOfWorkspace(workspace, context),
  health: async (_workspace, _input, { app, caller }) => app.health(caller),
  role: (_workspace, _input, { caller }) => caller.role,
  guarantee: async (workspace, _input, context) => guaranteeOfWorkspace(workspace, context),
};
