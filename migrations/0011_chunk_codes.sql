-- The vector arm in the database alone: the signs of each window's vector, by which it chooses the chunks that it compares exactly.

-- What processes kept in memory.
drop function candor_search_vector;
drop table chunk_code;
drop function candor_sign_code;

-- Narrow, and eight windows a row: every question reads the codes of its workspace, and 10,000 rows of 5.3 codes take 11 ms where a row a window takes 27
-- (embedded). No length: models differ.
create table chunk_code (
  workspace_id uuid not null,
  chunk_id uuid not null,
  model text not null,
  part integer not null, -- of the windows 8 * part to 8 * part + 7
  code_0 bit varying not null,
  code_1 bit varying,
  code_2 bit varying,
  code_3 bit varying,
  code_4 bit varying,
  code_5 bit varying,
  code_6 bit varying,
  code_7 bit varying,
  -- The model behind the chunk: the cascade reads this index, too.
  primary key (workspace_id, chunk_id, model, part),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
insert into chunk_code (workspace_id, chunk_id, model, part, code_0, code_1, code_2, code_3, code_4, code_5, code_6, code_7)
select w.workspace_id, w.chunk_id, w.model, w.ordinal / 8,
  (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 0))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 1))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 2))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 3))[1],
  (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 4))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 5))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 6))[1], (array_agg(binary_quantize(w.embedding)) filter (where w.ordinal % 8 = 7))[1]
from chunk_window w
group by w.workspace_id, w.chunk_id, w.model, w.ordinal / 8;

alter table chunk_code enable row level security;
create policy own_workspace on chunk_code to candor_app
  using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid);
grant select, insert, update, delete on chunk_code to candor_app;

-- The vector arm: parents by their best window, nearest first. The 12 chunks nearest by Hamming distance for each hit that is asked for are compared exactly, with all of
-- their windows: thirty hits have .992 of the exact ten best and .960 of the exact thirty (225 questions over 7,646 chunks of nine public sets, the built-in embedder). Who may read no more chunks than that
-- gets the exact order. Chosen are the nearest of what the caller may read, never the nearest of all: what is hidden takes no place. First all chunks are
-- chosen from and looked at in their order, which spares reading every document; where that leaves too few, and with a filter, those that may be read are
-- chosen from: the outcome is the same. A passage has ten hypotheticals at most, so that twelve chunks a hit are always of enough passages: nothing shortens
-- the result.
-- Unit vectors: the cosine distance is 1 + the negative inner product. Calls neither candor_visible nor candor_filtered, which the application's role may not call on the workers of a distributed engine.
-- Laterals with offset 0 are looked up by key one by one, whatever the planner knows of the tables.
create function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, distance double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_code bit varying := binary_quantize(p_query);
  v_wanted integer := 12 * p_limit;
  v_chunks uuid[];
  v_parents uuid[];
  v_seen bigint;
  -- SearchFilter, as candor_filtered in 0002 reads it: null lets everything through.
  v_documents text[];
  v_tags text[];
  v_source_types text[];
  v_semantic_types text[];
  v_authors text[];
  v_languages text[];
  v_access_groups text[];
