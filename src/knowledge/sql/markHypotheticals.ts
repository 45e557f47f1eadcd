import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Marks passages as gone through and tells which of them nobody had marked before: only those get hypotheticals, so that two runs store nothing twice.
 * The versions are held first: a deletion that cascades to the passages at this moment would otherwise wait for us and we for it.
 * Values: workspace, chunk ids, version ids, now.
 */
export const markHypotheticals = statement('knowledge.markHypotheticals', z.object({ chunk_id: z.string() }), `
  with held as materialized (
    select v.version_id from document_version v
    where v.workspace_id = $1 and v.version_id = any ($3::uuid[])
    order by v.version_id
    for key share
  )
  update chunk_text set hypotheticals_at = $4
  from chunk c
  join held h on h.version_id = c.version_id
  where chunk_text.workspace_id = $1 and chunk_text.chunk_id = any ($2::uuid[]) and chunk_text.hypotheticals_at is null
    and c.workspace_id = $1 and c.chunk_id = chunk_text.chunk_id
  returning chunk_text.chunk_id
`);
