-- Metadata, access, freshness, quality, synchronised folders and ingest jobs.

alter table api_key add column access_groups text[]; -- null: sees every document

alter table workspace add column retention_days integer not null default 30 check (retention_days between 0 and 3650);
alter table workspace alter column retention_days drop default;

-- Defaults fill the rows that are there and go again: no column takes its value from the database.
alter table document
  add column source_type text not null default 'MARKDOWN',
  add column semantic_type text,
  add column author text,
  add column language text, -- ISO 639-1; null: not recognised
  add column search_config text not null default 'english',
  add column access_groups text[] not null default '{}', -- empty: everybody of the workspace
  add column superseded_by text, -- the key of the document that replaces this one
  add column deleted_at timestamptz; -- set: invisible to everything but a restore, until the retention ends
alter table document alter column source_type drop default, alter column search_config drop default, alter column access_groups drop default;
create index document_deleted on document (workspace_id, deleted_at) where deleted_at is not null;

alter table document_version
  add column source_type text not null default 'MARKDOWN',
  add column source_map jsonb, -- { unit, offsets, positions }
  add column flags text[] not null default '{}',
  add column expires_at timestamptz; -- as its source says; effective_until already has it

alter table document_version alter column source_type drop default, alter column flags drop default;

-- Narrow still: 17 bytes a row.
alter table chunk
  add column omitted boolean not null default false, -- the rule's verdict, or the override's
  add column duplicate_group uuid; -- one of the chunks that say the same; null: none does

alter table chunk_text
  add column content_type text not null default 'PROSE',
  add column token_count integer not null default 0,
  add column quality real not null default 1,
  add column omit_reason text, -- the rule that omits it; null: none does
  add column omit_override boolean, -- a person's word against the rule
  add column hypotheticals_at timestamptz; -- null: none were generated yet

alter table chunk alter column omitted drop default;
create index chunk_of_group on chunk (workspace_id, duplicate_group) where duplicate_group is not null;
alter table chunk_text alter column content_type drop default, alter column token_count drop default, alter column quality drop default;

