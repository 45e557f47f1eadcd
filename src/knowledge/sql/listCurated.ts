import { statement } from '../../db/statement.ts';
import { curatedRow } from './curatedRow.ts';

/** Curated answers, all or by id, last saved first. Values: workspace, ids or null. */
export const listCurated = statement('knowledge.listCurated', curatedRow, `
  select a.curated_id, a.question, a.alternatives, a.answer, a.updated_at,
    array(
      select s.document_id from curated_source s where s.workspace_id = $1 and s.curated_id = a.curated_id order by s.document_id
    ) as source_document_ids
  from curated_answer a
  where a.workspace_id = $1 and ($2::uuid[] is null or a.curated_id = any ($2))
  order by a.updated_at desc, a.curated_id
`);
