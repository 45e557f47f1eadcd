import { z } from 'zod';
import { type Named, sql, statement, visible } from '../../db/statement.ts';

/** Rows as `unnest` takes them: one array for each column. */
interface MetadataColumns {
  readonly documentIds: readonly string[];
  readonly ordinals: readonly number[];
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly numbers: readonly (number | null)[];
  readonly days: readonly (string | null)[];
}

/** Stores what documents are found by of their metadata. */
export const insertMetadata = statement(
  'knowledge.insertMetadata',
  z.object({}),
  (v: Named<MetadataColumns>) => sql`
  insert into document_metadata (workspace_id, document_id, ordinal, name, value, number, day)
  select w.workspace_id, piece.document_id, piece.ordinal, piece.name, piece.value, piece.number, piece.day
  from workspace w
  cross join unnest(${v.documentIds}::uuid[], ${v.ordinals}::integer[], ${v.names}::text[], ${v.values}::text[], ${v.numbers}::double precision[], ${v.days}::text[])
    as piece (document_id, ordinal, name, value, number, day)
  where w.workspace_id = ${v.workspaceId}
`,
);

/** Forgets the same of documents whose metadata is stored again. */
export const removeMetadata = statement(
  'knowledge.removeMetadata',
  z.object({}),
  (v: Named<{ documentIds: readonly string[] }>) => sql`
  delete from document_metadata where workspace_id = ${v.workspaceId} and document_id = any (${v.documentIds}::uuid[])
`,
);

/** Those of some names that a document has which a search of the asker may find. */
export const findMetadataNames = statement(
  'knowledge.findMetadataNames',
  z.object({ name: z.string() }),
  (v: Named<{ names: readonly string[]; accessGroups: readonly string[] | null }>) => sql`
  select n.name
  from unnest(${v.names}::text[]) as n (name)
  where exists (
    select 1
    from document_metadata m
    join document d on d.workspace_id = ${v.workspaceId} and d.document_id = m.document_id
    where m.workspace_id = ${v.workspaceId} and m.name = n.name
      and d.state = 'PUBLISHED' and d.deleted_at is null and ${visible('d', v.accessGroups)}
  )
`,
);

/**
 * The names of the metadata of documents that a search of the asker may find, by the alphabet, each with its most
 * frequent values. Of names beyond `names` those that the fewest documents have are left out.
 */
export const listMetadataValues = statement(
  'knowledge.listMetadataValues',
  z.object({ name: z.string(), value: z.string(), count: z.number() }),
  (v: Named<{ names: number; values: number; accessGroups: readonly string[] | null }>) => sql`
  select r.name, r.value, r.count
  from (
    select t.name, t.value, t.count, t.place, dense_rank() over (order by t.total desc, t.name) as name_place
    from (
      select c.name, c.value, c.count, row_number() over (partition by c.name order by c.count desc, c.value) as place,
        sum(c.count) over (partition by c.name) as total
      from (
        select m.name, m.value, count(*)::int as count
        from document_metadata m
        join document d on d.workspace_id = ${v.workspaceId} and d.document_id = m.document_id
        where m.workspace_id = ${v.workspaceId}
          and d.state = 'PUBLISHED' and d.deleted_at is null and ${visible('d', v.accessGroups)}
        group by m.name, m.value
      ) as c
    ) as t
  ) as r
  where r.place <= ${v.values} and r.name_place <= ${v.names}
  order by r.name, r.place
`,
);
