import type { Workspace } from '../../app/app.ts';
import { CandorError } from '../../errors.ts';
import { type GraphQLContext, countFor } from '../context.ts';
import type { CreateApiKeyInput, Resolvers } from '../generated/types.ts';
import { gateOfWorkspace, guaranteeOfWorkspace, wordingOfWorkspace } from '../computed.ts';
import { connectionOf } from '../connection.ts';
import { toPageRequest, toWorkspaceChange } from '../inputs.ts';
import { payload } from '../payload.ts';
import { healthDetails } from '../healthDetails.ts';
import type { KeyRequest, NewSecret } from '../../workspaces/keys.ts';

async function workspaceOf({ app, caller }: GraphQLContext): Promise<Workspace> {
  const found = await app.workspaces.find(caller.workspaceId, caller.accessGroups);
  if (!found) throw new CandorError('NOT_FOUND', 'The workspace of this key was deleted.');
  return found;
}

export const workspaceResolvers: Resolvers = {
  Query: {
    workspace: (_root, _input, context) => workspaceOf(context),
  },
  Mutation: {
    updateWorkspace: (_root, { input }, context) =>
      payload(context, { workspace: null }, async () => {
        await context.app.updateWorkspace(context.caller, toWorkspaceChange(input));
        return { workspace: await workspaceOf(context) };
      }),
  },
  Workspace: {
    documentCount: ({ documentCount }, _input, { caller }) => countFor(caller, documentCount),
    curatedAnswerCount: ({ curatedAnswerCount }, _input, { caller }) => countFor(caller, curatedAnswerCount),
    gate: async (workspace, _input, context) => gateOfWorkspace(workspace, context),
    wording: wordingOfWorkspace,
    runRetentionDays: async (_workspace, _input, { app, caller }) => (await app.runs.retention(caller)).days,
    runRetentionCount: async (_workspace, _input, { app, caller }) => (await app.runs.retention(caller)).count,
    auditRetentionDays: async (_workspace, _input, { app, caller }) => app.audit.retention(caller),
    metadataNames: async (_workspace, { values }, { app, caller }) => app.knowledge.metadataNames(caller, values),
    health: async (_workspace, _input, { app, caller }) => app.health(caller),
    role: (_workspace, _input, { caller }) => caller.role,
    guarantee: async (workspace, _input, context) => guaranteeOfWorkspace(workspace, context),
  },
};

export const healthResolvers: Resolvers = { WorkspaceHealth: { details: (health) => healthDetails(health) } };

const secret = (context: GraphQLContext, make: () => Promise<NewSecret>) =>
  payload(context, { apiKey: null, secret: null }, async () => {
    const made = await make();
    return { apiKey: made.key, secret: made.secret };
  });

/** API keys, and what they may spend. */
export const identityResolvers: Resolvers = {
  Query: {
    allowance: async (_root, _input, { app, caller }) => app.identity.ownAllowances(caller),
    allowances: async (_root, input, { app, caller }) =>
      connectionOf(await app.identity.allowances(caller), toPageRequest(input)),
    apiKeys: async (_root, input, { app, caller }) =>
      connectionOf(await app.identity.keys(caller), toPageRequest(input)),
  },
  Mutation: {
    createApiKey: (_root, { input }, context) =>
      secret(context, async () => context.app.identity.createKey(context.caller, toKeyRequest(input))),
    rotateApiKey: (_root, { input: { id, overlapSeconds } }, context) =>
      secret(context, () => context.app.identity.rotateKey(context.caller, id, overlapSeconds)),
    revokeApiKey: (_root, { input: { id } }, context) =>
      payload(context, { apiKey: null, secret: null }, async () => ({
        apiKey: await context.app.identity.revokeKey(context.caller, id),
        secret: null,
      })),
    setAllowance: (_root, { input: { apiKeyId, ...limits } }, context) =>
      payload(context, { allowance: null }, async () => ({
        allowance: await context.app.identity.setAllowance(context.caller, { ...limits, holderId: apiKeyId }),
      })),
  },
};

/** @throws BAD_INPUT if both groups and every document are given */
function toKeyRequest({ everyDocument, accessGroups, ...input }: CreateApiKeyInput): KeyRequest {
  if (everyDocument && accessGroups)
    throw new CandorError('BAD_INPUT', 'A key reads either every document or those of its groups.', {
      details: { field: 'everyDocument' },
      remedy: 'Give accessGroups or everyDocument, not both.',
    });
  return { ...input, role: input.role ?? 'READER', accessGroups: everyDocument ? null : (accessGroups ?? undefined) };
}
