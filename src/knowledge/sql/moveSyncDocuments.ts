import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Hands the documents of one file to another. Values: workspace, source, from, to. */
export const moveSyncDocuments = statement('knowledge.moveSyncDocuments', z.object({}), `
  update sync_document set path = $4 where workspace_id = $1 and source_id = $2 and path = $3
`);
