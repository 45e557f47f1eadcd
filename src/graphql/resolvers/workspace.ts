import type { Workspace } from '../../app.ts';
import { CandorError } from '../../errors.ts';
import { type GraphQLContext, countFor } from '../context.ts';
import type { Resolvers } from '../generated/types.ts';
import { gateOfWorkspace, guaranteeOfWorkspace } from '../computed.ts';
import { toBudgetChange, toGateSetting } from '../inputs.ts';
import { payload } from '../payload.ts';

const changed = (context: GraphQLContext, change: () => Promise<Workspace>) =>
  payload(context, { workspace: null }, async () => ({ workspace: await change() }));

export const workspaceResolvers: Resolvers = {
  Query: {
    workspace: async (_root, _input, { app, caller }) => {
      const found = await app.workspaces.find(caller.workspaceId, caller.accessGroups);
      if (!found) throw new CandorError('NOT_FOUND', 'The workspace of this key was deleted.');
      return found;
    },
  },
  Mutation: {
    setRetention: (_root, { input: { days } }, context) =>
      changed(context, () => context.app.knowledge.setRetention(context.caller, days)),
    setWorkspaceBudget: (_root, { input }, context) =>
      changed(context, () => context.app.knowledge.setBudget(context.caller, toBudgetChange(input))),
    setWorkspaceGate: (_root, { input }, context) =>
      changed(context, () => context.app.knowledge.setGate(context.caller, toGateSetting(input))),
  },
  Workspace: {
    documentCount: ({ documentCount }, _input, { caller }) => countFor(caller, documentCount),
    chunkCount: ({ chunkCount }, _input, { caller }) => countFor(caller, chunkCount),
    curatedAnswerCount: ({ curatedAnswerCount }, _input, { caller }) => countFor(caller, curatedAnswerCount),
    gate: async (workspace, _input, context) => gateOfWorkspace(workspace, context),
    health: async (_workspace, _input, { app, caller }) => app.health(caller),
    role: (_workspace, _input, { caller }) => caller.role,
    guarantee: async (workspace, _input, context) => guaranteeOfWorkspace(workspace, context),
  },
};
