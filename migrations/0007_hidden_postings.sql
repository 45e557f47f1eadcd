-- The keyword arm for an asker with groups who may read few of many documents: the postings of hidden ones are not read (docs/decisions/hidden-postings.md).

-- The keyword arm of the default preset: BM25F (Robertson, Zaragoza and Taylor 2004) with k1 1.2, b .75 in each field, weights body 1,
-- title 2, headings 1. Any word matches. A word of the question is a group: the lexeme itself, and words of the vocabulary that look like
-- it, each counting by its similarity (1: the lexeme; from .99: the same word written otherwise) and never more than the lexeme itself when
-- that is known; of a group only the best counts in a passage. p_phrases must stand there in this order; each is a word more. Document
-- frequencies are counted on what the caller may read at the time of the search, so they are right under concurrent writes. A hypothetical
-- is found and counts in none, because its parent does, and proves nothing: matched and known words are those of passages alone (a made-up
-- question was answered at .86 before that). The first row has the weights of the words, and which are known.
-- Without a filter, what the asker may not read is mostly the exception: versions that do not hold, hidden documents, chunks that are omitted, documents of
-- other groups. Up to 2,000 such versions, or an eighth of all, only they are looked up in chunks, and lengths come with the postings. Beyond that, and with a filter, chunks and
-- versions that may be read are joined, so that nothing tells of the others. Both compute a score in the same steps.
-- Where an asker with groups may then read 500 versions with 1,000 passages or fewer, their chunks are looked up among the postings of each word, in one walk of the index that
-- skips the others (from Postgres 17 on; before, each chunk is looked up for itself), and a phrase in their texts: the time does not tell in how many hidden documents a word stands.
-- By exception and without a phrase, postings are read twice, from their index alone: once to count them, once with the weights that follow from the counts.
-- To keep the first reading for the second took longer than reading, and the words that a passage holds come as bits with its sum.
-- Where no word has a look-alike, every hit is the best of its word, and the step that finds the best is left out. Sums are of integers: in floating point they
-- would differ by their order, and so by who asks. A number without its type is numeric, and a product of it with a column is converted by its digits: factors
-- of postings are variables of double precision.
create or replace function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs. One plan for all questions: to plan takes 3 ms of 25 (embedded), and what is
  -- switched off counts as dear, so that a server would compile the plan each time.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_by_exception boolean := p_filter = '{}';
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
    ), ranked as materialized (
      select s.parent_id, s.score, s.members from of_parents s order by s.score desc, s.parent_id limit p_limit
    )
    select r.parent_id, r.score / 1e6::double precision, array(select o.member from own o where (r.members >> (o.member - 1)) & 1 = 1 order by o.member),
      case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.idfs end, case when row_number() over (order by r.score desc, r.parent_id) = 1 then question.known end
    from ranked r
    cross join (
      select array_agg(o.idf * o.times order by o.member) as idfs, array_agg(o.found order by o.member) as known from own o
    ) as question
    order by r.score desc, r.parent_id;
    return;
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
