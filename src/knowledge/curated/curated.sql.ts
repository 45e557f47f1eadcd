import { z } from 'zod';
import { type Named, sql, statement, validAt, visible } from '../../db/statement.ts';

/** A source of a curated answer that is no longer what it was. `changed_at`: since when, if known. */
const staleSource = z.object({
  document_id: z.string(),
  /** Null for a document that is gone, or for a draft that the reader may not know about. */
  title: z.string().nullable(),
  reason: z.enum(['CHANGED', 'EXPIRED', 'HIDDEN', 'DELETED']),
  changed_at: z.coerce.date().nullable(),
});

/** The columns of a curated answer. */
const curatedRow = z.object({
  curated_id: z.string(),
  question: z.string(),
  alternatives: z.array(z.string()),
  answer: z.string(),
  expires_at: z.date().nullable(),
  updated_at: z.date(),
  source_document_ids: z.array(z.string()),
  stale_sources: z.array(staleSource),
});

export type CuratedRow = z.infer<typeof curatedRow>;

/** Which curated answers a reader finds, by id or by their state; null: whatever it is. */
interface CuratedConditions {
  at: Date;
  ids: readonly string[] | null;
  accessGroups: readonly string[] | null;
  drafts: boolean;
  expiredAt: Date;
  stale: boolean | null;
  expired: boolean | null;
}

/**
 * The answers `a`, each with its sources `source`. Staleness is determined on reading, so an ingestion has nothing to
 * recompute. A source is compared with the recorded hash. Without a hash (saved before hashes were kept, or while no
 * version was valid) a later version counts as a change. A reader who may not read a source does not see the answer. For
 * a reader with restricted access that includes a source whose row is gone: it may have been anyone's.
 */
const foundCurated = (v: Named<CuratedConditions>) => sql`from curated_answer a
  cross join lateral (
    select coalesce(array_agg(each.document_id order by each.document_id), '{}') as ids,
      coalesce(bool_and(each.readable), true) as readable,
      coalesce(jsonb_agg(jsonb_build_object('document_id', each.document_id, 'title', each.title, 'reason', each.reason, 'changed_at', each.changed_at)
        order by each.document_id) filter (where each.reason is not null), '[]') as stale
    from (
      select s.document_id, case when d.state = 'PUBLISHED' or ${v.drafts} then d.title end as title,
        coalesce(${visible('d', v.accessGroups)}, false) as readable,
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
            select max(v.effective_until) from document_version v where v.workspace_id = ${v.workspaceId} and v.document_id = s.document_id and v.effective_until <= ${v.at}
          )
          else valid.since
        end as changed_at
      from curated_source s
      left join document d on d.workspace_id = ${v.workspaceId} and d.document_id = s.document_id
      left join lateral (
        select v.content_hash, greatest(v.effective_from, v.created_at) as since
        from document_version v
        where v.workspace_id = ${v.workspaceId} and v.document_id = s.document_id and ${validAt('v', v.at)}
        order by v.number desc limit 1
      ) as valid on true
      where s.workspace_id = ${v.workspaceId} and s.curated_id = a.curated_id
    ) as each
  ) as source
  where a.workspace_id = ${v.workspaceId}
    and (${v.ids}::uuid[] is null or a.curated_id = any (${v.ids}))
    and source.readable
    and (${v.stale}::boolean is null or ${v.stale} = (source.stale <> '[]'))
    and (${v.expired}::boolean is null or ${v.expired} = coalesce(a.expires_at <= ${v.expiredAt}, false))`;

/** Selects curated answers with the state of their sources, last saved first. */
export const pageCurated = statement(
  'knowledge.pageCurated',
  curatedRow,
  (v: Named<CuratedConditions & { savedBefore: Date | null; idBefore: string | null; limit: number | null }>) => sql`
  select a.curated_id, a.question, a.alternatives, a.answer, a.expires_at, a.updated_at, source.ids as source_document_ids, source.stale as stale_sources
  ${foundCurated(v)}
    and (${v.savedBefore}::timestamptz is null or (a.updated_at, a.curated_id) < (${v.savedBefore}, ${v.idBefore}::uuid))
  order by a.updated_at desc, a.curated_id desc
  limit ${v.limit}
`,
);

/** Counts the curated answers on all pages. */
export const countCurated = statement(
  'knowledge.countCurated',
  z.object({ total: z.number() }),
  (v: Named<CuratedConditions>) => sql`select count(*)::int as total ${foundCurated(v)}`,
);

