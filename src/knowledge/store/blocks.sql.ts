import { z } from 'zod';
import { visible } from '../../db/fragments.ts';
import { type Named, sql } from '../../db/sql.ts';
import { statement } from '../../db/statement.ts';

const kind = z.enum(['HEADING', 'PARAGRAPH', 'LIST', 'TABLE', 'CODE', 'RECORD']);
/** See `SourceMap`. */
export const sourceMap = z.object({
  unit: z.enum(['PAGE', 'LINE']),
  offsets: z.array(z.number()),
  positions: z.array(z.number()),
  uncertain: z.array(z.number()).optional(),
  recognised: z.array(z.object({ page: z.number(), certainty: z.number() })).optional(),
  doubtful: z.array(z.tuple([z.number(), z.number()])).optional(),
});
const row = z.object({
  version_id: z.string(),
  text: z.string(),
  source_map: sourceMap.nullable(),
  blocks: z.array(z.tuple([kind, z.number(), z.number()]).rest(z.number())).nullable(),
});

/** The texts of some versions with their blocks, as far as the reader may see their documents. */
export const listBlocks = statement(
  'knowledge.listBlocks',
  row,
  (v: Named<{ versionIds: readonly string[]; accessGroups: readonly string[] | null; drafts: boolean }>) => sql`
  select v.version_id, t.source_map, t.text, t.blocks
  from document_version v
  join version_text t on t.workspace_id = ${v.workspaceId} and t.version_id = v.version_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = v.document_id
  where v.workspace_id = ${v.workspaceId} and v.version_id = any (${v.versionIds}::uuid[]) and d.deleted_at is null
    and ${visible('d', v.accessGroups, v.drafts)}
`,
);
