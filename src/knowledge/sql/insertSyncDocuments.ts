import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Links a file to the documents read from it. Values: workspace, source, path, document ids, version ids. */
export const insertSyncDocuments = statement('knowledge.insertSyncDocuments', z.object({}), `
  insert into sync_document (workspace_id, source_id, path, document_id, version_id)
  select $1, $2, $3, read.document_id, read.version_id
  from unnest($4::uuid[], $5::uuid[]) as read (document_id, version_id)
  on conflict (workspace_id, source_id, path, document_id) do update set version_id = excluded.version_id
`);
