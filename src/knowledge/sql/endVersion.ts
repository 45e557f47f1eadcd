import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Until when a version is valid. Values: workspace, version, effective until. */
export const endVersion = statement('knowledge.endVersion', z.object({}), `
  update document_version set effective_until = $3
  where workspace_id = $1 and version_id = $2
`);
