-- The whole store. Rules that every statement and table here keeps (docs/decisions.md, "Day-one rules"):
-- workspace_id leads every key; ids and times come from the application; no triggers, no serials,
-- no sub-queries in policies; a search enters through a pinned SECURITY DEFINER function, because row level
-- security switches the full-text index off (the operator @@ is not LEAKPROOF: 0.2 ms became 11 to 22 ms).

create extension if not exists vector;
create extension if not exists btree_gin;

do $$
begin
  create role candor_app nologin;
exception when duplicate_object or unique_violation then
  null; -- Roles belong to the cluster: another database of it made the role first.
end
$$;

do $$
begin
  execute format('grant candor_app to %I', current_user);
  execute format('grant usage on schema %I to candor_app', current_schema());
end
$$;

create table workspace (
  workspace_id uuid primary key,
  name text not null,
  embedder text, -- the fingerprint of the vectors in use; null until the first document
  created_at timestamptz not null
);

create table api_key (
  workspace_id uuid not null references workspace on delete cascade,
  key_id uuid not null,
  name text not null,
  role text not null check (role in ('READER', 'EDITOR', 'ADMIN')),
  secret_hash bytea not null, -- SHA-256 of 32 random bytes: nothing to guess, so no slow hash is needed
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (workspace_id, key_id)
);

create table document (
  workspace_id uuid not null references workspace on delete cascade,
  document_id uuid not null,
  key text not null,
  title text not null,
  url text,
  state text not null check (state in ('PUBLISHED', 'DRAFT')),
  metadata jsonb not null,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, document_id),
  unique (workspace_id, key)
);
create index document_recent on document (workspace_id, updated_at desc, document_id desc);

-- A version's text never changes. Which version is valid when is told by effective_from and effective_until alone.
create table document_version (
  workspace_id uuid not null,
  version_id uuid not null,
  document_id uuid not null,
  number integer not null,
  text text not null,
  content_hash text not null,
  effective_from timestamptz not null,
  effective_until timestamptz, -- exclusive; null: still valid
  created_at timestamptz not null,
  chunk_count integer not null,
  primary key (workspace_id, version_id),
  unique (workspace_id, document_id, number),
  foreign key (workspace_id, document_id) references document on delete cascade
);

-- Narrow on purpose: every keyword search reads this table whole for the workspace.
create table chunk (
  workspace_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  parent_id uuid not null, -- itself for a passage; a hypothetical's passage
  kind text not null check (kind in ('PASSAGE', 'HYPOTHETICAL')),
  ordinal integer not null,
  start_offset integer not null, -- UTF-16 units of the version's text
  end_offset integer not null,
  lexeme_count integer not null, -- length for BM25: positions in body, title and headings
  primary key (workspace_id, chunk_id),
  foreign key (workspace_id, version_id) references document_version on delete cascade
);
create index chunk_of_version on chunk (workspace_id, version_id, ordinal);

