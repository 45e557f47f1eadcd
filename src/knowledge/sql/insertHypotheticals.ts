import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Hypotheticals behind the passages of their version, with the span of their passage and as omitted as it is. Their lengths follow with setChunkLengths.
 * Values: workspace, chunk ids, parent ids, positions within the parent, places kept for each parent.
 */
export const insertHypotheticals = statement('knowledge.insertHypotheticals', z.object({}), `
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted)
  select $1, piece.chunk_id, c.document_id, c.version_id, c.chunk_id, 'HYPOTHETICAL', v.chunk_count + c.ordinal * $5::int + piece.position, c.start_offset, c.end_offset, 0, 0, 0, c.omitted
  from unnest($2::uuid[], $3::uuid[], $4::int[]) as piece (chunk_id, parent_id, position)
  join chunk c on c.workspace_id = $1 and c.chunk_id = piece.parent_id
  join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
`);
