import { statement } from '../../db/statement.ts';
import { curatedRow } from './curatedRow.ts';

/**
 * Curated answers with what became of their sources, last saved first. Staleness is found here, on reading: an ingestion has nothing to recompute.
 * A source is compared with the hash that was pinned; without one (saved before hashes were kept, or while no version was valid) a version
 * that came later counts as a change. Whoever may not read a source does not see the answer; a source whose row is gone may have been anyone's.
 * Values: workspace, the instant that versions must be valid at, ids or null, access groups or null, the instant of expiry, stale or null,
 * expired or null, saved before, id before, limit or null.
 */
export const pageCurated = statement('knowledge.pageCurated', curatedRow, `
  select a.curated_id, a.question, a.alternatives, a.answer, a.expires_at, a.updated_at, source.ids as source_document_ids, source.stale as stale_sources
  from curated_answer a
  cross join lateral (
    select coalesce(array_agg(each.document_id order by each.document_id), '{}') as ids,
      coalesce(bool_and(each.readable), true) as readable,
      coalesce(jsonb_agg(jsonb_build_object('document_id', each.document_id, 'title', each.title, 'reason', each.reason, 'changed_at', each.changed_at)
        order by each.document_id) filter (where each.reason is not null), '[]') as stale
    from (
      select s.document_id, d.title,
        coalesce($4::text[] is null or d.access_groups = '{}' or d.access_groups && $4, false) as readable,
        case
          when d.document_id is null or d.deleted_at is not null then 'DELETED'
          when d.state <> 'PUBLISHED' then 'HIDDEN'
          when valid.content_hash is null then 'EXPIRED'
          when coalesce(s.content_hash <> valid.content_hash, valid.since > a.updated_at) then 'CHANGED'
        end as reason,
        case
          when d.deleted_at is not null then d.deleted_at
          when d.state <> 'PUBLISHED' then null
          when valid.content_hash is null then (
            select max(v.effective_until) from document_version v where v.workspace_id = $1 and v.document_id = s.document_id and v.effective_until <= $2
          )
          else valid.since
        end as changed_at
      from curated_source s
      left join document d on d.workspace_id = $1 and d.document_id = s.document_id
      left join lateral (
        select v.content_hash, greatest(v.effective_from, v.created_at) as since
        from document_version v
        where v.workspace_id = $1 and v.document_id = s.document_id and v.effective_from <= $2 and (v.effective_until is null or v.effective_until > $2)
        order by v.number desc limit 1
      ) as valid on true
      where s.workspace_id = $1 and s.curated_id = a.curated_id
    ) as each
  ) as source
  where a.workspace_id = $1
    and ($3::uuid[] is null or a.curated_id = any ($3))
    and source.readable
    and ($6::boolean is null or $6 = (source.stale <> '[]'))
    and ($7::boolean is null or $7 = coalesce(a.expires_at <= $5, false))
    and ($8::timestamptz is null or (a.updated_at, a.curated_id) < ($8, $9::uuid))
  order by a.updated_at desc, a.curated_id desc
  limit $10
`);
