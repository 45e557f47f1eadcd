import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The chunks of one version, one array a column. Their lengths follow with setChunkLengths. Values: workspace, document, version, chunk ids, ordinals, starts, ends, omitted. */
export const insertChunks = statement('knowledge.insertChunks', z.object({}), `
  insert into chunk (workspace_id, chunk_id, document_id, version_id, parent_id, kind, ordinal, start_offset, end_offset, body_length, title_length, heading_length, omitted)
  select $1, piece.chunk_id, $2, $3, piece.chunk_id, 'PASSAGE', piece.ordinal, piece.start_offset, piece.end_offset, 0, 0, 0, piece.omitted
  from unnest($4::uuid[], $5::int[], $6::int[], $7::int[], $8::boolean[]) as piece (chunk_id, ordinal, start_offset, end_offset, omitted)
`);
