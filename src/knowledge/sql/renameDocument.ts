import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Gives a document another key unless one has it. Values: workspace, old key, new key. */
export const renameDocument = statement('knowledge.renameDocument', z.object({ document_id: z.string() }), `
  update document set key = $3
  where workspace_id = $1 and key = $2 and not exists (select 1 from document o where o.workspace_id = $1 and o.key = $3)
  returning document_id
`);
