import { statement } from '../../db/statement.ts';
import { versionRow } from './versionRow.ts';

/** Versions by id, in any order. Values: workspace, ids. */
export const findVersions = statement('knowledge.findVersions', versionRow, `
  select version_id, document_id, number, text, content_hash, effective_from, effective_until, created_at, chunk_count from document_version
  where workspace_id = $1 and version_id = any ($2::uuid[])
`);
