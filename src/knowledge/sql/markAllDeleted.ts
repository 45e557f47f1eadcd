import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Hides documents whose file is gone from everything but a restore. Values: workspace, document ids, now. */
export const markAllDeleted = statement('knowledge.markAllDeleted', z.object({}), `
  update document set deleted_at = $3 where workspace_id = $1 and document_id = any ($2::uuid[]) and deleted_at is null
`);
