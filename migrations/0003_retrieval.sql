-- Retrieval: BM25F over three fields, the vocabulary that unknown words are compared with, one-bit codes of windows, fitted fusion weights.

-- Frequencies by field, so that a field's weight and length count (Robertson, Zaragoza and Taylor 2004). Built anew: an update in place would leave
-- the old rows behind, and the embedded database has no vacuum.
create table posting_by_field (
  workspace_id uuid not null,
  lexeme text not null,
  chunk_id uuid not null,
  body smallint not null,
  title smallint not null,
  heading smallint not null
);
insert into posting_by_field (workspace_id, lexeme, chunk_id, body, title, heading)
select t.workspace_id, word.lexeme, t.chunk_id,
  cardinality(array_positions(word.weights, 'D')), cardinality(array_positions(word.weights, 'A')), cardinality(array_positions(word.weights, 'B'))
from chunk_text t
cross join lateral unnest(t.tsv) as word;
drop table posting;
alter table posting_by_field rename to posting;
alter table posting
  add primary key (workspace_id, lexeme, chunk_id),
  add foreign key (workspace_id, chunk_id) references chunk on delete cascade;
create index posting_of_chunk on posting (workspace_id, chunk_id);

-- Lengths of the three fields in lexemes.
alter table chunk
  add column body_length integer not null default 0,
  add column title_length integer not null default 0,
  add column heading_length integer not null default 0;
update chunk set body_length = field.body, title_length = field.title, heading_length = field.heading
from (
  select p.workspace_id, p.chunk_id, sum(p.body)::int as body, sum(p.title)::int as title, sum(p.heading)::int as heading
  from posting p
  group by p.workspace_id, p.chunk_id
) as field
where chunk.workspace_id = field.workspace_id and chunk.chunk_id = field.chunk_id;
alter table chunk
  drop column lexeme_count,
  alter column body_length drop default,
  alter column title_length drop default,
  alter column heading_length drop default;

-- Sums over the passages of a version that are not omitted: the mean lengths of a corpus are read from its versions, not from its chunks.
alter table document_version
  add column passage_count integer not null default 0,
  add column body_length integer not null default 0,
  add column title_length integer not null default 0,
  add column heading_length integer not null default 0;
update document_version set passage_count = total.passages, body_length = total.body, title_length = total.title, heading_length = total.heading
from (
  select c.workspace_id, c.version_id, count(*)::int as passages, sum(c.body_length)::int as body, sum(c.title_length)::int as title, sum(c.heading_length)::int as heading
  from chunk c
  where c.kind = 'PASSAGE' and not c.omitted
  group by c.workspace_id, c.version_id
) as total
where document_version.workspace_id = total.workspace_id and document_version.version_id = total.version_id;
alter table document_version
  alter column passage_count drop default,
  alter column body_length drop default,
  alter column title_length drop default,
  alter column heading_length drop default;

-- The texts move out of the way: each search reads every version of its workspace, and short texts were stored inside the rows
-- (5,000 versions took 10 ms to go through, now 3).
create table version_text (
  workspace_id uuid not null,
  version_id uuid not null,
  text text not null,
  source_map jsonb, -- { unit, offsets, positions }
  primary key (workspace_id, version_id),
  foreign key (workspace_id, version_id) references document_version on delete cascade
);
insert into version_text (workspace_id, version_id, text, source_map)
select v.workspace_id, v.version_id, v.text, v.source_map from document_version v;
alter table document_version drop column text, drop column source_map;

-- As in 0002, with what BM25F needs of each version.
drop function candor_visible;
create function candor_visible(p_workspace uuid, p_as_of timestamptz, p_groups text[])
  returns table (version_id uuid, document_id uuid, passage_count integer, body_length integer, title_length integer, heading_length integer)
  language sql stable as $$
  select v.version_id, v.document_id, v.passage_count, v.body_length, v.title_length, v.heading_length
  from public.document_version v
  join public.document d on d.workspace_id = p_workspace and d.document_id = v.document_id
  where v.workspace_id = p_workspace
    and d.state = 'PUBLISHED' and d.deleted_at is null
    and (p_groups is null or d.access_groups = '{}' or d.access_groups && p_groups)
    and v.effective_from <= p_as_of and (v.effective_until is null or v.effective_until > p_as_of)
$$;
revoke all on function candor_visible from public;

-- Every word of a workspace once. `added` is the transaction that brought it: a reader that kept the lower bound of its last snapshot reads
-- what is new since, whatever order transactions commit in.
create table vocabulary (
  workspace_id uuid not null references workspace on delete cascade,
  lexeme text not null,
  added bigint not null,
  primary key (workspace_id, lexeme)
);
create index vocabulary_added on vocabulary (workspace_id, added);
insert into vocabulary (workspace_id, lexeme, added)
select distinct p.workspace_id, p.lexeme, pg_current_xact_id()::text::bigint from posting p;

