-- The keyword arm reads less for an asker who may read everything, without a filter: most are, and then what is hidden is the exception.

-- Drafts and deleted documents.
create index document_hidden on document (workspace_id, document_id) where state <> 'PUBLISHED' or deleted_at is not null;

drop function candor_search_bm25;

-- As in 0003 in what it finds (see there), and in what it takes; 10,000 chunks of 10,000 documents, embedded: see docs/decisions.md ("The keyword arm reads versions once").
-- Who may read everything: one pass over the versions adds the lengths up and tells those that do not count; every hit is looked up among these, which are few. Everybody else, and every
-- filter: the versions that may be read, as before, so that nothing tells of the others. Calls neither candor_visible nor candor_filtered in the first case.
-- Where no word has a look-alike, every hit is the best of its word, and the step that finds the best is left out. Sums go in the order of the words: in any order they differ in the
-- last digit, and so by who asks.
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_everything boolean := p_groups is null and p_filter = '{}';
  v_alike boolean := cardinality(p_lexemes) > cardinality(p_counts);
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
  return query
  with visible as materialized (
    select v.version_id,
      p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f) as allowed
    from candor_visible(p_workspace, p_as_of, p_groups) v
    where not v_everything
  ), term as materialized (
    select t.lexeme, t.member, t.similarity from unnest(p_lexemes, p_groups_of, p_similarities) as t (lexeme, member, similarity)
  ), posted as (
    select p.lexeme, p.chunk_id, p.body::double precision as body, p.title::double precision as title, p.heading::double precision as heading
    from posting p
    where p.workspace_id = p_workspace and p.lexeme = any (p_lexemes)
    union all
    select '"' || (cardinality(p_counts) - cardinality(p_phrases) + q.ordinal)::text, t.chunk_id, 1, 0, 0
    from unnest(p_phrases) with ordinality as q (phrase, ordinal)
    join chunk_text t on t.workspace_id = p_workspace and t.tsv @@ phraseto_tsquery(p_config, q.phrase)
  ), hit as materialized (
    select p.lexeme, c.chunk_id, c.parent_id, c.kind = 'PASSAGE' as counted, v_everything or v.allowed as allowed,
      p.body / (0.25 + 0.75 * c.body_length / v_body) + 2 * p.title / (0.25 + 0.75 * c.title_length / v_title)
        + p.heading / (0.25 + 0.75 * c.heading_length / v_heading) as frequency
    from posted p
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = p.chunk_id
    left join visible v on v.version_id = c.version_id
    left join unnest(v_left_out) as x (version_id) on x.version_id = c.version_id
    where not c.omitted and (v.version_id is not null or (v_everything and x.version_id is null))
  ), held as materialized (
    select h.lexeme, count(*) filter (where h.counted) as passages from hit h group by h.lexeme
  ), weighed as materialized (
    select t.lexeme, t.member, t.similarity, coalesce(h.passages, 0) > 0 as known,
      ln(1 + (v_size - coalesce(h.passages, 0) + 0.5) / (coalesce(h.passages, 0) + 0.5)) as idf
    from term t
    left join held h on h.lexeme = t.lexeme
  ), own as materialized (
    select w.member, w.idf, w.known, p_counts[w.member] as times,
      exists (select 1 from weighed s where s.member = w.member and s.similarity >= 0.99 and s.known) as found
    from weighed w where w.similarity = 1
  ), weight as materialized (
    select w.lexeme, w.member, o.times * w.similarity * case when o.known then least(w.idf, o.idf) else w.idf end as value, w.similarity >= 0.99 as exact
    from weighed w
    join own o on o.member = w.member
    where w.known
  ), part as (
    select h.chunk_id, h.parent_id, w.member, w.value * h.frequency * 2.2 / (h.frequency + 1.2) as part, w.exact
    from hit h
    join weight w on w.lexeme = h.lexeme
    where h.allowed
  ), best as (
    select p.chunk_id, p.parent_id, p.member, p.part, p.exact from part p where not v_alike
    union all
    select p.chunk_id, p.parent_id, p.member, max(p.part), bool_or(p.exact)
    from part p
    where v_alike
    group by p.chunk_id, p.parent_id, p.member
  ), scored as (
    select b.chunk_id, b.parent_id, sum(b.part order by b.member) as score, array_agg(b.member order by b.member) filter (where b.exact) as matched
    from best b
    group by b.chunk_id, b.parent_id
  ), ranked as (
    -- A passage is its own parent.
    select s.parent_id, max(s.score) as score, max(case when s.chunk_id = s.parent_id then s.matched end) as matched
    from scored s
    group by s.parent_id
    order by 2 desc, 1
    limit p_limit
  )
  select r.parent_id, r.score, coalesce(r.matched, '{}'),
    case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.idfs end, case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.known end
  from ranked r
  cross join (
    select array_agg(o.idf * o.times order by o.member) as idfs, array_agg(o.found order by o.member) as known from own o
  ) as question
  order by r.score desc, r.parent_id;
end
$$;

revoke all on function candor_search_bm25 from public;
grant execute on function candor_search_bm25 to candor_app;
