import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * The text search configurations of the documents that a reader can find, by name. Runs with each question, so it walks the index from one configuration to the next
 * (a "loose index scan") where a count would read each document:
 * 0.8 to 2 ms for 11,000 documents where the count takes 23 (embedded), 0.5 where it takes 4 to 7 (server; both on a busy machine). Not cached: a cache would analyse a new document's language wrongly for as long as it lives.
 * Values: workspace, access groups or null.
 */
export const listSearchConfigs = statement('retrieval.listSearchConfigs', z.object({ search_config: z.string() }), `
  with recursive held (search_config) as (
    (
      select d.search_config from document d
      where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
        and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
      order by d.search_config
      limit 1
    )
    union all
    select (
      select d.search_config from document d
      where d.workspace_id = $1 and d.state = 'PUBLISHED' and d.deleted_at is null
        and ($2::text[] is null or d.access_groups = '{}' or d.access_groups && $2)
        and d.search_config > held.search_config
      order by d.search_config
      limit 1
    )
    from held
    where held.search_config is not null
  )
  select held.search_config from held where held.search_config is not null
`);
