import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Chunks of other documents that share a band with new ones. Each band is followed to 50 chunks at most: boilerplate has thousands.
 * Values: workspace, document to leave out, chunk ids, hashes as decimal text, how many a chunk.
 */
export const listBandMates = statement('knowledge.listBandMates', z.object({ chunk_id: z.string(), mate_id: z.string(), duplicate_group: z.string().nullable(), body: z.string() }), `
  select ranked.chunk_id, ranked.mate_id, ranked.duplicate_group, t.body
  from (
    select piece.chunk_id, c.chunk_id as mate_id, c.duplicate_group,
      row_number() over (partition by piece.chunk_id order by count(*) desc, c.duplicate_group is null, c.chunk_id) as place
    from unnest($3::uuid[], $4::text[]) as piece (chunk_id, hash)
    cross join lateral (
      select o.chunk_id from chunk_band o where o.workspace_id = $1 and o.hash = piece.hash::bigint limit 50
    ) as other
    join chunk c on c.workspace_id = $1 and c.chunk_id = other.chunk_id
    where c.document_id <> $2
    group by piece.chunk_id, c.chunk_id, c.duplicate_group
  ) as ranked
  join chunk_text t on t.workspace_id = $1 and t.chunk_id = ranked.mate_id
  where ranked.place <= $5
`);
