import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The wordings of a curated answer with vectors, and with the lexemes of wording and answer. Values: workspace, model fingerprint, id, ordinals, wordings, vectors, answer. */
export const insertCuratedWindows = statement('knowledge.insertCuratedWindows', z.object({}), `
  insert into curated_window (workspace_id, model, curated_id, ordinal, wording, lexemes, embedding)
  select $1, $2, $3, piece.ordinal, piece.wording, tsvector_to_array(to_tsvector('english', piece.wording || ' ' || $7)), piece.embedding::halfvec
  from unnest($4::int[], $5::text[], $6::text[]) as piece (ordinal, wording, embedding)
  on conflict (workspace_id, model, curated_id, ordinal) do nothing
`);
