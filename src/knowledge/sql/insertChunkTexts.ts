import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The texts of chunks with their search vectors: title weighs A, headings B, body D. Section paths come as JSON arrays. Values: workspace, title, chunk ids, bodies, section paths. */
export const insertChunkTexts = statement('knowledge.insertChunkTexts', z.object({}), `
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv)
  select $1, piece.chunk_id, piece.body, path.headings,
    setweight(to_tsvector('english', $2), 'A') || setweight(to_tsvector('english', array_to_string(path.headings, ' ')), 'B') || to_tsvector('english', piece.body)
  from unnest($3::uuid[], $4::text[], $5::text[]) as piece (chunk_id, body, headings),
    lateral (select coalesce(array_agg(heading), '{}') as headings from jsonb_array_elements_text(piece.headings::jsonb) as heading) as path
`);
