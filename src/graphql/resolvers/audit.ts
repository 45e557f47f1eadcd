import type { AuditFilter } from '../../workspaces/audit.ts';
import { connection } from '../connection.ts';
import type { QueryAuditEntriesArgs, Resolvers } from '../generated/types.ts';
import { toPageRequest } from '../inputs.ts';
import { payload } from '../payload.ts';

const nobody = { runCount: null, feedbackCount: null, documentCount: null, auditCount: null };

/** The audit of who did what, and permanent erasure. */
export const auditResolvers: Resolvers = {
  Query: {
    auditEntries: async (_root, { filter, ...input }, { app, caller }) => {
      const conditions = toAuditFilter(filter);
      const page = toPageRequest(input);
      return connection(await app.audit.page(caller, page, conditions), page, () =>
        app.audit.count(caller, conditions),
      );
    },
    verifyAudit: async (_root, { anchor }, { app, caller }) => app.audit.verify(caller, anchor ?? undefined),
  },
  Mutation: {
    erasePerson: (_root, { input: { id, author } }, context) =>
      payload(context, nobody, () => context.app.erasure.person(context.caller, id, { author: author ?? undefined })),
    eraseWorkspace: (_root, { input: { name } }, context) =>
      payload(context, { deletedId: null }, async () => {
        await context.app.erasure.workspace(context.caller, name);
        return { deletedId: context.caller.workspaceId };
      }),
  },
  AuditEntry: {
    actorKind: ({ actor }) => actor.kind,
    actorId: ({ actor }) => actor.id,
  },
  AuditVerification: {
    headSequence: ({ head }) => head.sequence,
    headHash: ({ head }) => head.hash,
    problems: ({ problems }) => problems.map(({ sequence, message }) => `Entry ${sequence}: ${message}`),
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
