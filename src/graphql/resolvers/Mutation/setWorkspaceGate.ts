import type { MutationResolvers } from '../../generated/types.ts';
import { toGateSetting } from '../../inputs.ts';

export const setWorkspaceGate: NonNullable<MutationResolvers['setWorkspaceGate']> = async (_root, { input }, { app, caller }) =>
  app.knowledge.setGate(caller, toGateSetting(input));
