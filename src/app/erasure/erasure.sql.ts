import { z } from 'zod';
import { statement } from '../../db/statement.ts';

/**
 * Deletes the runs of an asker and all replays of them, whoever replayed them: they contain the same question. Values:
 * workspace, asker.
 */
export const removeRunsOf = statement(
  'app.removeRunsOf',
  z.object({ run_id: z.string() }),
  `
  with recursive gone as (
    select r.run_id from run r where r.workspace_id = $1 and r.asked_by = $2
    union
    select c.run_id from gone g join run c on c.workspace_id = $1 and c.replay_of = g.run_id
  )
  delete from run where workspace_id = $1 and run_id in (select gone.run_id from gone)
  returning run_id
`,
);

/** Deletes the feedback that a person gave on runs. Values: workspace, giver. */
export const removeFeedbackOf = statement(
  'app.removeFeedbackOf',
  z.object({ feedback_id: z.string() }),
  `
  delete from feedback where workspace_id = $1 and given_by = $2 returning feedback_id
`,
);

/** Deletes a person's allowance and reservations. Values: workspace, holder. */
export const removeSpendingOf = statement(
  'app.removeSpendingOf',
  z.object({}),
  `
  with reserved as (delete from reservation r where r.workspace_id = $1 and r.holder_id = $2)
  delete from allowance a where a.workspace_id = $1 and a.holder_id = $2
`,
);

/**
 * Deletes the documents of an author, whatever their state, with their versions, chunks and vectors. Values: workspace,
 * author.
 */
export const removeDocumentsBy = statement(
  'app.removeDocumentsBy',
  z.object({ document_id: z.string() }),
  `
  delete from document where workspace_id = $1 and lower(author) = lower($2) returning document_id
`,
);
