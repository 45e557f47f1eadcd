-- Keyword arms of published recipes, which stay runnable as baselines (src/retrieval/presets.ts).
-- Each query is built from the lexemes that Postgres' own parser finds, the first 32 in the order of the text, cast and not parsed again:
-- no text of a caller can make an invalid query, a query of operators alone is none, and there are no negations, so that each asks for a
-- lexeme that must be there.
-- The arms on `simple` have no index and analyse the text of the visible chunks for each question. 1,000 chunks of 220 words in 3 windows each, on
-- two cores that others were busy on: candor_search_plain 30 to 50 ms, candor_search_simple 70 to 150, candor_search_prefix 0.9 s on a server and
-- 1 to 1.9 s embedded. A stored column would make each of them fast and every ingestion slower and larger, for the sake of two baselines.

create extension if not exists unaccent;

-- filtered-rrf: plainto_tsquery('english'): every lexeme must match; ranked by cover density. Reads the index, whose documents are
-- analysed in their own languages.
create function candor_search_plain(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_query tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_query := (
    select string_agg('''' || replace(replace(word.lexeme, '\', '\\'), '''', '''''') || '''', ' & ')
    from (select u.lexeme from unnest(to_tsvector('english', p_query)) as u (lexeme, positions, weights) order by u.positions[1], u.lexeme limit 32) as word
  )::tsquery;
  if v_query is null then
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

-- weighted: plainto_tsquery('simple') and cover density divided by itself + 1 (flag 32), which lies in 0..1. The index knows stems only,
-- so the text is analysed at query time, but only where it holds the letters of every word; see the figures above.
create function candor_search_simple(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[];
  v_query tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_words := array(
    select u.lexeme from unnest(to_tsvector('simple', p_query)) as u (lexeme, positions, weights) order by u.positions[1], u.lexeme limit 32
  );
  if cardinality(v_words) = 0 then
    return;
  end if;
  v_query := (select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' & ') from unnest(v_words) as word)::tsquery;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), held as materialized (
    select c.parent_id, t.body
    from chunk c
    join visible v on v.version_id = c.version_id
    join chunk_text t on t.workspace_id = p_workspace and t.chunk_id = c.chunk_id
    where c.workspace_id = p_workspace and not c.omitted
      and not exists (select 1 from unnest(v_words) as word where strpos(lower(t.body), word) = 0)
  ), ranked as (
    select h.parent_id, to_tsvector('simple', h.body) as words from held h
  )
  select r.parent_id, max(ts_rank_cd(r.words, v_query, 32))::double precision as score
  from ranked r
  where r.words @@ v_query
  group by r.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

-- two-tier: windows stand in for child chunks. Each word is a prefix, without accents, and all must begin a word of one child; when no
-- child has them all, any will do. A single letter or digit begins nearly everything and is left out. Offsets count UTF-16 units and substr
-- code points: beyond the basic plane a child begins a little later and ends as much later, so nothing is skipped.
create function candor_search_prefix(
  p_workspace uuid, p_query text, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[];
  v_all tsquery;
  v_any tsquery;
begin
  perform candor_assert_workspace(p_workspace);
  v_words := array(
    select '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':*'
    from unnest(to_tsvector('simple', public.unaccent(normalize(p_query, NFC)))) as u (lexeme, positions, weights)
    where u.lexeme !~ '^[0-9a-z]$'
    order by u.positions[1], u.lexeme
    limit 32
  );
  if cardinality(v_words) = 0 then
    return;
  end if;
  v_all := array_to_string(v_words, ' & ')::tsquery;
  v_any := array_to_string(v_words, ' | ')::tsquery;
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), span as (
    -- Another embedder may have cut the same text otherwise: the same child is read once.
    select distinct w.chunk_id, w.start_offset, w.end_offset from chunk_window w where w.workspace_id = p_workspace
  ), child as materialized (
    select c.parent_id, to_tsvector('simple', public.unaccent(substr(t.body, s.start_offset + 1, s.end_offset - s.start_offset))) as words
    from chunk c
    join visible v on v.version_id = c.version_id
    join chunk_text t on t.workspace_id = p_workspace and t.chunk_id = c.chunk_id
    join span s on s.chunk_id = c.chunk_id
    where c.workspace_id = p_workspace and not c.omitted
  ), hit as materialized (
    select h.parent_id, h.words, h.words @@ v_all as complete from child h where h.words @@ v_any
  ), mode as (
    select coalesce(bool_or(h.complete), false) as strict from hit h
  )
  select h.parent_id, max(ts_rank_cd(h.words, case when m.strict then v_all else v_any end))::double precision as score
  from hit h
  cross join mode m
  where h.complete or not m.strict
  group by h.parent_id
  order by 2 desc, 1
  limit p_limit;
end
$$;

revoke all on function candor_search_plain, candor_search_simple, candor_search_prefix from public;
grant execute on function candor_search_plain, candor_search_simple, candor_search_prefix to candor_app;
