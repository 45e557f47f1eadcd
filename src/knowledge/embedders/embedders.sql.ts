import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

/** Counts the documents of a workspace by language, without deleted ones. */
export const countLanguages = statement(
  'knowledge.countLanguages',
  z.object({ language: z.string().nullable(), documents: z.number() }),
  (v: Named<object>) => sql`
  select d.language, count(*)::int as documents
  from document d
  where d.workspace_id = ${v.workspaceId} and d.deleted_at is null
  group by d.language
`,
);
