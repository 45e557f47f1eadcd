import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Sums over a version's passages that are not omitted: the mean lengths of BM25F are read from versions. Values: workspace, version. */
export const setVersionLengths = statement('knowledge.setVersionLengths', z.object({}), `
  update document_version set (passage_count, body_length, title_length, heading_length) = (
    select count(*)::int, coalesce(sum(c.body_length), 0)::int, coalesce(sum(c.title_length), 0)::int, coalesce(sum(c.heading_length), 0)::int
    from chunk c
    where c.workspace_id = $1 and c.version_id = $2 and c.kind = 'PASSAGE' and not c.omitted
  )
  where document_version.workspace_id = $1 and document_version.version_id = $2
`);
