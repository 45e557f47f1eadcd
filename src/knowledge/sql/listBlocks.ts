import { z } from 'zod';
import { statement } from '../../db/statement.ts';

const kind = z.enum(['HEADING', 'PARAGRAPH', 'LIST', 'TABLE', 'CODE', 'RECORD']);
const row = z.object({ version_id: z.string(), text: z.string(), blocks: z.array(z.tuple([kind, z.number(), z.number()]).rest(z.number())).nullable() });

/** The texts of some versions with their blocks, as far as the reader may see their documents. Values: workspace, version ids, access groups or null. */
export const listBlocks = statement('knowledge.listBlocks', row, `
  select v.version_id, t.text, t.blocks
  from document_version v
  join version_text t on t.workspace_id = $1 and t.version_id = v.version_id
  join document d on d.workspace_id = $1 and d.document_id = v.document_id
  where v.workspace_id = $1 and v.version_id = any ($2::uuid[]) and d.deleted_at is null
    and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3)
`);
