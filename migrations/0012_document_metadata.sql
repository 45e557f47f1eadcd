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
  -- A bit for each condition: to count distinct ones sorts.
  having bit_or(1 << (m.place - 1)::integer) = (1 << jsonb_array_length(p_filter -> 'metadata')) - 1
$$;
revoke all on function candor_with_metadata from public;

-- As in 0001, and with metadata only the documents that its index names, which are not looked at where nothing else is asked of them.
create or replace function candor_filtered(p_workspace uuid, p_filter jsonb)
  returns table (document_id uuid)
  language sql stable as $$
  select m.document_id from candor_with_metadata(p_workspace, p_filter) m where p_filter - 'metadata' = '{}'
  union all
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
    where p_filter - 'metadata' <> '{}'
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

-- As in 0004, and with a filter only its documents are read; of more than 5,000 those among the nearest of all, sixteen times as many as are wanted, and where those are too few, each.
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
  -- The documents that the filter lets through; null: all.
  v_matching uuid[];
begin
  perform candor_assert_workspace(p_workspace);
  if p_filter <> '{}' then
    v_matching := array(select f.document_id from candor_filtered(p_workspace, p_filter) f);
  end if;
  if v_matching is null or cardinality(v_matching) > 5000 then
    if v_matching is not null then
      v_deep := 8 * v_deep;
    elsif p_groups is not null and exists (select 1 from document_version o where o.workspace_id = p_workspace offset 10000) then
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
          and (v_matching is null or o.document_id in (select x.document_id from unnest(v_matching) as x (document_id)))
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
  return query
  with readable as materialized (
    select c.chunk_id, c.parent_id
    from (
      select o.document_id, o.state, o.deleted_at, o.access_groups from document o where o.workspace_id = p_workspace and v_matching is null
      union all
      select o.document_id, o.state, o.deleted_at, o.access_groups
      from unnest(v_matching) as x (document_id)
      cross join lateral (select y.* from document y where y.workspace_id = p_workspace and y.document_id = x.document_id offset 0) as o
    ) as d
    join document_version v on v.workspace_id = p_workspace and v.document_id = d.document_id
    join chunk c on c.workspace_id = p_workspace and c.version_id = v.version_id
    where d.state = 'PUBLISHED' and d.deleted_at is null
      and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
      and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
      and not c.omitted
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

-- As in 0007, and with a filter postings are read by exception, too, which took six times as long before (100,000 documents): weights are counted on what the caller may read, as
-- always. Of few documents (5,000 with 50,000 chunks) only their chunks are weighed. Of more, all are weighed, and of the best sixty-four for each hit that is asked for those that the
-- filter lets through are the result; where they are too few, and with a phrase, chunks and versions are joined as before. All three have the same outcome.
create or replace function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs. One plan for all questions: to plan takes 3 ms of 25 (embedded), and what is
  -- switched off counts as dear, so that a server would compile the plan each time.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_filtered boolean := p_filter <> '{}';
  v_by_exception boolean := p_filter = '{}' or (p_phrases = '{}' and cardinality(p_counts) <= 64);
  v_alike boolean := cardinality(p_lexemes) > cardinality(p_counts);
  v_derived boolean;
  v_left_out uuid[] := '{}';
  v_most bigint := 2000;
  v_size double precision;
  v_body double precision;
  v_title double precision;
  v_heading double precision;
  v_body_norm double precision;
  v_title_norm double precision;
  v_heading_norm double precision;
  v_left_chunks uuid[];
  v_whole boolean;
  v_passages bigint[];
  v_readable uuid[];
  v_few uuid[];
  -- Of a filter: its documents; the chunks of those, null if they are many; and how many of all that was found, best first, are looked at.
  v_matching uuid[];
  v_allowed uuid[];
  v_looked integer := p_limit;
begin
  perform candor_assert_workspace(p_workspace);
  if v_by_exception then
    if p_groups is not null then
      v_most := greatest(v_most, (select count(*) / 8 from document_version o where o.workspace_id = p_workspace));
    end if;
    v_left_out := array(
      select o.version_id from document_version o where o.workspace_id = p_workspace and o.effective_from > p_as_of
      union
      select o.version_id from document_version o where o.workspace_id = p_workspace and o.effective_until <= p_as_of
      union
      select o.version_id
      from document d
      cross join lateral (select v.version_id from document_version v where v.workspace_id = p_workspace and v.document_id = d.document_id offset 0) as o
      where d.workspace_id = p_workspace and (d.state <> 'PUBLISHED' or d.deleted_at is not null)
      union
      (
        select o.version_id
        from document d
        cross join lateral (select v.version_id from document_version v where v.workspace_id = p_workspace and v.document_id = d.document_id offset 0) as o
        where p_groups is not null and d.workspace_id = p_workspace and d.access_groups <> '{}' and not d.access_groups && p_groups
        limit v_most + 1
      )
    );
    v_by_exception := p_groups is null or cardinality(v_left_out) <= v_most;
  end if;
  if v_by_exception and v_filtered then
    v_matching := array(select f.document_id from candor_filtered(p_workspace, p_filter) f);
    if cardinality(v_matching) <= 5000 then
      v_allowed := array(
        select c.chunk_id
        from unnest(v_matching) as x (document_id)
        cross join lateral (select o.version_id from document_version o where o.workspace_id = p_workspace and o.document_id = x.document_id offset 0) as v
        cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = v.version_id offset 0) as c
        limit 50001
      );
    end if;
    if cardinality(v_allowed) > 50000 then
      v_allowed := null;
    end if;
    v_looked := case when v_allowed is null then 64 * p_limit else p_limit end;
  end if;
  if v_by_exception then
    v_whole := v_left_out = '{}';
    select sum(o.passage_count), sum(o.body_length), sum(o.title_length), sum(o.heading_length)
    into v_size, v_body, v_title, v_heading
    from document_version o
    where o.workspace_id = p_workspace and (v_whole or o.version_id not in (select x.version_id from unnest(v_left_out) as x (version_id)));
  else
    v_left_out := '{}';
    select sum(v.passage_count), sum(v.body_length), sum(v.title_length), sum(v.heading_length), coalesce(array_agg(v.version_id) filter (where p_groups is not null), '{}')
    into v_size, v_body, v_title, v_heading, v_readable
    from candor_visible(p_workspace, p_as_of, p_groups) v;
    if p_groups is not null and cardinality(v_readable) <= 500 and coalesce(v_size, 0) <= 1000 then
      v_few := array(
        select c.chunk_id
        from unnest(v_readable) as x (version_id)
        cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = x.version_id and not o.omitted offset 0) as c
      );
    end if;
  end if;
  v_size := greatest(v_size, 1);
  v_body := greatest(v_body / v_size, 1);
  v_title := greatest(v_title / v_size, 1);
  v_heading := greatest(v_heading / v_size, 1);
  v_derived := exists (select 1 from chunk c where c.workspace_id = p_workspace and c.kind <> 'PASSAGE');
  v_body_norm := 0.75 / v_body;
  v_title_norm := 0.75 / v_title;
  v_heading_norm := 0.75 / v_heading;
  if v_by_exception and p_phrases = '{}' and cardinality(p_counts) <= 64 then
    v_left_chunks := array(
      select c.chunk_id
      from unnest(v_left_out) as x (version_id)
      cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = x.version_id offset 0) as c
      union all
      select c.chunk_id from chunk c where c.workspace_id = p_workspace and c.omitted
    );
    v_whole := v_left_chunks = '{}';
    select array_agg(p.passages order by t.number)
    into v_passages
    from unnest(p_lexemes) with ordinality as t (lexeme, number)
    cross join lateral (
      select count(*) as passages from posting o
      where o.workspace_id = p_workspace and o.lexeme = t.lexeme and o.counted
        and (v_whole or o.chunk_id not in (select x.chunk_id from unnest(v_left_chunks) as x (chunk_id)))
      offset 0
    ) as p;
    return query
    with weighed as materialized (
      select t.lexeme, t.member, t.similarity, t.passages > 0 as known, ln(1 + (v_size - t.passages + 0.5) / (t.passages + 0.5)) as idf
      from unnest(p_lexemes, p_groups_of, p_similarities, v_passages) as t (lexeme, member, similarity, passages)
    ), own as materialized (
      select w.member, w.idf, w.known, p_counts[w.member] as times,
        exists (select 1 from weighed s where s.member = w.member and s.similarity >= 0.99 and s.known) as found
      from weighed w where w.similarity = 1
    ), weight as materialized (
      select w.lexeme, w.member, 2.2e6 * o.times * w.similarity * case when o.known then least(w.idf, o.idf) else w.idf end as value,
        case when w.similarity >= 0.99 then 1::bigint << (w.member - 1) else 0 end as exact
      from weighed w
      join own o on o.member = w.member
      where w.known
    ), part as not materialized (
      -- Millionths as integers: their sums do not hang on the order, which differs by who asks.
      select p.chunk_id, w.member, w.exact, p.part
      from weight w
      cross join lateral (
        select o.chunk_id,
          least(w.value - 1.2 * w.value / (1.2 + (
            o.body / (0.25 + v_body_norm * o.body_length) + case when o.title > 0 then 2 * o.title / (0.25 + v_title_norm * o.title_length) else 0 end
              + case when o.heading > 0 then o.heading / (0.25 + v_heading_norm * o.heading_length) else 0 end
          )), 2e9)::integer as part
        from posting o
        where o.workspace_id = p_workspace and o.lexeme = w.lexeme
          and (v_whole or o.chunk_id not in (select x.chunk_id from unnest(v_left_chunks) as x (chunk_id)))
          and (v_allowed is null or o.chunk_id in (select x.chunk_id from unnest(v_allowed) as x (chunk_id)))
        offset 0
      ) as p
    ), best as (
      select p.chunk_id, p.part, p.exact from part p where not v_alike
      union all
      select p.chunk_id, max(p.part), bit_or(p.exact) from part p where v_alike group by p.chunk_id, p.member
    ), scored as (
      select b.chunk_id, sum(b.part) as score, bit_or(b.exact) as members from best b group by b.chunk_id
    ), of_parents as (
      select s.chunk_id as parent_id, s.score, s.members from scored s where not v_derived
      union all
      select c.parent_id, max(s.score), bit_or(case when c.parent_id = c.chunk_id then s.members else 0 end)
      from scored s
      join chunk c on c.workspace_id = p_workspace and c.chunk_id = s.chunk_id
      where v_derived
      group by c.parent_id
    ), looked as materialized (
      select s.parent_id, s.score, s.members from of_parents s order by s.score desc, s.parent_id limit v_looked
    ), ranked as materialized (
      select l.parent_id, l.score, l.members from looked l where not v_filtered or v_allowed is not null
      union all
      (
        select l.parent_id, l.score, l.members
        from looked l
        cross join lateral (
          select o.document_id from chunk o where v_filtered and v_allowed is null and o.workspace_id = p_workspace and o.chunk_id = l.parent_id offset 0
        ) as c
        where c.document_id in (select x.document_id from unnest(v_matching) as x (document_id))
        order by l.score desc, l.parent_id
        limit p_limit
      )
    )
    select r.parent_id, r.score / 1e6::double precision, array(select o.member from own o where (r.members >> (o.member - 1)) & 1 = 1 order by o.member),
      case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.idfs end, case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.known end
    from ranked r
    cross join (
      select array_agg(o.idf * o.times order by o.member) as idfs, array_agg(o.found order by o.member) as known from own o
    ) as question
    where not v_filtered or v_allowed is not null or (select count(*) from looked) < v_looked or (select count(*) from ranked) = p_limit
    order by r.score desc, r.parent_id;
    if found or not v_filtered or v_allowed is not null then
      return;
    end if;
    v_by_exception := false;
    v_left_out := '{}';
  end if;
  return query
  with visible as materialized (
    select v.version_id,
      p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f) as allowed
    from candor_visible(p_workspace, p_as_of, p_groups) v
    where not v_by_exception
  ), left_out as materialized (
    select c.chunk_id
    from unnest(v_left_out) as x (version_id)
    cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = x.version_id offset 0) as c
    union all
    select c.chunk_id from chunk c where v_by_exception and c.workspace_id = p_workspace and c.omitted
  ), term as materialized (
    select t.number::integer, t.lexeme, t.member, t.similarity
    from unnest(p_lexemes, p_groups_of, p_similarities) with ordinality as t (lexeme, member, similarity, number)
  ), found as (
    -- Laterals with offset 0: a word after the other, from the covering index alone.
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, true as allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where v_by_exception and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    where not exists (select 1 from left_out x where x.chunk_id = p.chunk_id)
    union all
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, v.allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where not v_by_exception and v_few is null and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = p.chunk_id
    join visible v on v.version_id = c.version_id
    where not c.omitted
    union all
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, v.allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where v_few is not null and o.workspace_id = p_workspace and o.lexeme = t.lexeme and o.chunk_id = any (v_few) offset 0
    ) as p
    cross join lateral (select o.version_id from chunk o where o.workspace_id = p_workspace and o.chunk_id = p.chunk_id offset 0) as c
    join visible v on v.version_id = c.version_id
    union all
    select t.number, c.chunk_id, 1::smallint, 0::smallint, 0::smallint, c.body_length::smallint, c.title_length::smallint, c.heading_length::smallint, c.kind = 'PASSAGE', v_by_exception or v.allowed
    from unnest(p_phrases) with ordinality as q (phrase, ordinal)
    join term t on t.lexeme = '"' || (cardinality(p_counts) - cardinality(p_phrases) + q.ordinal)::text
    cross join lateral (
      select o.chunk_id from chunk_text o where v_few is null and o.workspace_id = p_workspace and o.tsv @@ phraseto_tsquery(p_config, q.phrase)
      union all
      select o.chunk_id
      from unnest(v_few) as x (chunk_id)
      cross join lateral (select y.chunk_id, y.tsv from chunk_text y where y.workspace_id = p_workspace and y.chunk_id = x.chunk_id offset 0) as o
      where o.tsv @@ phraseto_tsquery(p_config, q.phrase)
    ) as b
    cross join lateral (
      select o.chunk_id, o.version_id, o.kind, o.body_length, o.title_length, o.heading_length
      from chunk o where o.workspace_id = p_workspace and o.chunk_id = b.chunk_id and not o.omitted offset 0
    ) as c
    left join visible v on v.version_id = c.version_id
    where v.version_id is not null or (v_by_exception and not exists (select 1 from left_out x where x.chunk_id = c.chunk_id))
  ), hit as materialized (
    select f.number, f.chunk_id, f.counted, f.allowed,
      f.body / (0.25 + v_body_norm * f.body_length) + case when f.title > 0 then 2 * f.title / (0.25 + v_title_norm * f.title_length) else 0 end
        + case when f.heading > 0 then f.heading / (0.25 + v_heading_norm * f.heading_length) else 0 end as frequency
    from found f
  ), held as materialized (
    select h.number, count(*) as passages from hit h where h.counted group by h.number
  ), weighed as materialized (
    select t.number, t.member, t.similarity, coalesce(h.passages, 0) > 0 as known,
      ln(1 + (v_size - coalesce(h.passages, 0) + 0.5) / (coalesce(h.passages, 0) + 0.5)) as idf
    from term t
    left join held h on h.number = t.number
  ), own as materialized (
    select w.member, w.idf, w.known, p_counts[w.member] as times,
      exists (select 1 from weighed s where s.member = w.member and s.similarity >= 0.99 and s.known) as found
    from weighed w where w.similarity = 1
  ), weight as materialized (
    select w.number, w.member, 2.2e6 * o.times * w.similarity * case when o.known then least(w.idf, o.idf) else w.idf end as value, w.similarity >= 0.99 as exact
    from weighed w
    join own o on o.member = w.member
    where w.known
  ), part as (
    -- Millionths as integers: their sums do not hang on the order, which differs by who asks.
    select h.chunk_id, w.member, least(w.value - 1.2 * w.value / (1.2 + h.frequency), 2e9)::integer as part
    from hit h
    join weight w on w.number = h.number
    where h.allowed
  ), best as (
    select p.chunk_id, p.part from part p where not v_alike
    union all
    select p.chunk_id, max(p.part) from part p where v_alike group by p.chunk_id, p.member
  ), scored as (
    select b.chunk_id, sum(b.part) as score from best b group by b.chunk_id
  ), of_parents as (
    select s.chunk_id as parent_id, s.score from scored s where not v_derived
    union all
    select c.parent_id, max(s.score)
    from scored s
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = s.chunk_id
    where v_derived
    group by c.parent_id
  ), ranked as materialized (
    select s.parent_id, s.score from of_parents s order by s.score desc, s.parent_id limit p_limit
  ), proven as materialized (
    -- A passage is its own parent.
    select h.chunk_id, array_agg(distinct w.member) as members
    from hit h
    join ranked r on r.parent_id = h.chunk_id
    join weight w on w.number = h.number
    where w.exact and h.allowed
    group by h.chunk_id
  )
  select r.parent_id, r.score / 1e6::double precision, coalesce(n.members, '{}'),
    case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.idfs end, case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.known end
  from ranked r
  left join proven n on n.chunk_id = r.parent_id
  cross join (
    select array_agg(o.idf * o.times order by o.member) as idfs, array_agg(o.found order by o.member) as known from own o
  ) as question
  order by r.score desc, r.parent_id;
end
$$;
