import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The passages of a version that a stretch of its text stands in, in order. Who may see the document is the caller's to know. Values: workspace, version, start, end. */
export const listSpanChunks = statement(
  'retrieval.listSpanChunks',
  z.object({ chunk_id: z.string() }),
  `
  select c.chunk_id
  from chunk c
  where c.workspace_id = $1 and c.version_id = $2 and c.kind = 'PASSAGE' and c.start_offset < $4 and c.end_offset > $3
  order by c.ordinal
`,
);
