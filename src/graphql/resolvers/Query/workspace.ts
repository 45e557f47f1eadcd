import { CandorError } from '../../../errors.ts';
import type { QueryResolvers } from '../../generated/types.ts';

export const workspace: NonNullable<QueryResolvers['workspace']> = async (_root, _input, { app, caller }) => {
  const found = await app.workspaces.find(caller.workspaceId, caller.accessGroups);
  if (!found) throw new CandorError('NOT_FOUND', 'The workspace of this key was deleted.');
  return found;
};
