import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/** The transaction from which a later reading has to begin: nothing older can still commit. Names no table. */
export const readHorizon = statement('retrieval.readHorizon', z.object({ horizon: z.string() }), `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon
`);
