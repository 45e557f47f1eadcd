import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The text search configurations of the documents that a reader can find, most frequent first. Reads every document: asked only where names do not settle it. Values: workspace, access groups or null. */
export const countSearchConfigs = statement(
  'retrieval.countSearchConfigs',
  z.object({ search_config: z.string() }),
  `
  select d.search_config from document d
  where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
    and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
  group by d.search_config
  order by count(*) desc, d.search_config
`,
);
