import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Deletes a version with its chunks. Values: workspace, version. */
export const removeVersion = statement('knowledge.removeVersion', z.object({}), `
  delete from document_version where workspace_id = $1 and version_id = $2
`);
