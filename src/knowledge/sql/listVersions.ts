import { statement } from '../../db/statement.ts';
import { versionRow } from './versionRow.ts';

/** All versions of some documents, newest first. Values: workspace, document ids. */
export const listVersions = statement('knowledge.listVersions', versionRow, `
  select version_id, document_id, number, text, content_hash, effective_from, effective_until, created_at, chunk_count from document_version
  where workspace_id = $1 and document_id = any ($2::uuid[])
  order by number desc
`);