begin
  perform candor_assert_workspace(p_workspace);
  if p_filter = '{}' then
    with near as materialized (
      select k.chunk_id, least(k.code_0 <~> v_code, k.code_1 <~> v_code, k.code_2 <~> v_code, k.code_3 <~> v_code, k.code_4 <~> v_code, k.code_5 <~> v_code, k.code_6 <~> v_code, k.code_7 <~> v_code) as bits
      from chunk_code k
      where k.workspace_id = p_workspace and k.model = p_model
      order by 2, 1
      limit 2 * v_wanted
    ), each as materialized (
      select n.chunk_id, min(n.bits) as bits from near n group by n.chunk_id order by 2, 1
    ), readable as materialized (
      select n.chunk_id, c.parent_id, n.bits
      from each n
      cross join lateral (
        select o.parent_id, o.version_id from chunk o where o.workspace_id = p_workspace and o.chunk_id = n.chunk_id and not o.omitted offset 0
      ) as c
      cross join lateral (
        select o.document_id from document_version o
        where o.workspace_id = p_workspace and o.version_id = c.version_id
          and o.effective_from <= p_as_of and (o.effective_until is null or o.effective_until > p_as_of)
        offset 0
      ) as v
      cross join lateral (
        select 1 from document o
        where o.workspace_id = p_workspace and o.document_id = v.document_id
          and o.state = 'PUBLISHED' and o.deleted_at is null
          and (p_groups is null or o.access_groups = '{}' or o.access_groups && p_groups)
        offset 0
      ) as d
      order by n.bits, n.chunk_id
      limit v_wanted
    )
    select array_agg(r.chunk_id), array_agg(r.parent_id), (select count(*) from near)
    into v_chunks, v_parents, v_seen
    from readable r;
  end if;
  if v_seen is null or (v_seen = 2 * v_wanted and coalesce(cardinality(v_chunks), 0) < v_wanted) then
    v_documents := case when p_filter ? 'documentIds' then array(select jsonb_array_elements_text(p_filter -> 'documentIds')) end;
    v_tags := case when p_filter ? 'tags' then array(select jsonb_array_elements_text(p_filter -> 'tags')) end;
    v_source_types := case when p_filter ? 'sourceTypes' then array(select jsonb_array_elements_text(p_filter -> 'sourceTypes')) end;
    v_semantic_types := case when p_filter ? 'semanticTypes' then array(select lower(jsonb_array_elements_text(p_filter -> 'semanticTypes'))) end;
    v_authors := case when p_filter ? 'authors' then array(select lower(jsonb_array_elements_text(p_filter -> 'authors'))) end;
    v_languages := case when p_filter ? 'languages' then array(select jsonb_array_elements_text(p_filter -> 'languages')) end;
    v_access_groups := case when p_filter ? 'accessGroups' then array(select jsonb_array_elements_text(p_filter -> 'accessGroups')) end;
    with readable as materialized (
      select c.chunk_id, c.parent_id
      from document d
      join document_version v on v.workspace_id = p_workspace and v.document_id = d.document_id
      join chunk c on c.workspace_id = p_workspace and c.version_id = v.version_id
      where d.workspace_id = p_workspace
        and d.state = 'PUBLISHED' and d.deleted_at is null
        and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
        and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
        and not c.omitted
        and (v_documents is null or d.document_id::text = any (v_documents))
        and (v_tags is null or d.tags @> v_tags)
        and (v_source_types is null or d.source_type = any (v_source_types))
        and (v_semantic_types is null or lower(d.semantic_type) = any (v_semantic_types))
        and (v_authors is null or lower(d.author) = any (v_authors))
        and (v_languages is null or d.language = any (v_languages))
        and (v_access_groups is null or d.access_groups = '{}' or d.access_groups && v_access_groups)
        and (p_filter ->> 'keyPrefix' is null or starts_with(d.key, p_filter ->> 'keyPrefix'))
        and (p_filter ->> 'updatedAfter' is null or d.updated_at >= (p_filter ->> 'updatedAfter')::timestamptz)
        and (p_filter ->> 'updatedBefore' is null or d.updated_at < (p_filter ->> 'updatedBefore')::timestamptz)
        and (p_filter ->> 'includeSuperseded' is distinct from 'false' or d.superseded_by is null)
    ), near as materialized (
      select r.chunk_id, r.parent_id, min(least(k.code_0 <~> v_code, k.code_1 <~> v_code, k.code_2 <~> v_code, k.code_3 <~> v_code, k.code_4 <~> v_code, k.code_5 <~> v_code, k.code_6 <~> v_code, k.code_7 <~> v_code)) as bits
      from readable r
      join chunk_code k on k.workspace_id = p_workspace and k.model = p_model and k.chunk_id = r.chunk_id
      group by r.chunk_id, r.parent_id
      order by 3, 1
      limit v_wanted
    )
    select array_agg(n.chunk_id), array_agg(n.parent_id)
    into v_chunks, v_parents
    from near n;
  end if;
  return query
  with nearest as materialized (
    select a.parent_id, w.distance
    from unnest(v_chunks, v_parents) as a (chunk_id, parent_id)
    cross join lateral (
      select o.embedding <#> p_query as distance from chunk_window o where o.workspace_id = p_workspace and o.model = p_model and o.chunk_id = a.chunk_id offset 0
    ) as w
  )
  select n.parent_id, 1 + min(n.distance)
  from nearest n
  group by n.parent_id
  having 1 + min(n.distance) <= p_max_distance
  order by 2, 1
  limit p_limit;
end
$$;

revoke all on function candor_search_vector from public;
grant execute on function candor_search_vector to candor_app;
