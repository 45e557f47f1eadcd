-- Documents are found by their metadata (docs/asking.md, "Read only some documents"): one row for each text, number and Boolean that a document's metadata has.
create table document_metadata (
  workspace_id uuid not null,
  document_id uuid not null,
  ordinal integer not null,
  name text collate "C" not null,
  value text collate "C" not null,
  number double precision, -- null: the value is no number
  day text collate "C", -- YYYY-MM-DD, which sorts as days do; null: the value is no day
  primary key (workspace_id, document_id, ordinal),
  foreign key (workspace_id, document_id) references document on delete cascade
);
create index document_metadata_value on document_metadata (workspace_id, name, value) include (document_id);
create index document_metadata_number on document_metadata (workspace_id, name, number) include (document_id) where number is not null;
create index document_metadata_day on document_metadata (workspace_id, name, day) include (document_id) where day is not null;

alter table document_metadata enable row level security;
create policy own_workspace on document_metadata to candor_app
  using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid);
grant select, insert, update, delete on document_metadata to candor_app;

-- The documents of before, by the rules of src/knowledge/metadata/entries.ts.
insert into document_metadata (workspace_id, document_id, ordinal, name, value, number, day)
select e.workspace_id, e.document_id, e.place, e.name, e.value,
  case when e.value ~ '^-?\d{1,15}(\.\d{1,15})?$' then e.value::double precision end,
  substring(e.value from '^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]|$)')
from (
  select g.workspace_id, g.document_id, g.name, g.value,
    (row_number() over (partition by g.workspace_id, g.document_id order by g.name, min(g.place)) - 1)::integer as place
  from (
    select d.workspace_id, d.document_id, btrim(m.key, E' \t\n\r') collate "C" as name, btrim(v.value #>> '{}', E' \t\n\r') collate "C" as value, v.place
    from document d
    cross join lateral jsonb_each(d.metadata) as m
    cross join lateral jsonb_array_elements(case when jsonb_typeof(m.value) = 'array' then m.value else jsonb_build_array(m.value) end) with ordinality as v (value, place)
    where jsonb_typeof(d.metadata) = 'object' and jsonb_typeof(v.value) in ('string', 'number', 'boolean')
  ) as g
  where length(g.name) between 1 and 100 and length(g.value) between 1 and 200
  group by g.workspace_id, g.document_id, g.name, g.value
) as e
where e.place < 200;

-- The documents that meet every condition on metadata: { name, in } or { name, numbers: [from, to] } or { name, days: [from, to] }, each end inclusive or null.
-- None without conditions: who calls it reads the documents themselves then.
create function candor_with_metadata(p_workspace uuid, p_filter jsonb)
  returns table (document_id uuid)
  language sql stable as $$
  select m.document_id
  from (
    select c.place, e.document_id
    from jsonb_array_elements(p_filter -> 'metadata') with ordinality as c (condition, place)
    cross join lateral (
      select o.document_id from public.document_metadata o
      where o.workspace_id = p_workspace and o.name = c.condition ->> 'name'
        and o.value = any (array(select jsonb_array_elements_text(c.condition -> 'in')))
      union all
      select o.document_id from public.document_metadata o
      where c.condition ? 'numbers' and o.workspace_id = p_workspace and o.name = c.condition ->> 'name'
        and o.number between coalesce((c.condition #>> '{numbers,0}')::double precision, '-infinity') and coalesce((c.condition #>> '{numbers,1}')::double precision, 'infinity')
      union all
      select o.document_id from public.document_metadata o
      where c.condition ? 'days' and o.workspace_id = p_workspace and o.name = c.condition ->> 'name'
        and o.day between coalesce(c.condition #>> '{days,0}', '') and coalesce(c.condition #>> '{days,1}', '9999-12-31')
      offset 0
    ) as e
  ) as m
  group by m.document_id
  having count(distinct m.place) = jsonb_array_length(p_filter -> 'metadata')
$$;
revoke all on function candor_with_metadata from public;

-- As in 0001, and with metadata only the documents that its index names.
create or replace function candor_filtered(p_workspace uuid, p_filter jsonb)
  returns table (document_id uuid)
  language sql stable as $$
  select d.document_id
  from (
    select o.document_id, o.key, o.tags, o.updated_at, o.source_type, o.semantic_type, o.author, o.language, o.access_groups, o.superseded_by
    from public.document o where o.workspace_id = p_workspace and p_filter -> 'metadata' is null
    union all
    select o.*
    from candor_with_metadata(p_workspace, p_filter) m
    cross join lateral (
      select o.document_id, o.key, o.tags, o.updated_at, o.source_type, o.semantic_type, o.author, o.language, o.access_groups, o.superseded_by
      from public.document o where o.workspace_id = p_workspace and o.document_id = m.document_id offset 0
    ) as o
  ) as d
  where (p_filter -> 'documentIds' is null or d.document_id::text = any (array(select jsonb_array_elements_text(p_filter -> 'documentIds'))))
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

-- As in 0004, and with metadata only the documents that its index names.
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
    from (
      select o.document_id, o.key, o.state, o.deleted_at, o.tags, o.updated_at, o.source_type, o.semantic_type, o.author, o.language, o.access_groups, o.superseded_by
      from document o where o.workspace_id = p_workspace and p_filter -> 'metadata' is null
      union all
      select o.*
      from candor_with_metadata(p_workspace, p_filter) m
      cross join lateral (
        select o.document_id, o.key, o.state, o.deleted_at, o.tags, o.updated_at, o.source_type, o.semantic_type, o.author, o.language, o.access_groups, o.superseded_by
        from document o where o.workspace_id = p_workspace and o.document_id = m.document_id offset 0
      ) as o
    ) as d
    join document_version v on v.workspace_id = p_workspace and v.document_id = d.document_id
    join chunk c on c.workspace_id = p_workspace and c.version_id = v.version_id
    where d.state = 'PUBLISHED' and d.deleted_at is null
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