-- The signs of a vector's components, 8 a byte, the first in the highest bit; a length that is no multiple of 64 is filled up with zeros.
create function candor_sign_code(p_embedding public.halfvec) returns bytea
  language sql immutable strict parallel safe set search_path = public, pg_temp as $$
  select string_agg(int8send(substring(filled.bits from 64 * piece + 1 for 64)::bit(64)::bigint), ''::bytea order by piece)
  from (select rpad(binary_quantize(p_embedding)::text, 64 * ((vector_dims(p_embedding) + 63) / 64), '0')::varbit as bits) as filled,
    generate_series(0, (vector_dims(p_embedding) + 63) / 64 - 1) as piece
$$;

-- The codes of all windows of a chunk, one after the other. One narrow row a chunk, because a process reads them all.
create table chunk_code (
  workspace_id uuid not null,
  model text not null,
  chunk_id uuid not null,
  codes bytea not null,
  added bigint not null, -- as in vocabulary
  primary key (workspace_id, model, chunk_id),
  foreign key (workspace_id, chunk_id) references chunk on delete cascade
);
create index chunk_code_added on chunk_code (workspace_id, model, added);
create index chunk_code_of_chunk on chunk_code (workspace_id, chunk_id);
insert into chunk_code (workspace_id, model, chunk_id, codes, added)
select w.workspace_id, w.model, w.chunk_id, string_agg(candor_sign_code(w.embedding), ''::bytea order by w.ordinal), pg_current_xact_id()::text::bigint
from chunk_window w
group by w.workspace_id, w.model, w.chunk_id;

-- Weights of the fusion that were fitted on a workspace's own questions, for one embedder and one language.
create table fusion_weights (
  workspace_id uuid not null references workspace on delete cascade,
  model text not null,
  language text not null, -- ISO 639-1 of the questions; 'und': every other
  vector_weight double precision not null,
  keyword_weight double precision not null,
  question_count integer not null,
  ndcg_before double precision not null,
  ndcg_after double precision not null,
  data_hash text not null, -- of the questions it was fitted on
  fitted_at timestamptz not null,
  primary key (workspace_id, model, language)
);

do $$
declare
  name text;
begin
  foreach name in array array['posting', 'version_text', 'vocabulary', 'chunk_code', 'fusion_weights'] loop
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

drop function candor_search_vector;
drop function candor_search_bm25;

