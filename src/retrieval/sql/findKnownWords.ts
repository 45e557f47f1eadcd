import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Which words stand in a passage that the asker may read at an instant: what candor_visible in migrations/0001_initial.sql lets through, each word looked up until its first such passage.
 * 130 words of 30,000 over 10,000 chunks take 4 ms (embedded).
 * Values: workspace, lexemes, as of, access groups or null.
 */
export const findKnownWords = statement(
  'retrieval.findKnownWords',
  z.object({ lexeme: z.string() }),
  `
  select word.lexeme
  from unnest($2::text[]) as word (lexeme)
  cross join lateral (
    select 1
    from posting p
    join chunk c on c.workspace_id = $1 and c.chunk_id = p.chunk_id
    join document_version v on v.workspace_id = $1 and v.version_id = c.version_id
    join document d on d.workspace_id = $1 and d.document_id = v.document_id
    where p.workspace_id = $1 and p.lexeme = word.lexeme
      and c.kind = 'PASSAGE' and not c.omitted
      and d.state = 'PUBLISHED' and d.deleted_at is null
      and ($4::text[] is null or d.access_groups = '{}' or d.access_groups && $4)
      and v.effective_from <= $3 and (v.effective_until is null or v.effective_until > $3)
    limit 1
  ) as passage
`,
  { prepared: true },
);
