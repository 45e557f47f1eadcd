-- The keyword arm reads the index of postings and nothing else. See docs/decisions.md ("A posting carries what its chunk has").

-- A posting with all that BM25F needs of its chunk. Built anew: an update in place would leave the old rows behind, and nothing is read from an index alone until a vacuum has been there.
create table posting_alone (
  workspace_id uuid not null,
  lexeme text not null,
  chunk_id uuid not null,
  body smallint not null,
  title smallint not null,
  heading smallint not null,
  body_length smallint not null, -- of the chunk, in lexemes; 32,767 stands for all above
  title_length smallint not null,
  heading_length smallint not null,
  counted boolean not null -- of a passage, and not of a hypothetical
);
update chunk set body_length = least(body_length, 32767), title_length = least(title_length, 32767), heading_length = least(heading_length, 32767)
where greatest(body_length, title_length, heading_length) > 32767;
insert into posting_alone (workspace_id, lexeme, chunk_id, body, title, heading, body_length, title_length, heading_length, counted)
select p.workspace_id, p.lexeme, p.chunk_id, p.body, p.title, p.heading, c.body_length, c.title_length, c.heading_length, c.kind = 'PASSAGE'
from posting p
join chunk c on c.workspace_id = p.workspace_id and c.chunk_id = p.chunk_id;
drop table posting;
alter table posting_alone rename to posting;
alter table posting
  add constraint posting_pkey primary key (workspace_id, lexeme, chunk_id) include (body, title, heading, body_length, title_length, heading_length, counted),
  add foreign key (workspace_id, chunk_id) references chunk on delete cascade;
create index posting_of_chunk on posting (workspace_id, chunk_id);

alter table posting enable row level security;
create policy own_workspace on posting to candor_app
  using (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('candor.workspace_id', true), '')::uuid);
grant select, insert, update, delete on posting to candor_app;

-- What is the exception: chunks that are not searched, and hypotheticals.
create index chunk_omitted on chunk (workspace_id, chunk_id) where omitted;
create index chunk_derived on chunk (workspace_id, chunk_id) where kind <> 'PASSAGE';

drop function candor_search_bm25;

-- As in 0016 in what it finds, and in what it takes. Who may read everything, without a filter: only what does not count (versions that do not hold, chunks that are
-- omitted) is looked up in chunks; lengths come with the postings. Everybody else, and every filter: chunks and versions that may be read are joined, as before.
-- The words that a passage holds are told of the passages that are given, and not of all that were found.
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs. One plan for all questions: to plan takes 3 ms of 25 (embedded), and what is
  -- switched off counts as dear, so that a server would compile the plan each time.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_everything boolean := p_groups is null and p_filter = '{}';
  v_alike boolean := cardinality(p_lexemes) > cardinality(p_counts);
  v_derived boolean;
  v_hidden uuid[] := '{}';
  v_left_out uuid[] := '{}';
  v_size double precision;
  v_body double precision;
  v_title double precision;
  v_heading double precision;
begin
  perform candor_assert_workspace(p_workspace);
  if v_everything then
    v_hidden := array(
      select d.document_id from document d where d.workspace_id = p_workspace and (d.state <> 'PUBLISHED' or d.deleted_at is not null)
    );
    select coalesce(array_agg(v.version_id) filter (where not v.counts), '{}'), sum(v.passage_count) filter (where v.counts),
      sum(v.body_length) filter (where v.counts), sum(v.title_length) filter (where v.counts), sum(v.heading_length) filter (where v.counts)
    into v_left_out, v_size, v_body, v_title, v_heading
    from (
      select o.version_id, o.passage_count, o.body_length, o.title_length, o.heading_length,
        o.effective_from <= p_as_of and (o.effective_until is null or o.effective_until > p_as_of) and h.document_id is null as counts
      from document_version o
      left join unnest(v_hidden) as h (document_id) on h.document_id = o.document_id
      where o.workspace_id = p_workspace
    ) as v;
  else
    select sum(v.passage_count), sum(v.body_length), sum(v.title_length), sum(v.heading_length)
    into v_size, v_body, v_title, v_heading
    from candor_visible(p_workspace, p_as_of, p_groups) v;
  end if;
  v_size := greatest(v_size, 1);
  v_body := greatest(v_body / v_size, 1);
  v_title := greatest(v_title / v_size, 1);
  v_heading := greatest(v_heading / v_size, 1);
  v_derived := exists (select 1 from chunk c where c.workspace_id = p_workspace and c.kind <> 'PASSAGE');
  return query
  with visible as materialized (
    select v.version_id,
      p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f) as allowed
    from candor_visible(p_workspace, p_as_of, p_groups) v
    where not v_everything
  ), left_out as materialized (
    select c.chunk_id
    from unnest(v_left_out) as x (version_id)
    cross join lateral (select o.chunk_id from chunk o where o.workspace_id = p_workspace and o.version_id = x.version_id offset 0) as c
    union all
    select c.chunk_id from chunk c where v_everything and c.workspace_id = p_workspace and c.omitted
  ), term as materialized (
    select t.number::integer, t.lexeme, t.member, t.similarity
    from unnest(p_lexemes, p_groups_of, p_similarities) with ordinality as t (lexeme, member, similarity, number)
  ), found as (
    -- Laterals with offset 0: a word after the other, from the covering index alone.
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, true as allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where v_everything and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    where not exists (select 1 from left_out x where x.chunk_id = p.chunk_id)
    union all
    select t.number, p.chunk_id, p.body, p.title, p.heading, p.body_length, p.title_length, p.heading_length, p.counted, v.allowed
    from term t
    cross join lateral (
      select o.chunk_id, o.body, o.title, o.heading, o.body_length, o.title_length, o.heading_length, o.counted
      from posting o where not v_everything and o.workspace_id = p_workspace and o.lexeme = t.lexeme offset 0
    ) as p
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = p.chunk_id
    join visible v on v.version_id = c.version_id
    where not c.omitted
    union all
    select t.number, c.chunk_id, 1::smallint, 0::smallint, 0::smallint, c.body_length::smallint, c.title_length::smallint, c.heading_length::smallint, c.kind = 'PASSAGE', v_everything or v.allowed
    from unnest(p_phrases) with ordinality as q (phrase, ordinal)
    join term t on t.lexeme = '"' || (cardinality(p_counts) - cardinality(p_phrases) + q.ordinal)::text
    join chunk_text b on b.workspace_id = p_workspace and b.tsv @@ phraseto_tsquery(p_config, q.phrase)
    cross join lateral (
      select o.chunk_id, o.version_id, o.kind, o.body_length, o.title_length, o.heading_length
      from chunk o where o.workspace_id = p_workspace and o.chunk_id = b.chunk_id and not o.omitted offset 0
    ) as c
    left join visible v on v.version_id = c.version_id
    where v.version_id is not null or (v_everything and not exists (select 1 from left_out x where x.chunk_id = c.chunk_id))
  ), hit as materialized (
    select f.number, f.chunk_id, f.counted, f.allowed,
      f.body / (0.25 + 0.75 * f.body_length / v_body) + case when f.title > 0 then 2 * f.title / (0.25 + 0.75 * f.title_length / v_title) else 0 end
        + case when f.heading > 0 then f.heading / (0.25 + 0.75 * f.heading_length / v_heading) else 0 end as frequency
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
    select h.chunk_id, w.member, least(w.value * h.frequency / (h.frequency + 1.2), 2e9)::integer as part
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

revoke all on function candor_search_bm25 from public;
grant execute on function candor_search_bm25 to candor_app;
