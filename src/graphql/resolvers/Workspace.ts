import type { WorkspaceResolvers } from '../generated/types.ts';

export const Workspace: WorkspaceResolvers = { role: (_workspace, _input, { caller }) => caller.role };
