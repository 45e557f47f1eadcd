import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Links a curated answer to the documents it rests on. Values: workspace, id, document ids. */
export const insertCuratedSources = statement('knowledge.insertCuratedSources', z.object({}), `
  insert into curated_source (workspace_id, curated_id, document_id)
  select $1, $2, source from unnest($3::uuid[]) as source
`);
