import { z } from 'zod';
import { statement } from '../../db/statement.ts';
import { settingsRow } from '../../workspaces/workspaces.sql.ts';

/**
 * Everything needed to read a question, in one statement: its workspace's settings and embedder; the text search
 * configurations of the documents that the asker can find; fitted weights of the fusion (those of the language before
 * 'und'); the words added in or after the transaction `$3`; the transaction from which the next reading has to start
 * (nothing older can still commit); the question's own words (as in analyseWords) by the configuration that it probably
 * gets; and whether there are curated answers, of whatever source. No row: there is no such workspace. The configurations come by name. The query walks the index from
 * one to the next (a "loose index scan"), because a count would read each document: 0.8 to 2 ms for 11,000 documents
 * instead of 23 (embedded), 0.5 instead of 4 to 7 (server; both on a busy machine). They are not cached: for its whole
 * lifetime, a cache would analyse questions wrongly in the language of a new document. Values: workspace, access groups
 * or null, transaction, limit of words, model fingerprint, ISO 639-1 code; text, its probable text search
 * configuration, that of the question's own language.
 */
export const readPreparation = statement(
  'retrieval.readPreparation',
  settingsRow.extend({
    embedder: z.string().nullable(),
    search_configs: z.array(z.string()),
    horizon: z.string(),
    lexemes: z.array(z.string()),
    vector_weight: z.number().nullable(),
    keyword_weight: z.number().nullable(),
    own_lexemes: z.array(z.string()),
    own_counts: z.array(z.number()),
    own_kept: z.array(z.boolean()),
    has_curated: z.boolean(),
  }),
  `
  with recursive held (search_config) as (
    (
      select d.search_config from document d
      where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
        and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
      order by d.search_config
      limit 1
    )
    union all
    select (
      select d.search_config from document d
      where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
        and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
        and d.search_config > held.search_config
      order by d.search_config
      limit 1
    )
    from held
    where held.search_config is not null
  ), fitted as (
    select f.vector_weight, f.keyword_weight from fusion_weights f
    where f.workspace_id = $1 and f.model = $5 and f.language = any (array[$6, 'und'])
    order by f.language = 'und'
    limit 1
  ), own as materialized (
    select word.lexeme, cardinality(word.positions) as count, word.positions && other.positions as kept, word.positions[1] as place
    from unnest(to_tsvector($8::text::regconfig, $7)) as word
    cross join (
      select coalesce(array_agg(place), '{}')::smallint[] as positions
      from unnest(to_tsvector($9::text::regconfig, $7)) as own, unnest(own.positions) as place
    ) as other
  )
  select w.default_millis, w.default_rounds, w.default_tokens, w.max_millis, w.max_rounds, w.max_tokens, w.gate_caution, w.gate_from, w.wording, w.facts_epoch,
    w.embedder, array(select held.search_config from held where held.search_config is not null) as search_configs, pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
    array(select v.lexeme from vocabulary v where v.workspace_id = $1 and v.added >= $3::bigint limit $4) as lexemes,
    (select fitted.vector_weight from fitted) as vector_weight, (select fitted.keyword_weight from fitted) as keyword_weight,
    array(select own.lexeme from own order by own.place, own.lexeme) as own_lexemes, array(select own.count from own order by own.place, own.lexeme) as own_counts,
    array(select own.kept from own order by own.place, own.lexeme) as own_kept,
    exists (select 1 from curated_window c where c.workspace_id = $1 and c.model = $5) as has_curated
  from workspace w
  where w.workspace_id = $1
`,
  // Kept by the embedded database, its plan takes 3.2 ms for 1.8.
  { prepared: 'SERVER' },
);

/**
 * The transaction from which on words can still be added, by the clock of the server that the client is connected to:
 * nothing older can still commit. Values: none.
 */
export const readHorizon = statement(
  'retrieval.readHorizon',
  z.object({ horizon: z.string() }),
  'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
);

/**
 * The text search configurations of the documents that a reader can find, most frequent first. Reads every document, so
 * it runs only if the names do not settle the choice. Values: workspace, access groups or null.
 */
export const countSearchConfigs = statement(
  'retrieval.countSearchConfigs',
  z.object({ search_config: z.string() }),
  `
  select d.search_config from document d
  where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
    and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
  group by d.search_config
  order by count(*) desc, d.search_config
`,
);

