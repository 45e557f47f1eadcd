import { z } from 'zod';
import { visible } from '../../db/fragments.ts';
import { type Named, sql, statement } from '../../db/statement.ts';

/** Hides a document from everything but a restore. */
export const markDeleted = statement(
  'knowledge.markDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null; now: Date }>) => sql`
  update document set deleted_at = ${v.now}
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and deleted_at is null and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** Deletes a document that the reader may see, deleted before or not; its versions, chunks and vectors go with it. */
export const removeDocument = statement(
  'knowledge.removeDocument',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null }>) => sql`
  delete from document
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** Brings a deleted document back, unless it was deleted before an instant. */
export const restoreDeleted = statement(
  'knowledge.restoreDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ id: string; accessGroups: readonly string[] | null; restorableSince: Date }>) => sql`
  update document set deleted_at = null
  where workspace_id = ${v.workspaceId} and document_id = ${v.id} and deleted_at > ${v.restorableSince} and ${visible('document', v.accessGroups)}
  returning document_id
`,
);

/** A deleted document that can still be restored, if the reader might see it otherwise. */
export const findDeletedDocument = statement(
  'knowledge.findDeletedDocument',
  z.object({ deleted_at: z.date() }),
  (v: Named<{ documentId: string; accessGroups: readonly string[] | null }>) => sql`
  select d.deleted_at
  from document d
  where d.workspace_id = ${v.workspaceId} and d.document_id = ${v.documentId} and d.deleted_at is not null
    and ${visible('d', v.accessGroups)}
`,
);

/** Removes documents that were deleted at an instant or before; their versions, chunks and vectors go with them. */
export const removeDeleted = statement(
  'knowledge.removeDeleted',
  z.object({ document_id: z.string() }),
  (v: Named<{ restorableSince: Date }>) => sql`
  delete from document where workspace_id = ${v.workspaceId} and deleted_at <= ${v.restorableSince}
  returning document_id
`,
);

/** Forgets the words that no document has any more: a purge leaves nothing of what it removed. */
export const removeLostWords = statement(
  'knowledge.removeLostWords',
  z.object({}),
  (v: Named<unknown>) => sql`
  delete from vocabulary v
  where v.workspace_id = ${v.workspaceId} and not exists (select 1 from posting p where p.workspace_id = ${v.workspaceId} and p.lexeme = v.lexeme)
`,
);
