import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** Pins the sources of a curated answer to their versions that are valid now; null where none is. Values: workspace, id, now. */
export const pinCuratedSources = statement('knowledge.pinCuratedSources', z.object({}), `
  update curated_source s
  set content_hash = (
    select v.content_hash from document_version v
    where v.workspace_id = $1 and v.document_id = s.document_id and v.effective_from <= $3 and (v.effective_until is null or v.effective_until > $3)
    order by v.number desc limit 1
  )
  where s.workspace_id = $1 and s.curated_id = $2
`);
