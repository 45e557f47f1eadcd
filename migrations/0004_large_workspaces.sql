-- The vector arm in large workspaces (docs/decisions/large-workspaces.md); the keyword arm is in 0007.

-- The vector arm: parents by their best window, nearest first. The 12 chunks nearest by Hamming distance for each hit that is asked for are compared exactly, with all of
-- their windows: thirty hits have .992 of the exact ten best and .960 of the exact thirty (225 questions over 7,646 chunks of nine public sets, the built-in embedder). Who may read no more chunks than that
-- gets the exact order. Chosen are the nearest of what the caller may read, never the nearest of all: what is hidden takes no place. First all chunks are
-- chosen from and looked at in their order, which spares reading every document: twice as many as are wanted, and for a caller with groups beyond 10,000 versions sixteen times. Where that leaves too few,
-- and with a filter, those that may be read are chosen from: the outcome is the same. (At 10,000 chunks sixteen times cost an asker with groups twice the time, at 100,000 it spares half.) Where nothing is near enough it is looked for twice, which is rare or cheap: a large workspace has something near, and a small one little to read.
-- A passage has ten hypotheticals at most, so that twelve chunks a hit are always of enough passages: nothing shortens the result.
-- Each way is one "return query": PL/pgSQL runs no other query with parallel workers, and a server reads a large workspace with as many as it allows.
-- Unit vectors: the cosine distance is 1 + the negative inner product. Calls neither candor_visible nor candor_filtered, which the application's role may not call on the workers of a distributed engine.
-- Laterals with offset 0 are looked up by key one by one, whatever the planner knows of the tables.
create or replace function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, distance double precision)
  -- What a workspace has lies together or in the cache: at the usual price of a random page, a workspace of a tenth of the rows was looked for in all of them.
  language plpgsql stable security definer set search_path = public, pg_temp set random_page_cost = 1.1 as $$
declare
  v_code bit varying := binary_quantize(p_query);
  v_wanted integer := 12 * p_limit;
  v_deep integer := 2 * v_wanted;
  -- SearchFilter, as candor_filtered reads it: null lets everything through.
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
    if p_groups is not null and exists (select 1 from document_version o where o.workspace_id = p_workspace offset 10000) then
      v_deep := 8 * v_deep;
    end if;
    return query
    with near as materialized (
      select k.chunk_id, least(k.code_0 <~> v_code, k.code_1 <~> v_code, k.code_2 <~> v_code, k.code_3 <~> v_code, k.code_4 <~> v_code, k.code_5 <~> v_code, k.code_6 <~> v_code, k.code_7 <~> v_code) as bits
      from chunk_code k
      where k.workspace_id = p_workspace and k.model = p_model
      order by 2, 1
      limit v_deep
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
    ), nearest as materialized (
      select r.parent_id, w.distance
      from readable r
      cross join lateral (
        select o.embedding <#> p_query as distance from chunk_window o where o.workspace_id = p_workspace and o.model = p_model and o.chunk_id = r.chunk_id offset 0
      ) as w
      where (select count(*) from near) < v_deep or (select count(*) from readable) = v_wanted
    )
    select n.parent_id, 1 + min(n.distance)
    from nearest n
    group by n.parent_id
    having 1 + min(n.distance) <= p_max_distance
    order by 2, 1
    limit p_limit;
    if found then
      return;
    end if;
  end if;
  v_documents := case when p_filter ? 'documentIds' then array(select jsonb_array_elements_text(p_filter -> 'documentIds')) end;
  v_tags := case when p_filter ? 'tags' then array(select jsonb_array_elements_text(p_filter -> 'tags')) end;
  v_source_types := case when p_filter ? 'sourceTypes' then array(select jsonb_array_elements_text(p_filter -> 'sourceTypes')) end;
  v_semantic_types := case when p_filter ? 'semanticTypes' then array(select lower(jsonb_array_elements_text(p_filter -> 'semanticTypes'))) end;
  v_authors := case when p_filter ? 'authors' then array(select lower(jsonb_array_elements_text(p_filter -> 'authors'))) end;
  v_languages := case when p_filter ? 'languages' then array(select jsonb_array_elements_text(p_filter -> 'languages')) end;
  v_access_groups := case when p_filter ? 'accessGroups' then array(select jsonb_array_elements_text(p_filter -> 'accessGroups')) end;
  return query
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
  ), nearest as materialized (
    select r.parent_id, w.distance
    from near r
    cross join lateral (
      select o.embedding <#> p_query as distance from chunk_window o where o.workspace_id = p_workspace and o.model = p_model and o.chunk_id = r.chunk_id offset 0
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
