import { z } from 'zod';
import { statement } from '../db/statement.ts';

/**
 * Everything that orders, shows and proves hits, in any order. Leaves out what has been hidden since the arms saw it.
 * The date is the earlier of the version's start and the document's last change: a version without a date of its own
 * starts when it is ingested, and a document's last change is later than its old versions. Copies among the hits are
 * found by `bands`, not by the groups stored with the chunks, because those include documents that the asker may not
 * read. Windows come by their ordinal: spans in the chunk's text, with their cosine similarity to the question. One
 * statement replaces three: that saves .3 ms per statement, and hits that only words found get their similarity here.
 * Values: workspace, chunk ids, access groups or null, model fingerprint, query vector in text form or null for no
 * windows, the instant of the question. A successor that the asker may find and that does not hold yet is none. Whether
 * there may be other editions is known by what the asker may find, too; offset 0: looked up one by one.
 */
export const readHits = statement(
  'retrieval.readHits',
  z.object({
    chunk_id: z.string(),
    document_id: z.string(),
    key: z.string(),
    title: z.string(),
    version_id: z.string(),
    number: z.number(),
    revised: z.boolean(),
    effective_from: z.date(),
    effective_until: z.date().nullable(),
    superseded_by: z.string().nullable(),
    has_editions: z.boolean(),
    trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']),
    created_at: z.date(),
    url: z.string().nullable(),
    site: z.string().nullable(),
    updated_at: z.date(),
    dated_at: z.date(),
    body: z.string(),
    layout_uncertain: z.boolean().nullable(),
    start_offset: z.number(),
    end_offset: z.number(),
    section_path: z.array(z.string()),
    bands: z.array(z.string()).nullable(),
    starts: z.array(z.number()).nullable(),
    ends: z.array(z.number()).nullable(),
    similarities: z.array(z.number()).nullable(),
  }),
  `
  with near as materialized (
    select w.chunk_id, array_agg(w.start_offset order by w.ordinal) as starts, array_agg(w.end_offset order by w.ordinal) as ends, array_agg(-(w.embedding <#> $5::halfvec) order by w.ordinal) as similarities
    from chunk_window w
    where w.workspace_id = $1 and w.model = $4 and w.chunk_id = any ($2::uuid[]) and $5::text is not null
    group by w.chunk_id
  ), banded as materialized (
    select b.chunk_id, array_agg(b.hash::text) as bands
    from chunk_band b
    where b.workspace_id = $1 and b.chunk_id = any ($2::uuid[])
    group by b.chunk_id
  )
  select c.chunk_id, c.document_id, d.key, d.title, c.version_id, v.number,
    exists (select 1 from document_version o where o.workspace_id = $1 and o.document_id = c.document_id and o.version_id <> c.version_id) as revised,
    v.effective_from, v.effective_until, case when later.begins_later then null else d.superseded_by end as superseded_by, d.trust, d.created_at, d.url, d.updated_at,
    (select w.document_site from workspace w where w.workspace_id = $1) as site,
    least(v.effective_from, d.updated_at) as dated_at, t.body, t.layout_uncertain, c.start_offset, c.end_offset, t.section_path,
    to_json(banded.bands) as bands, to_json(near.starts) as starts, to_json(near.ends) as ends, to_json(near.similarities) as similarities,
    d.successor_override is not null
      or exists (
        select 1 from document o
        where o.workspace_id = $1 and o.deleted_at is null and o.state = 'PUBLISHED' and ($3::text[] is null or o.access_groups = '{}' or o.access_groups && $3)
          and d.title_series <> '' and o.title_series = d.title_series and o.document_id <> d.document_id
        offset 0
      )
      or exists (select 1 from document o where o.workspace_id = $1 and o.deleted_at is null and o.state = 'PUBLISHED' and ($3::text[] is null or o.access_groups = '{}' or o.access_groups && $3) and o.replaces <> '{}' offset 0)
      or exists (select 1 from document o where o.workspace_id = $1 and o.deleted_at is null and o.state = 'PUBLISHED' and ($3::text[] is null or o.access_groups = '{}' or o.access_groups && $3) and o.supersedes = d.key offset 0) as has_editions
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
  left join lateral (
    select not exists (
      select 1 from document_version w where w.workspace_id = $1 and w.document_id = o.document_id and w.effective_from <= $6
    ) as begins_later
    from document o
    where d.superseded_by is not null and o.workspace_id = $1 and o.key = d.superseded_by and o.deleted_at is null and o.state = 'PUBLISHED'
      and ($3::text[] is null or o.access_groups = '{}' or o.access_groups && $3)
    offset 0
  ) as later on true
  left join near on near.chunk_id = c.chunk_id
  left join banded on banded.chunk_id = c.chunk_id
  where c.workspace_id = $1 and c.chunk_id = any ($2::uuid[])
    and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`,
  { prepared: true },
);

