import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

const chunkTextRow = z.object({
  chunk_id: z.string(),
  kind: z.enum(['PASSAGE', 'HYPOTHETICAL']),
  title: z.string(),
  section_path: z.array(z.string()),
  body: z.string(),
});

export type ChunkTextRow = z.infer<typeof chunkTextRow>;

/**
 * Selects the texts of chunks with their titles and section paths, in a stable order, a page at a time: of all, or of
 * those without vectors of a model.
 */
export const listChunkTexts = statement(
  'knowledge.listChunkTexts',
  chunkTextRow,
  (v: Named<{ after: string | null; limit: number; lacking: string | null }>) => sql`
  select t.chunk_id, c.kind, d.title, t.section_path, t.body
  from chunk_text t
  join chunk c on c.workspace_id = ${v.workspaceId} and c.chunk_id = t.chunk_id
  join document d on d.workspace_id = ${v.workspaceId} and d.document_id = c.document_id
  where t.workspace_id = ${v.workspaceId} and (${v.after}::uuid is null or t.chunk_id > ${v.after})
    and (${v.lacking}::text is null or not exists (
      select from chunk_window w where w.workspace_id = ${v.workspaceId} and w.model = ${v.lacking} and w.chunk_id = t.chunk_id
    ))
  order by t.chunk_id
  limit ${v.limit}
`,
);

/** Counts the chunks, all or without vectors of a model. */
export const countChunkTexts = statement(
  'knowledge.countChunkTexts',
  z.object({ chunks: z.number() }),
  (v: Named<{ lacking: string | null }>) => sql`
  select count(*)::int as chunks
  from chunk_text t
  where t.workspace_id = ${v.workspaceId} and (${v.lacking}::text is null or not exists (
    select from chunk_window w where w.workspace_id = ${v.workspaceId} and w.model = ${v.lacking} and w.chunk_id = t.chunk_id
  ))
`,
);

/** Selects the wordings of curated answers, all or by id. */
export const listCurated = statement(
  'knowledge.listCurated',
  z.object({
    curated_id: z.string(),
    question: z.string(),
    alternatives: z.array(z.string()),
  }),
  (v: Named<{ ids: readonly string[] | null }>) => sql`
  select a.curated_id, a.question, a.alternatives
  from curated_answer a
  where a.workspace_id = ${v.workspaceId} and (${v.ids}::uuid[] is null or a.curated_id = any (${v.ids}))
  order by a.curated_id
`,
);

/** Deletes the vectors of every model but one. */
export const removeOtherWindows = statement(
  'knowledge.removeOtherWindows',
  z.object({}),
  (v: Named<{ model: string }>) => sql`
  delete from chunk_window where workspace_id = ${v.workspaceId} and model <> ${v.model}
`,
);

/** Deletes the codes of every model but one. */
export const removeOtherCodes = statement(
  'knowledge.removeOtherCodes',
  z.object({}),
  (v: Named<{ model: string }>) => sql`
  delete from chunk_code where workspace_id = ${v.workspaceId} and model <> ${v.model}
`,
);

/** Deletes the vectors that other models made of curated wordings. */
export const removeOtherCuratedWindows = statement(
  'knowledge.removeOtherCuratedWindows',
  z.object({}),
  (v: Named<{ model: string }>) => sql`
  delete from curated_window where workspace_id = ${v.workspaceId} and model <> ${v.model}
`,
);
