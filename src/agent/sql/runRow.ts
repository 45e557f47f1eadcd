import { z } from 'zod';

/** A run as the statements of this folder select it; `record` holds everything but the columns. */
export const runRow = z.object({
  run_id: z.string(),
  record: z.record(z.string(), z.unknown()),
  access_groups: z.array(z.string()).nullable(),
  created_at: z.date(),
});

export type RunRow = z.infer<typeof runRow>;