/** Creates or replaces a curated answer. */
export const upsertCurated = statement(
  'knowledge.upsertCurated',
  z.object({}),
  (
    v: Named<{
      id: string;
      question: string;
      alternatives: readonly string[];
      answer: string;
      now: Date;
      expiresAt: Date | null;
    }>,
  ) => sql`
  insert into curated_answer (workspace_id, curated_id, question, alternatives, answer, updated_at, expires_at)
  values (${v.workspaceId}, ${v.id}, ${v.question}, ${v.alternatives}, ${v.answer}, ${v.now}, ${v.expiresAt})
  on conflict (workspace_id, curated_id) do update
  set question = excluded.question, alternatives = excluded.alternatives, answer = excluded.answer, updated_at = excluded.updated_at, expires_at = excluded.expires_at
`,
);

/** Selects the curated answer with this question, this answer and this one source, ignoring case of the question. */
export const findCuratedLike = statement(
  'knowledge.findCuratedLike',
  z.object({ curated_id: z.string() }),
  (v: Named<{ question: string; answer: string; documentId: string }>) => sql`
  select a.curated_id from curated_answer a
  where a.workspace_id = ${v.workspaceId} and lower(a.question) = lower(${v.question}) and a.answer = ${v.answer}
    and exists (
      select 1 from curated_source s
      where s.workspace_id = ${v.workspaceId} and s.curated_id = a.curated_id and s.document_id = ${v.documentId}::uuid
    )
  order by a.curated_id limit 1
`,
);

/** Marks a curated answer as checked by a person. */
export const touchCurated = statement(
  'knowledge.touchCurated',
  z.object({ curated_id: z.string() }),
  (v: Named<{ id: string; now: Date }>) => sql`
  update curated_answer set updated_at = ${v.now} where workspace_id = ${v.workspaceId} and curated_id = ${v.id} returning curated_id
`,
);

/** Deletes a curated answer. */
export const removeCurated = statement(
  'knowledge.removeCurated',
  z.object({ curated_id: z.string() }),
  (v: Named<{ id: string }>) => sql`
  delete from curated_answer where workspace_id = ${v.workspaceId} and curated_id = ${v.id} returning curated_id
`,
);

/** Selects the documents that exist and that the reader may see. */
export const findSources = statement(
  'knowledge.findSources',
  z.object({ document_id: z.string() }),
  (v: Named<{ ids: readonly string[]; accessGroups: readonly string[] | null }>) => sql`
  select d.document_id
  from document d
  where d.workspace_id = ${v.workspaceId} and d.document_id = any (${v.ids}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups)}
`,
);

/** Links a curated answer to its source documents. */
export const insertCuratedSources = statement(
  'knowledge.insertCuratedSources',
  z.object({}),
  (v: Named<{ id: string; documentIds: readonly string[] }>) => sql`
  insert into curated_source (workspace_id, curated_id, document_id)
  select w.workspace_id, ${v.id}, source
  from workspace w
  cross join unnest(${v.documentIds}::uuid[]) as source
  where w.workspace_id = ${v.workspaceId}
`,
);

/** Records the hashes of the currently valid versions of a curated answer's sources; null if none is valid. */
export const pinCuratedSources = statement(
  'knowledge.pinCuratedSources',
  z.object({}),
  (v: Named<{ id: string; now: Date }>) => sql`
  update curated_source s
  set content_hash = (
    select v.content_hash from document_version v
    where v.workspace_id = ${v.workspaceId} and v.document_id = s.document_id and ${validAt('v', v.now)}
    order by v.number desc limit 1
  )
  where s.workspace_id = ${v.workspaceId} and s.curated_id = ${v.id}
`,
);

/** Unlinks a curated answer from its sources. */
export const removeCuratedSources = statement(
  'knowledge.removeCuratedSources',
  z.object({}),
  (v: Named<{ id: string }>) => sql`
  delete from curated_source where workspace_id = ${v.workspaceId} and curated_id = ${v.id}
`,
);

/**
 * Stores the wordings of a curated answer with vectors. Their lexemes stay empty: which analysis they need depends on the
 * question, and English lexemes left answers in other languages to a reader.
 */
