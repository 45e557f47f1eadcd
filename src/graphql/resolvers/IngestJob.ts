import { CandorError } from '../../errors.ts';
import type { IngestJobResolvers } from '../generated/types.ts';

const maxItems = 100;

export const IngestJob: IngestJobResolvers = {
  doneCount: ({ counts }) => counts.done,
  createdCount: ({ counts }) => counts.created,
  updatedCount: ({ counts }) => counts.updated,
  unchangedCount: ({ counts }) => counts.unchanged,
  movedCount: ({ counts }) => counts.moved,
  deletedCount: ({ counts }) => counts.deleted,
  failedCount: ({ counts }) => counts.failed,
  items: ({ id }, { first, after }, { app, caller }) => {
    if (first < 1 || first > maxItems) throw new CandorError('BAD_INPUT', `first must be a whole number from 1 to ${maxItems}.`, { details: { field: 'first' } });
    return app.jobs.items(caller, id, first, after ?? -1);
  },
};
