import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/**
 * Selects chunks of other documents that share bands with new ones: for each new chunk, those that share most. Each
 * band yields at most 50 chunks, because boilerplate has thousands. Bands are passed as numbers: with a cast from text,
 * row level security prevented the use of the index, and each band scanned all of the workspace's (128 bands of 8,000:
 * 78 ms, now 1).
 */
export const listBandMates = statement(
  'knowledge.listBandMates',
  z.object({
    chunk_id: z.string(),
    mate_id: z.string(),
    shared: z.number(),
    duplicate_group: z.string().nullable(),
    body: z.string(),
  }),
  (
    v: Named<{
      ids: readonly string[];
      documentIds: readonly string[];
      hashes: readonly string[];
      matesPerChunk: number;
    }>,
  ) => sql`
  select ranked.chunk_id, ranked.mate_id, ranked.shared, ranked.duplicate_group, t.body
  from (
    select piece.chunk_id, c.chunk_id as mate_id, c.duplicate_group, count(*)::int as shared,
      row_number() over (partition by piece.chunk_id order by count(*) desc, c.duplicate_group is null, c.chunk_id) as place
    from unnest(${v.ids}::uuid[], ${v.documentIds}::uuid[], ${v.hashes}::bigint[]) as piece (chunk_id, document_id, hash)
    cross join lateral (
      select o.chunk_id from chunk_band o where o.workspace_id = ${v.workspaceId} and o.hash = piece.hash limit 50
    ) as other
    join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = other.chunk_id
    where c.document_id <> piece.document_id
    group by piece.chunk_id, c.chunk_id, c.duplicate_group
  ) as ranked
  join chunk_text t on t.workspace_id = ${v.workspaceId} and t.chunk_id = ranked.mate_id
  where ranked.place <= ${v.matesPerChunk}
`,
);

/** Stores MinHash bands of chunks; equal bands of one chunk are one row. */
export const insertBands = statement(
  'knowledge.insertBands',
  z.object({}),
  (v: Named<{ ids: readonly string[]; hashes: readonly string[] }>) => sql`
  insert into chunk_band (workspace_id, chunk_id, hash)
  select w.workspace_id, piece.chunk_id, piece.hash
  from workspace w
  cross join unnest(${v.ids}::uuid[], ${v.hashes}::bigint[]) as piece (chunk_id, hash)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, hash, chunk_id) do nothing
`,
);

/** Makes chunks the first of their groups of near-duplicates. */
export const beginDuplicateGroups = statement(
  'knowledge.beginDuplicateGroups',
  z.object({}),
  (v: Named<{ ids: readonly string[] }>) => sql`
  update chunk set duplicate_group = chunk_id where workspace_id = ${v.workspaceId} and chunk_id = any (${v.ids}::uuid[]) and duplicate_group is null
`,
);
