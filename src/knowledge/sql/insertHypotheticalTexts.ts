import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The texts of hypotheticals, analysed as their document is. Title and headings are left out of the search vector: the passage has them, and in a text of
 * ten words BM25 would weigh each half as much again, so that a question with a title's word ranked passages by how short their hypotheticals are.
 * Values: workspace, chunk ids, bodies, token counts, bodies to analyse.
 */
export const insertHypotheticalTexts = statement('knowledge.insertHypotheticalTexts', z.object({}), `
  insert into chunk_text (workspace_id, chunk_id, body, section_path, tsv, content_type, token_count, quality)
  select $1, piece.chunk_id, piece.body, parent.section_path, to_tsvector(d.search_config::regconfig, piece.search_body), 'PROSE', piece.token_count, 1
  from unnest($2::uuid[], $3::text[], $4::int[], $5::text[]) as piece (chunk_id, body, token_count, search_body)
  join chunk c on c.workspace_id = $1 and c.chunk_id = piece.chunk_id
  join chunk_text parent on parent.workspace_id = $1 and parent.chunk_id = c.parent_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
`);
