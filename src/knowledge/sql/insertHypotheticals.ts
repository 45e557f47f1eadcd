import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Hypotheticals behind the passages of their version, with the span of their passage and as omitted as it is. Their length for BM25 counts their own words.
 * Values: workspace, chunk ids, parent ids, positions within the parent, bodies, places kept for each parent.
 */
export const insertHypotheticals = statement('knowledge.insertHypotheticals', z.object({}), `
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, lexeme_count, omitted)
  select $1, piece.chunk_id, c.document_id, c.version_id, c.chunk_id, 'HYPOTHETICAL', v.chunk_count + c.ordinal * $6::int + piece.position, c.start_offset, c.end_offset,
    (select coalesce(sum(cardinality(word.positions)), 0)::int from unnest(to_tsvector(d.search_config::regconfig, piece.body)) as word), c.omitted
  from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[]) as piece (chunk_id, parent_id, position, body)
  join chunk c on c.workspace_id = $1 and c.chunk_id = piece.parent_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
  join document d on d.workspace_id = $1 and d.document_id = c.document_id
`);
