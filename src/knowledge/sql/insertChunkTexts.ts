import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The texts of chunks with their search vectors: title weighs A, headings B, body D. Section paths come as JSON arrays. What is analysed comes apart
 * from what is shown (searchText).
 * Values: workspace, title to analyse, chunk ids, bodies, section paths, search configuration, content types, token counts, qualities, omit reasons, omit overrides, bodies to analyse, headings to analyse.
 */
export const insertChunkTexts = statement('knowledge.insertChunkTexts', z.object({}), `
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality, omit_reason, omit_override)
  select $1, piece.chunk_id, piece.body, path.headings,
    setweight(to_tsvector($6::regconfig, $2), 'A') || setweight(to_tsvector($6::regconfig, piece.search_headings), 'B') || to_tsvector($6::regconfig, piece.search_body),
    piece.content_type, piece.token_count, piece.quality, piece.omit_reason, piece.omit_override
  from unnest($3::uuid[], $4::text[], $5::text[], $7::text[], $8::int[], $9::real[], $10::text[], $11::boolean[], $12::text[], $13::text[])
      as piece (chunk_id, body, headings, content_type, token_count, quality, omit_reason, omit_override, search_body, search_headings),
    lateral (select coalesce(array_agg(heading), '{}') as headings from jsonb_array_elements_text(piece.headings::jsonb) as heading) as path
`);