-- The vector arm, scored exactly: the best window of each chunk, then the best chunk of each parent. p_chunks null: all windows; else those of
-- these chunks, and of a chunk only the window p_ordinals gives beside it, if it gives one. `considered` tells how many of them the caller may read, `parents`
-- of how many parents.
-- Unit vectors: the cosine distance is 1 + the negative inner product, which saves two norms a row.
create function candor_search_vector(
  p_workspace uuid, p_model text, p_query public.halfvec, p_limit integer, p_max_distance double precision,
  p_as_of timestamptz, p_groups text[], p_filter jsonb, p_chunks uuid[], p_ordinals integer[]
) returns table (parent_id uuid, distance double precision, considered bigint, parents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform candor_assert_workspace(p_workspace);
  if p_chunks is not null then
    return query
    with asked as materialized (
      select a.chunk_id, a.ordinal from unnest(p_chunks, p_ordinals) as a (chunk_id, ordinal)
    ), picked as materialized ( -- first: without statistics the planner began with every version
      select c.chunk_id, c.parent_id, c.version_id
      from chunk c
      where c.workspace_id = p_workspace and c.chunk_id = any (p_chunks) and not c.omitted
    ), candidate as materialized (
      select c.chunk_id, c.parent_id
      from picked c
      join candor_visible(p_workspace, p_as_of, p_groups) v on v.version_id = c.version_id
      where (p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f))
    ), near as materialized (
      select c.parent_id, w.embedding operator(public.<#>) p_query as distance
      from candidate c
      join asked a on a.chunk_id = c.chunk_id
      join chunk_window w on w.workspace_id = p_workspace and w.model = p_model and w.chunk_id = c.chunk_id and (a.ordinal is null or w.ordinal = a.ordinal)
    )
    select n.parent_id, 1 + min(n.distance), (select count(*) from near), (select count(distinct r.parent_id) from near r)
    from near n
    group by n.parent_id
    having 1 + min(n.distance) <= p_max_distance
    order by 2, 1
    limit p_limit;
    return;
  end if;
  -- Materialized: without statistics the planner repeated the scan for each chunk (1,240 ms for 864 windows, 25 ms with).
  return query
  with visible as materialized (
    select v.version_id from candor_visible(p_workspace, p_as_of, p_groups) v
    where p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f)
  ), nearest as materialized (
    select w.chunk_id, 1 + min(w.embedding operator(public.<#>) p_query) as distance
    from chunk_window w
    where w.workspace_id = p_workspace and w.model = p_model
    group by w.chunk_id
  )
  select c.parent_id, min(n.distance) as distance, count(*) over (), count(*) over ()
  from nearest n
  join chunk c on c.workspace_id = p_workspace and c.chunk_id = n.chunk_id
  join visible v on v.version_id = c.version_id
  where n.distance <= p_max_distance and not c.omitted
  group by c.parent_id
  order by 2, 1
  limit p_limit;
end
$$;

-- The keyword arm of the default preset: BM25F (Robertson, Zaragoza and Taylor 2004) with k1 1.2, b .75 in each field, weights body 1, title 2,
-- headings 1. Any word matches. A word of the question is a group: the lexeme itself, and words of the vocabulary that look like it, each
-- counting by its similarity (1: the lexeme; from .99: the
-- same word written otherwise) and never more than the lexeme itself when that is known; of a group only the best counts in a passage.
-- p_phrases must stand there in this order; each is a word more. Document frequencies are counted on what the caller may read at the
-- time of the search, so they are right under concurrent writes. A hypothetical is found and counts in none, because its parent does, and
-- proves nothing: matched and known words are those of passages alone. The first row has the weights of the words, and which are known.
create function candor_search_bm25(
  p_workspace uuid, p_lexemes text[], p_groups_of integer[], p_similarities double precision[], p_counts double precision[],
  p_phrases text[], p_config regconfig, p_limit integer, p_as_of timestamptz, p_groups text[], p_filter jsonb
) returns table (parent_id uuid, score double precision, matched integer[], idfs double precision[], known boolean[])
  -- No nested loops: the planner takes the steps for a few rows each and compared 44,000 pairs.
  language plpgsql stable security definer set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  perform candor_assert_workspace(p_workspace);
  return query
  with visible as materialized (
    select v.version_id, v.passage_count, v.body_length, v.title_length, v.heading_length,
      p_filter = '{}' or v.document_id in (select f.document_id from candor_filtered(p_workspace, p_filter) f) as allowed
    from candor_visible(p_workspace, p_as_of, p_groups) v
  ), corpus as materialized (
    select greatest(sum(v.passage_count), 1)::double precision as size,
      greatest(sum(v.body_length)::double precision / greatest(sum(v.passage_count), 1), 1) as body,
      greatest(sum(v.title_length)::double precision / greatest(sum(v.passage_count), 1), 1) as title,
      greatest(sum(v.heading_length)::double precision / greatest(sum(v.passage_count), 1), 1) as heading
    from visible v
  ), term as materialized (
    select t.lexeme, t.member, t.similarity from unnest(p_lexemes, p_groups_of, p_similarities) as t (lexeme, member, similarity)
  ), posted as materialized (
    select p.lexeme, p.chunk_id, p.body::double precision as body, p.title::double precision as title, p.heading::double precision as heading
    from posting p
    where p.workspace_id = p_workspace and p.lexeme = any (p_lexemes)
    union all
    select '"' || (cardinality(p_counts) - cardinality(p_phrases) + q.ordinal)::text, t.chunk_id, 1, 0, 0
    from unnest(p_phrases) with ordinality as q (phrase, ordinal)
    join chunk_text t on t.workspace_id = p_workspace and t.tsv @@ phraseto_tsquery(p_config, q.phrase)
  ), hit as materialized (
    select p.lexeme, c.chunk_id, c.parent_id, c.kind = 'PASSAGE' as counted, v.allowed,
      p.body / (0.25 + 0.75 * c.body_length / corpus.body) + 2 * p.title / (0.25 + 0.75 * c.title_length / corpus.title)
        + p.heading / (0.25 + 0.75 * c.heading_length / corpus.heading) as frequency
    from posted p
    join chunk c on c.workspace_id = p_workspace and c.chunk_id = p.chunk_id
    join visible v on v.version_id = c.version_id
    cross join corpus
    where not c.omitted
  ), held as materialized (
    select h.lexeme, count(*) filter (where h.counted) as passages from hit h group by h.lexeme
  ), weighed as materialized (
    select t.lexeme, t.member, t.similarity, coalesce(h.passages, 0) > 0 as known,
      ln(1 + (corpus.size - coalesce(h.passages, 0) + 0.5) / (coalesce(h.passages, 0) + 0.5)) as idf
    from term t
    cross join corpus
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
  ), best as materialized (
    select h.chunk_id, h.parent_id, w.member, max(w.value * h.frequency * 2.2 / (h.frequency + 1.2)) as part, bool_or(w.exact) as exact
    from hit h
    join weight w on w.lexeme = h.lexeme
    where h.allowed
    group by h.chunk_id, h.parent_id, w.member
  ), scored as materialized (
    select b.chunk_id, b.parent_id, sum(b.part) as score, array_agg(b.member) filter (where b.exact) as matched
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

revoke all on function candor_search_vector, candor_search_bm25 from public;
grant execute on function candor_search_vector, candor_search_bm25 to candor_app;