create table chunk_text (
  workspace_id uuid not null,
  chunk_id uuid not null,
  body text not null,
  section_path text[] not null,
  tsv tsvector not null,
  primary key (workspace_id, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
-- GIN(workspace, tsv) beat GIN(tsv) 3:1 on a shared table.
create index chunk_text_tsv on chunk_text using gin (workspace_id, tsv);

-- BM25 in plain SQL: 9 ms at 10,000 chunks from postings, 166 ms by unnesting tsvectors.
create table posting (
  workspace_id uuid not null,
  lexeme text not null,
  chunk_id uuid not null,
  frequency real not null,
  primary key (workspace_id, lexeme, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
-- The cascade from chunk would scan the table without it.
create index posting_of_chunk on posting (workspace_id, chunk_id);

create table chunk_window (
  workspace_id uuid not null,
  model text not null,
  chunk_id uuid not null,
  ordinal integer not null,
  start_offset integer not null, -- UTF-16 units of the chunk's text
  end_offset integer not null,
  embedding halfvec not null,
  primary key (workspace_id, model, chunk_id, ordinal),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
-- Kept in the row: an exact scan that follows TOAST pointers is several times slower.
alter table chunk_window alter column embedding set storage plain;
create index chunk_window_of_chunk on chunk_window (workspace_id, chunk_id);

create table curated_answer (
  workspace_id uuid not null references workspace on delete cascade,
  curated_id uuid not null,
  question text not null,
  alternatives text[] not null,
  answer text not null,
  updated_at timestamptz not null,
  primary key (workspace_id, curated_id)
);

create table curated_source (
  workspace_id uuid not null,
  curated_id uuid not null,
  document_id uuid not null,
  primary key (workspace_id, curated_id, document_id),
  foreign key (workspace_id, curated_id) references curated_answer on delete cascade,
  foreign key (workspace_id, document_id) references document on delete cascade
);
create index curated_source_of_document on curated_source (workspace_id, document_id);

-- One row a wording: the question and each alternative.
create table curated_window (
  workspace_id uuid not null,
  model text not null,
  curated_id uuid not null,
  ordinal integer not null,
  wording text not null,
  lexemes text[] not null,
  embedding halfvec not null,
  primary key (workspace_id, model, curated_id, ordinal),
  foreign key (workspace_id, curated_id) references curated_answer on delete cascade
);
alter table curated_window alter column embedding set storage plain;
create index curated_window_of_answer on curated_window (workspace_id, curated_id);

create table run (
  workspace_id uuid not null references workspace on delete cascade,
  run_id uuid not null,
  question text not null,
  conversation_id text,
  preset text not null,
  outcome text,
  tier text,
  confidence_value double precision,
  stop_reason text,
  record jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, run_id)
);
create index run_recent on run (workspace_id, created_at desc, run_id desc);
create index run_of_conversation on run (workspace_id, conversation_id, created_at desc);

-- The second fence. The first is workspace_id = $n on every table of every statement.
do $$
declare
  name text;
begin
  foreach name in array array['workspace', 'api_key', 'document', 'document_version', 'chunk', 'chunk_text', 'posting',
                              'chunk_window', 'curated_answer', 'curated_source', 'curated_window', 'run'] loop
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

-- Refuses a search of any workspace but the one that this transaction has entered.
create function candor_assert_workspace(p_workspace uuid) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_workspace is distinct from nullif(current_setting('candor.workspace_id', true), '')::uuid then
    raise exception 'workspace % was not entered', p_workspace using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The vector arm: the best window of each chunk, then the best chunk of each parent. Exact: 2.6 ms on 1,000 windows of a
-- workspace, 21 ms on 10,000 (native). A filtered HNSW scan returned 0.5 to 4 rows of 30. Vectors are unit vectors, so the
-- cosine distance is 1 + the negative inner product, which saves two norms a row. Materialized: without statistics the planner
-- repeated the scan for each chunk (1,240 ms for 864 windows, 25 ms with).
create function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_documents uuid[], p_tags text[], p_chunks uuid[]
) returns table (parent_id uuid, distance double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform candor_assert_workspace(p_workspace);
  return query
  with nearest as materialized (
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
  join document_version v on v.workspace_id = p_workspace and v.version_id = c.version_id
  join document d on d.workspace_id = p_workspace and d.document_id = c.document_id
  where n.distance <= p_max_distance
    and d.state = 'PUBLISHED'
    and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
    and (p_documents is null or d.document_id = any (p_documents))
    and (p_tags is null or d.tags @> p_tags)
  group by c.parent_id
  order by 2, 1
  limit p_limit;
end
$$;

-- The keyword arm of the default preset: any lexeme matches, ranked by BM25 (Robertson and Zaragoza 2009, k1 1.2, b .75) over
-- body, title and headings as one field. Document frequencies are counted on the valid, published chunks at the time of the
-- search, so that they are right under concurrent writes. `lexemes` and `idfs` are the question's words with their weights,
-- the same in each row; words that the knowledge base does not know are among them: they tell a question about something else.
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_limit integer, p_as_of timestamptz, p_documents uuid[], p_tags text[]
) returns table (parent_id uuid, score double precision, matched text[], lexemes text[], idfs double precision[], known boolean[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform candor_assert_workspace(p_workspace);
  return query
  with visible as materialized (
    select c.chunk_id, c.parent_id, c.lexeme_count,
      (p_documents is null or d.document_id = any (p_documents))
        and (p_tags is null or d.tags @> p_tags) as allowed
    from chunk c
    join document_version v on v.workspace_id = p_workspace and v.version_id = c.version_id
    join document d on d.workspace_id = p_workspace and d.document_id = c.document_id
    where c.workspace_id = p_workspace
      and d.state = 'PUBLISHED'
      and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
  ), corpus as (
    select count(*)::double precision as size, greatest(avg(lexeme_count), 1)::double precision as mean_length from visible
  ), term as (
    select distinct unnest(p_lexemes) as lexeme
  ), hit as materialized (
    select p.lexeme, p.frequency::double precision as frequency, s.chunk_id, s.parent_id, s.lexeme_count, s.allowed
    from posting p
    join visible s on s.chunk_id = p.chunk_id
    where p.workspace_id = p_workspace and p.lexeme = any (p_lexemes)
  ), weight as (
    select t.lexeme, count(h.lexeme) > 0 as known,
      ln(1 + (corpus.size - count(h.lexeme) + 0.5) / (count(h.lexeme) + 0.5)) as idf
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
    select distinct on (s.parent_id) s.parent_id, s.score, s.matched
    from scored s
    order by s.parent_id, s.score desc, s.chunk_id
  )
  select b.parent_id, b.score, b.matched, question.lexemes, question.idfs, question.known
  from best b
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
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_documents uuid[], p_tags text[]
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
  select c.parent_id, max(ts_rank_cd(t.tsv, v_query))::double precision as score
  from chunk_text t
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = t.chunk_id
  join document_version v on v.workspace_id = p_workspace and v.version_id = c.version_id
  join document d on d.workspace_id = p_workspace and d.document_id = c.document_id
  where t.workspace_id = p_workspace and t.tsv @@ v_query
    and d.state = 'PUBLISHED'
    and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
    and (p_documents is null or d.document_id = any (p_documents))
    and (p_tags is null or d.tags @> p_tags)
  group by c.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

revoke all on function candor_search_vector, candor_search_bm25, candor_search_websearch from public;
grant execute on function candor_search_vector, candor_search_bm25, candor_search_websearch to candor_app;