/**
 * The curated wordings nearest to a question, of answers that have not expired and whose sources the asker may all
 * read. This is decided here and not afterwards, because a hidden answer must not take a place among the nearest.
 * Values: workspace, model fingerprint, query vector in text form, limit, the instant of expiry, access groups or null.
 */
export const searchCurated = statement(
  'retrieval.searchCurated',
  z.object({ curated_id: z.string(), wording: z.string(), answer: z.string(), distance: z.number() }),
  `
  select w.curated_id, w.wording, a.answer, 1 + (w.embedding <#> $3::halfvec) as distance
  from curated_window w
  join curated_answer a on a.workspace_id = $1 and a.curated_id = w.curated_id
  where w.workspace_id = $1 and w.model = $2
    and (a.expires_at is null or a.expires_at > $5)
    and ($6::text[] is null or not exists (
      select 1
      from curated_source s
      left join document d on d.workspace_id = $1 and d.document_id = s.document_id
      where s.workspace_id = $1 and s.curated_id = w.curated_id
        and not (d.document_id is not null and (d.access_groups = '{}' or d.access_groups && $6))
    ))
  order by distance, w.curated_id
  limit $4
`,
);

/**
 * The passages of a document's versions, without their texts, and what keeps each out of retrieval. The caller checks
 * who may see the document. Values: workspace, version ids.
 */
export const listDocumentChunks = statement(
  'retrieval.listDocumentChunks',
  z.object({
    chunk_id: z.string(),
    version_id: z.string(),
    omitted: z.boolean(),
    omit_reason: z.string().nullable(),
    omit_override: z.boolean().nullable(),
  }),
  `
  select c.chunk_id, c.version_id, c.omitted, t.omit_reason, t.omit_override
  from chunk c
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = c.chunk_id
  where c.workspace_id = $1 and c.version_id = any ($2::uuid[]) and c.kind = 'PASSAGE'
  order by c.version_id, c.ordinal
`,
);

/**
 * The passages of a version that overlap a stretch of its text, in order. The caller checks who may see the document.
 * Values: workspace, version, start, end.
 */
export const listSpanChunks = statement(
  'retrieval.listSpanChunks',
  z.object({ chunk_id: z.string() }),
  `
  select c.chunk_id
  from chunk c
  where c.workspace_id = $1 and c.version_id = $2 and c.kind = 'PASSAGE' and c.start_offset < $4 and c.end_offset > $3
  order by c.ordinal
`,
);

/**
 * When each version of a document is valid and when it was stored, newest number first. The caller checks who may see
 * the document. Values: workspace, document.
 */
export const listVersionTimes = statement(
  'retrieval.listVersionTimes',
  z.object({
    version_id: z.string(),
    number: z.number(),
    effective_from: z.date(),
    effective_until: z.date().nullable(),
    created_at: z.date(),
  }),
  `
  select version_id, number, effective_from, effective_until, created_at from document_version
  where workspace_id = $1 and document_id = $2
  order by number desc
`,
);