export const insertCuratedWindows = statement(
  'knowledge.insertCuratedWindows',
  z.object({}),
  (
    v: Named<{
      model: string;
      curatedId: string;
      ordinals: readonly number[];
      wordings: readonly string[];
      vectors: readonly string[];
    }>,
  ) => sql`
  insert into curated_window (workspace_id, model, curated_id, ordinal, wording, lexemes, embedding)
  select w.workspace_id, ${v.model}, ${v.curatedId}, piece.ordinal, piece.wording, '{}', piece.embedding::halfvec
  from workspace w
  cross join unnest(${v.ordinals}::int[], ${v.wordings}::text[], ${v.vectors}::text[]) as piece (ordinal, wording, embedding)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, model, curated_id, ordinal) do nothing
`,
);

/** Deletes the wordings of a curated answer. */
export const removeCuratedWindows = statement(
  'knowledge.removeCuratedWindows',
  z.object({}),
  (v: Named<{ id: string }>) => sql`
  delete from curated_window where workspace_id = ${v.workspaceId} and curated_id = ${v.id}
`,
);

/** The columns of a group of phrases that mean the same. */
const aliasRow = z.object({
  alias_id: z.string(),
  term: z.string(),
  synonyms: z.array(z.string()),
  created_at: z.date(),
  updated_at: z.date(),
});

export type AliasRow = z.infer<typeof aliasRow>;

/**
 * Creates a group, or replaces the phrases of the one with this term. No row: the workspace already has the maximum
 * number of groups.
 */
export const upsertAlias = statement(
  'knowledge.upsertAlias',
  aliasRow,
  (v: Named<{ aliasId: string; term: string; synonyms: readonly string[]; now: Date; maxGroups: number }>) => sql`
  insert into alias (workspace_id, alias_id, term, synonyms, created_at, updated_at)
  select w.workspace_id, ${v.aliasId}::uuid, ${v.term}::text, ${v.synonyms}::text[], ${v.now}::timestamptz, ${v.now}::timestamptz
  from workspace w
  where w.workspace_id = ${v.workspaceId} and (
    (select count(*) from alias a where a.workspace_id = ${v.workspaceId}) < ${v.maxGroups}
    or exists (select 1 from alias a where a.workspace_id = ${v.workspaceId} and lower(a.term) = lower(${v.term}))
  )
  on conflict (workspace_id, lower(term)) do update
  set term = excluded.term, synonyms = excluded.synonyms, updated_at = excluded.updated_at
  returning alias_id, term, synonyms, created_at, updated_at
`,
);

/** Deletes a group by its id or its term. */
export const removeAlias = statement(
  'knowledge.removeAlias',
  aliasRow,
  (v: Named<{ aliasId: string | null; term: string | null }>) => sql`
  delete from alias where workspace_id = ${v.workspaceId} and (alias_id = ${v.aliasId}::uuid or lower(term) = lower(${v.term}::text))
  returning alias_id, term, synonyms, created_at, updated_at
`,
);

/** Selects groups of phrases that mean the same, last saved first. */
export const pageAliases = statement(
  'knowledge.pageAliases',
  aliasRow,
  (v: Named<{ savedBefore: Date | null; idBefore: string | null; limit: number }>) => sql`
  select alias_id, term, synonyms, created_at, updated_at from alias
  where workspace_id = ${v.workspaceId} and (${v.savedBefore}::timestamptz is null or (updated_at, alias_id) < (${v.savedBefore}, ${v.idBefore}::uuid))
  order by updated_at desc, alias_id desc
  limit ${v.limit}
`,
);

/** Selects the group with this id. */
export const findAlias = statement(
  'knowledge.findAlias',
  aliasRow,
  (v: Named<{ aliasId: string }>) => sql`
  select alias_id, term, synonyms, created_at, updated_at from alias
  where workspace_id = ${v.workspaceId} and alias_id = ${v.aliasId}
`,
);

/** Counts the groups on all pages. */
export const countAliases = statement(
  'knowledge.countAliases',
  z.object({ total: z.number() }),
  (v: Named<unknown>) => sql`
  select count(*)::int as total from alias where workspace_id = ${v.workspaceId}
`,
);

/**
 * Selects every group of a workspace, the oldest first. There are 2,000 at most; each process caches them until one
 * changes.
 */
export const listAliases = statement(
  'knowledge.listAliases',
  aliasRow,
  (v: Named<object>) => sql`
  select a.alias_id, a.term, a.synonyms, a.created_at, a.updated_at
  from alias a
  where a.workspace_id = ${v.workspaceId}
  order by a.alias_id
`,
);
