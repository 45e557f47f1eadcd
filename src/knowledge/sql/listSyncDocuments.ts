import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The documents read from a file, and whether another file holds a version of them too. Values: workspace, source, path. */
export const listSyncDocuments = statement('knowledge.listSyncDocuments', z.object({ document_id: z.string(), version_id: z.string(), shared: z.boolean() }), `
  select s.document_id, s.version_id, exists (
      select 1 from sync_document o
      where o.workspace_id = $1 and o.document_id = s.document_id and (o.source_id <> $2 or o.path <> $3)
    ) as shared
  from sync_document s
  where s.workspace_id = $1 and s.source_id = $2 and s.path = $3
`);
