import { z } from 'zod';

const timings = z.object({ totalMillis: z.number(), parseMillis: z.number(), chunkMillis: z.number(), embedMillis: z.number(), storeMillis: z.number() });
const fault = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

/** A job as the statements of this folder select it. */
export const jobRow = z.object({
  job_id: z.string(), label: z.string(), state: z.enum(['RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']), total: z.number(),
  timings: timings.nullable(), error: fault.nullable(), created_at: z.date(), started_at: z.date().nullable(), finished_at: z.date().nullable(),
  done: z.number(), created: z.number(), updated: z.number(), unchanged: z.number(), moved: z.number(), deleted: z.number(), failed: z.number(),
});

export type JobRow = z.infer<typeof jobRow>;
