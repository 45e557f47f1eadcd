import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The text search configurations of the documents that a reader can find, most frequent first. Runs with each question and is not cached: a cache
 * would analyse a new document's language wrongly for as long as it lives, and the count takes 2 ms at 1,000 documents, 8 ms at 10,000 (embedded, a busy machine). Values: workspace, access groups or null.
 */
export const listSearchConfigs = statement('retrieval.listSearchConfigs', z.object({ search_config: z.string() }), `
  select d.search_config from document d
  where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
    and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
  group by d.search_config
  order by count(*) desc, d.search_config
`);
