import { z } from 'zod';
import { type Named, sql, statement, validAt, visible } from '../db/statement.ts';

/**
 * Selects versions, each with the one valid just before it and the one valid now. A version that was replaced on its
 * own first day was never valid. A text is null if there is nothing to compare it with, or if it is too long.
 */
export const listRevisions = statement(
  'knowledge.listRevisions',
  z.object({
    asked_id: z.string(),
    relation: z.enum(['ASKED', 'PREVIOUS', 'CURRENT']),
    version_id: z.string(),
    text: z.string().nullable(),
    effective_from: z.date(),
    effective_until: z.date().nullable(),
    expires_at: z.date().nullable(),
  }),
  (v: Named<{ versionIds: readonly string[]; now: Date; maxComparedLength: number }>) => sql`
  with asked as (
    select v.version_id, v.document_id, v.effective_from
    from document_version v
    where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.versionIds}::uuid[])
  ), related as (
    select a.version_id as asked_id, previous.version_id as previous_id, nullif(valid.version_id, a.version_id) as current_id
    from asked a
    left join lateral (
      select v.version_id from document_version v
      where v.workspace_id = ${v.workspaceId} and v.document_id = a.document_id and v.effective_from < a.effective_from
        and (v.effective_until is null or v.effective_until > v.effective_from)
      order by v.effective_from desc, v.number desc limit 1
    ) as previous on true
    left join lateral (
      select v.version_id from document_version v
      where v.workspace_id = ${v.workspaceId} and v.document_id = a.document_id and ${validAt('v', v.now)}
      order by v.number desc limit 1
    ) as valid on true
  )
  select r.asked_id, v.version_id, v.effective_from, v.effective_until, v.expires_at,
    case v.version_id when r.asked_id then 'ASKED' when r.previous_id then 'PREVIOUS' else 'CURRENT' end as relation,
    case when length(t.text) <= ${v.maxComparedLength} and coalesce(r.previous_id, r.current_id) is not null then t.text end as text
  from related r
  join document_version v on v.workspace_id = ${v.workspaceId} and v.version_id in (r.asked_id, r.previous_id, r.current_id)
  join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
  where v.workspace_id = ${v.workspaceId}
`,
);

/**
 * Selects documents by key, only those that the reader may find, with the text that is valid now; null if there is none
 * or it is too long.
 */
export const findSuccessors = statement(
  'knowledge.findSuccessors',
  z.object({ document_id: z.string(), key: z.string(), title: z.string(), text: z.string().nullable() }),
  (
    v: Named<{
      keys: readonly string[];
      accessGroups: readonly string[] | null;
      now: Date;
      maxComparedLength: number;
    }>,
  ) => sql`
  select d.document_id, d.key, d.title, (
      select case when length(t.text) <= ${v.maxComparedLength} then t.text end
      from document_version v
      join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
      where v.workspace_id = ${v.workspaceId} and v.document_id = d.document_id and ${validAt('v', v.now)}
      order by v.number desc limit 1
    ) as text
  from document d
  where d.workspace_id = ${v.workspaceId} and d.key = any (${v.keys}::text[]) and d.state = 'PUBLISHED' and d.deleted_at is null
    and ${visible('d', v.accessGroups)}
`,
);

/**
 * Whether most of the published documents that the asker may read are older than an instant, and when the workspace's
 * first document was added, whoever may read it.
 */
export const hasOlderDocuments = statement(
  'knowledge.hasOlderDocuments',
  z.object({ mostly: z.boolean(), first: z.date().nullable() }),
  (v: Named<{ since: Date; accessGroups: readonly string[] | null }>) => sql`
  select coalesce(sum(case when d.created_at < ${v.since} then 1 else -1 end) filter (
      where d.deleted_at is null and d.state = 'PUBLISHED' and ${visible('d', v.accessGroups)}), 0) > 0 as mostly,
    min(d.created_at) as first
  from document d
  where d.workspace_id = ${v.workspaceId}
`,
);
