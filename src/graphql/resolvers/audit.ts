import type { AuditFilter } from '../../workspaces/audit.ts';
import { connection } from '../connection.ts';
import type { QueryAuditEntriesArgs, Resolvers } from '../generated/types.ts';
import { toPageRequest } from '../inputs.ts';
import { payload } from '../payload.ts';

/** The audit of who did what, and permanent erasure. */
export const auditResolvers: Resolvers = {
  Query: {
    auditEntries: async (_root, { filter, ...input }, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.audit.page(caller, page, toAuditFilter(filter)), page);
    },
    verifyAudit: async (_root, { anchor }, { app, caller }) => app.audit.verify(caller, anchor ?? undefined),
  },
  Mutation: {
    setAuditRetention: (_root, { input: { days } }, context) =>
      payload(context, { days: null }, async () => ({
        days: await context.app.audit.setRetention(context.caller, days ?? null),
      })),
    erasePerson: (_root, { input: { id, author } }, context) =>
      payload(context, { erased: null }, async () => ({
        erased: await context.app.erasure.person(context.caller, id, { author: author ?? undefined }),
      })),
    eraseWorkspace: (_root, { input: { name } }, context) =>
      payload(context, { workspaceId: null }, async () => {
        await context.app.erasure.workspace(context.caller, name);
        return { workspaceId: context.caller.workspaceId };
      }),
  },
  AuditEntry: {
    actorKind: ({ actor }) => actor.kind,
    actorId: ({ actor }) => actor.id,
  },
  AuditVerification: {
    headSequence: ({ head }) => head.sequence,
    headHash: ({ head }) => head.hash,
  },
};

function toAuditFilter(filter: QueryAuditEntriesArgs['filter']): AuditFilter {
  return {
    actorId: filter?.actorId ?? undefined,
    actions: filter?.actions ?? undefined,
    from: filter?.from ?? undefined,
    until: filter?.until ?? undefined,
  };
}