-- MinHash bands (Broder 1997): chunks that share one are compared word for word.
create table chunk_band (
  workspace_id uuid not null,
  hash bigint not null,
  chunk_id uuid not null,
  primary key (workspace_id, hash, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
create index chunk_band_of_chunk on chunk_band (workspace_id, chunk_id);

alter table curated_answer add column expires_at timestamptz;

-- The link outlives its document: a curated answer whose source is gone must be able to say so.
alter table curated_source
  drop constraint curated_source_workspace_id_document_id_fkey,
  add column content_hash text; -- of the version that was valid when the answer was saved; null: saved before this was kept

alter table run add column access_groups text[]; -- what the asker could see; null: everything

-- A folder or file that is kept in step, and what was read from it.
create table sync_source (
  workspace_id uuid not null references workspace on delete cascade,
  source_id uuid not null,
  root text not null,
  created_at timestamptz not null,
  primary key (workspace_id, source_id),
  unique (workspace_id, root)
);

create table sync_file (
  workspace_id uuid not null,
  source_id uuid not null,
  path text not null,
  size bigint not null,
  modified_at timestamptz not null,
  content_hash text not null,
  decision text not null, -- what the last change was, and why
  reason text not null,
  decided_at timestamptz not null,
  primary key (workspace_id, source_id, path),
  foreign key (workspace_id, source_id) references sync_source on delete cascade
);

-- One file may hold many documents (JSON Lines), and many files one document (its versions).
create table sync_document (
  workspace_id uuid not null,
  source_id uuid not null,
  path text not null,
  document_id uuid not null,
  version_id uuid not null,
  primary key (workspace_id, source_id, path, document_id),
  foreign key (workspace_id, source_id, path) references sync_file on delete cascade,
  foreign key (workspace_id, document_id) references document on delete cascade
);
create index sync_document_of_document on sync_document (workspace_id, document_id);

create table ingest_job (
  workspace_id uuid not null references workspace on delete cascade,
  job_id uuid not null,
  label text not null, -- the path, the address or the number of files, for people
  state text not null check (state in ('RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  source_id uuid, -- of a synchronised folder
  total integer not null,
  options jsonb not null,
  timings jsonb not null,
  error jsonb,
  lease_owner uuid, -- the process at work; another may take over when the lease ends
  lease_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, job_id)
);
create index ingest_job_recent on ingest_job (workspace_id, created_at desc, job_id desc);

create table ingest_item (
  workspace_id uuid not null,
  job_id uuid not null,
  ordinal integer not null,
  name text not null, -- a path or a key
  action text not null check (action in ('INGEST', 'MOVE', 'DELETE')),
  source jsonb not null, -- where the bytes are: { file } | { url } | { payload: true } | { document }
  reason text not null, -- why the plan has it
  state text not null check (state in ('PENDING', 'DONE', 'FAILED')),
  results jsonb not null, -- one entry a document: { key, status, documentId, error }
  finished_at timestamptz,
  primary key (workspace_id, job_id, ordinal),
  foreign key (workspace_id, job_id) references ingest_job on delete cascade
);

-- Uploaded bytes until their item is done, in parts, so that neither side holds a file in memory.
create table ingest_payload (
  workspace_id uuid not null,
  job_id uuid not null,
  ordinal integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (workspace_id, job_id, ordinal, part),
  foreign key (workspace_id, job_id, ordinal) references ingest_item on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['chunk_band', 'sync_source', 'sync_file', 'sync_document', 'ingest_job', 'ingest_item', 'ingest_payload'] loop
    execute format('alter table %I enable row level security', name);
    execute format($policy$
      create policy own_workspace on %I to candor_app
        using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
        with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
    $policy$, name);
    execute format('grant select, insert, update, delete on %I to candor_app', name);
  end loop;
end
$$;

-- The versions that a caller may read at an instant. p_groups null: everything; else what is open to all or to one of the groups.
-- Plain SQL without settings of its own, so that the planner takes it apart inside the search functions.
create function candor_visible(p_workspace uuid, p_as_of timestamptz, p_groups text[])
  returns table (version_id uuid, document_id uuid)
  language sql stable as $$
  select v.version_id, v.document_id
  from public.document_version v
  join public.document d on d.workspace_id = p_workspace and d.document_id = v.document_id
  where v.workspace_id = p_workspace
    and d.state = 'PUBLISHED' and d.deleted_at is null
    and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
    and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
$$;

-- The documents that a filter lets through. Keys that the filter leaves out let everything through. SearchFilter in schema/retrieval.graphql names them.
create function candor_filtered(p_workspace uuid, p_filter jsonb)
  returns table (document_id uuid)
  language sql stable as $$
  select d.document_id
  from public.document d
  where d.workspace_id = p_workspace
    and (p_filter -> 'documentIds' is null or d.document_id::text = any (array(select jsonb_array_elements_text(p_filter -> 'documentIds'))))
    and (p_filter -> 'tags' is null or d.tags @> array(select jsonb_array_elements_text(p_filter -> 'tags')))
    and (p_filter -> 'sourceTypes' is null or d.source_type = any (array(select jsonb_array_elements_text(p_filter -> 'sourceTypes'))))
    and (p_filter -> 'semanticTypes' is null or lower(d.semantic_type) = any (array(select lower(jsonb_array_elements_text(p_filter -> 'semanticTypes')))))
    and (p_filter -> 'authors' is null or lower(d.author) = any (array(select lower(jsonb_array_elements_text(p_filter -> 'authors')))))
    and (p_filter -> 'languages' is null or d.language = any (array(select jsonb_array_elements_text(p_filter -> 'languages'))))
    and (p_filter -> 'accessGroups' is null or d.access_groups = '{}' or d.access_groups && array(select jsonb_array_elements_text(p_filter -> 'accessGroups')))
    and (p_filter ->> 'keyPrefix' is null or starts_with(d.key, p_filter ->> 'keyPrefix'))
    and (p_filter ->> 'updatedAfter' is null or d.updated_at >= (p_filter ->> 'updatedAfter')::timestamptz)
    and (p_filter ->> 'updatedBefore' is null or d.updated_at < (p_filter ->> 'updatedBefore')::timestamptz)
    and (p_filter ->> 'includeSuperseded' is distinct from 'false' or d.superseded_by is null)
$$;

drop function candor_search_vector;
drop function candor_search_bm25;
drop function candor_search_websearch;

-- The vector arm: the best window of each chunk, then the best chunk of each parent. Exact; see 0001 for the measurements.
create function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_groups text[], p_filter jsonb, p_chunks uuid[]
) returns table (parent_id uuid, distance double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform candor_assert_workspace(p_workspace);
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), nearest as materialized (
    select w.chunk_id, 1 + min(w.embedding operator(public.<#>) p_query) as distance
    from chunk_window w
    where w.workspace_id = p_workspace and w.model = p_model
      and (p_chunks is null or w.chunk_id = any (array(
        select c.chunk_id from chunk c where c.workspace_id = p_workspace and c.parent_id = any (p_chunks)
      )))
    group by w.chunk_id
  )
  select c.parent_id, min(n.distance) as distance
  from nearest n
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = n.chunk_id
  join visible v on v.version_id = c.version_id
  where n.distance <= p_max_distance and not c.omitted
  group by c.parent_id
  order by 2, 1
  limit p_limit;
end
$$;

-- The keyword arm of the default preset; see 0001. What the caller may not read counts nowhere, not even in a document frequency;
-- a hypothetical is found and counts in none, because its parent does. What it says proves nothing: the words that a passage matched and
-- those that the knowledge base knows are those of passages alone (a made-up question was answered at .86 before that).
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched text[], lexemes text[], idfs double precision[], known boolean[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform candor_assert_workspace(p_workspace);
  return query
  with passing as materialized (
    select f.document_id from candor_filtered(p_workspace, p_filter) f where p_filter <> '{}'
  ), visible as materialized (
    select c.chunk_id, c.parent_id, c.lexeme_count, c.kind = 'PASSAGE' as counted,
      p_filter = '{}' or c.document_id in (select passing.document_id from passing) as allowed
    from chunk c
    join candor_visible(p_workspace, p_as_of, p_groups) v on v.version_id = c.version_id
    where c.workspace_id = p_workspace and not c.omitted
  ), corpus as (
    select count(*)::double precision as size, greatest(avg(lexeme_count), 1)::double precision as mean_length from visible where counted
  ), term as (
    select distinct unnest(p_lexemes) as lexeme
  ), hit as materialized (
    select p.lexeme, p.frequency::double precision as frequency, s.chunk_id, s.parent_id, s.lexeme_count, s.counted, s.allowed
    from posting p
    join visible s on s.chunk_id = p.chunk_id
    where p.workspace_id = p_workspace and p.lexeme = any (p_lexemes)
  ), weight as (
    select t.lexeme, count(h.lexeme) filter (where h.counted) > 0 as known,
      ln(1 + (corpus.size - count(h.lexeme) filter (where h.counted) + 0.5) / (count(h.lexeme) filter (where h.counted) + 0.5)) as idf
    from term t
    cross join corpus
    left join hit h on h.lexeme = t.lexeme
    group by t.lexeme, corpus.size
  ), scored as (
    select h.chunk_id, h.parent_id,
      sum(w.idf * h.frequency * 2.2 / (h.frequency + 1.2 * (0.25 + 0.75 * h.lexeme_count / corpus.mean_length))) as score,
      array_agg(h.lexeme order by h.lexeme) as matched
    from hit h
    join weight w on w.lexeme = h.lexeme
    cross join corpus
    where h.allowed
    group by h.chunk_id, h.parent_id
  ), best as (
    select s.parent_id, max(s.score) as score from scored s group by s.parent_id
  )
  select b.parent_id, b.score, coalesce(own.matched, '{}'), question.lexemes, question.idfs, question.known
  from best b
  left join scored own on own.chunk_id = b.parent_id -- a passage is its own parent
  cross join (
    select array_agg(w.lexeme order by w.lexeme) as lexemes, array_agg(w.idf order by w.lexeme) as idfs,
      array_agg(w.known order by w.lexeme) as known
    from weight w
  ) as question
  order by b.score desc, b.parent_id
  limit p_limit;
end
$$;

-- The keyword arm of the published recipes: an AND query as a search box parses it, ranked by cover density.
create function candor_search_websearch(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_query tsquery := websearch_to_tsquery('english', p_query);
begin
  perform candor_assert_workspace(p_workspace);
  -- A query of negations alone matches every row: demand one positive lexeme that can use the index.
  if querytree(v_query) in ('', 'T') then
    return;
  end if;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  )
  select c.parent_id, max(ts_rank_cd(t.tsv, v_query))::double precision as score
  from chunk_text t
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = t.chunk_id
  join visible v on v.version_id = c.version_id
  where t.workspace_id = p_workspace and t.tsv @@ v_query and not c.omitted
  group by c.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

revoke all on function candor_search_vector, candor_search_bm25, candor_search_websearch from public;
grant execute on function candor_search_vector, candor_search_bm25, candor_search_websearch to candor_app;
revoke all on function candor_visible, candor_filtered from public;
