import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The canonical text of a version, where it stands in its source, and its blocks. Values: workspace, version, text, source map as JSON, blocks as JSON. */
export const insertVersionText = statement('knowledge.insertVersionText', z.object({}), `
  insert into version_text (workspace_id, version_id, text, source_map, blocks) values ($1, $2, $3, $4::jsonb, $5::jsonb)
`);