/**
 * The words of a question in order: each lexeme once, how often it occurs, and whether another analysis (that of the
 * question's own language) keeps it. Values: text, text search configuration, the other configuration. Reads no table.
 */
export const analyseWords = statement(
  'retrieval.analyseWords',
  z.object({ lexeme: z.string(), count: z.number(), kept: z.boolean() }),
  `
  select word.lexeme, cardinality(word.positions) as count, word.positions && other.positions as kept
  from unnest(to_tsvector($2::text::regconfig, $1)) as word
  cross join (
    select coalesce(array_agg(place), '{}')::smallint[] as positions
    from unnest(to_tsvector($3::text::regconfig, $1)) as own, unnest(own.positions) as place
  ) as other
  order by word.positions[1]
`,
  { prepared: true },
);

/**
 * The lexemes of texts, by the same analysis as the index. Values: texts, text search configuration. Reads no table.
 */
export const analyse = statement(
  'retrieval.analyse',
  z.object({ lexemes: z.array(z.string()) }),
  `
  select tsvector_to_array(to_tsvector($2::text::regconfig, piece.body)) as lexemes
  from unnest($1::text[]) with ordinality as piece (body, ordinal)
  order by piece.ordinal
`,
  { prepared: true },
);

/**
 * Which words occur in a passage that the asker may read at an instant: one that candor_visible in
 * migrations/0001_initial.sql lets through. Each word is looked up until its first such passage, and each passage by its
 * keys: `offset 0` keeps the planner from another order. For a workspace that is younger than the statistics it expects
 * one row of each table, and then any index will do: with joins, 27 words over 150 chunks took minutes. 130 words of
 * 30,000 over 10,000 chunks take 4 ms (embedded).
 *
 * For an asker with groups who may read 1,000 passages of 500 versions or fewer, the chunks that may be read come first
 * and are looked up among the postings of the word, in one walk of the index that skips the others: a word of 5,000
 * hidden documents took 51 ms and one of none .6, now both take 4 (docs/decisions/hidden-postings.md). Values: workspace,
 * lexemes, as of, access groups or null.
 */
export const findKnownWords = statement(
  'retrieval.findKnownWords',
  z.object({ lexeme: z.string() }),
  `
  with readable as materialized (
    select v.version_id, v.passage_count
    from document d
    cross join lateral (
      select o.version_id, o.passage_count from document_version o
      where o.workspace_id = $1 and o.document_id = d.document_id
        and o.effective_from <= $3 and (o.effective_until is null or o.effective_until > $3)
      offset 0
    ) as v
    where $4::text[] is not null
      and d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
      and (d.access_groups = '{}' or d.access_groups && $4)
    limit 501
  ), few as materialized (
    select case when $4 is not null and (select count(*) <= 500 and coalesce(sum(s.passage_count), 0) <= 1000 from readable s)
      then coalesce(array_agg(c.chunk_id), '{}') end as chunks
    from readable r
    cross join lateral (
      select o.chunk_id from chunk o
      where o.workspace_id = $1 and o.version_id = r.version_id and o.kind = 'PASSAGE' and not o.omitted
      offset 0
    ) as c
    where (select count(*) <= 500 and coalesce(sum(s.passage_count), 0) <= 1000 from readable s)
  )
  select word.lexeme
  from unnest($2::text[]) as word (lexeme)
  where case when (select few.chunks from few) is not null then exists (
    select 1
    from posting p
    where p.workspace_id = $1 and p.lexeme = word.lexeme and p.chunk_id = any ((select few.chunks from few)::uuid[])
    offset 0
  ) else exists (
    select 1
    from posting p
    where p.workspace_id = $1 and p.lexeme = word.lexeme and exists (
      select 1
      from chunk c
      where c.workspace_id = $1 and c.chunk_id = p.chunk_id and c.kind = 'PASSAGE' and not c.omitted and exists (
        select 1
        from document_version v
        where v.workspace_id = $1 and v.version_id = c.version_id
          and v.effective_from <= $3 and (v.effective_until is null or v.effective_until > $3) and exists (
          select 1
          from document d
          where d.workspace_id = $1 and d.document_id = v.document_id
            and d.state = 'PUBLISHED' and d.deleted_at is null
            and ($4::text[] is null or d.access_groups = '{}' or d.access_groups && $4)
          offset 0
        )
        offset 0
      )
      offset 0
    )
    offset 0
  ) end
`,
  { prepared: true },
);
