import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Curated wordings nearest to a question, of answers that have not expired and all of whose sources the asker may read. Decided here and not
 * afterwards: what may not be shown must not take a place among the nearest.
 * Values: workspace, model fingerprint, query vector in text form, limit, the instant of expiry, access groups or null.
 */
export const searchCurated = statement(
  'retrieval.searchCurated',
  z.object({ curated_id: z.string(), lexemes: z.array(z.string()), distance: z.number() }),
  `
  select w.curated_id, w.lexemes, 1 + (w.embedding <#> $3::halfvec) as distance
  from curated_window w
  join curated_answer a on a.workspace_id = $1 and a.curated_id = w.curated_id
  where w.workspace_id = $1 and w.model = $2
    and (a.expires_at is null or a.expires_at > $5)
    and ($6::text[] is null or not exists (
      select 1
      from curated_source s
      left join document d on d.workspace_id = $1 and d.document_id = s.document_id
      where s.workspace_id = $1 and s.curated_id = w.curated_id
        and not (d.document_id is not null and (d.access_groups = '{}' or d.access_groups && $6))
    ))
  order by distance, w.curated_id
  limit $4
`,
);
