import { z } from 'zod';
import { type Named, sql, statement } from '../../db/statement.ts';

const timings = z.object({
  totalMillis: z.number(),
  parseMillis: z.number(),
  chunkMillis: z.number(),
  embedMillis: z.number(),
  storeMillis: z.number(),
});
const progress = z.object({
  phase: z.enum(['READING', 'CUTTING', 'EMBEDDING', 'STORING']),
  current: z.string(),
  done: z.number().nullable(),
  total: z.number().nullable(),
  secondsLeft: z.number().nullable(),
});
const fault = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

/** The columns of a job. */
const jobRow = z.object({
  job_id: z.string(),
  label: z.string(),
  state: z.enum(['RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  total: z.number(),
  timings: timings.nullable(),
  progress: progress.nullable(),
  error: fault.nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  moved: z.number(),
  deleted: z.number(),
  failed: z.number(),
});

export type JobRow = z.infer<typeof jobRow>;

const result = z.object({
  key: z.string(),
  status: z.enum(['CREATED', 'UPDATED', 'UNCHANGED', 'FAILED']),
  documentId: z.string().nullable(),
  versionId: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
});

/** The columns of an item. Only the job code writes `source`. */
const itemRow = z.object({
  ordinal: z.number(),
  name: z.string(),
  action: z.enum(['INGEST', 'MOVE', 'DELETE']),
  source: z.looseObject({ kind: z.string() }),
  reason: z.string(),
  state: z.enum(['PENDING', 'DONE', 'FAILED']),
  results: z.array(result),
  finished_at: z.date().nullable(),
});

export type ItemRow = z.infer<typeof itemRow>;

export const insertJob = statement(
  'knowledge.insertJob',
  z.object({}),
  (
    v: Named<{
      id: string;
      label: string;
      state: string;
      sourceId: string | null;
      total: number;
      options: string;
      now: Date;
    }>,
  ) => sql`
  insert into ingest_job (workspace_id, job_id, label, state, source_id, total, options, timings, created_at)
  values (${v.workspaceId}, ${v.id}, ${v.label}, ${v.state}, ${v.sourceId}, ${v.total}, ${v.options}::jsonb, 'null'::jsonb, ${v.now})
`,
);

/** Selects jobs with the counts of their items' results: by id, or a page, newest first. */
export const findJobs = statement(
  'knowledge.findJobs',
  jobRow,
  (
    v: Named<{
      ids: readonly string[] | null;
      limit: number;
      createdBefore: Date | null;
      idBefore: string | null;
    }>,
  ) => sql`
  select j.job_id, j.label, j.state, j.total, j.timings, j.progress, j.error, j.created_at, j.started_at, j.finished_at,
    tally.done, tally.created, tally.updated, tally.unchanged, tally.moved, tally.deleted, tally.failed
  from ingest_job j
  cross join lateral (
    select count(*) filter (where i.state <> 'PENDING')::int as done,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "CREATED")'))), 0)::int as created,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "UPDATED")'))), 0)::int as updated,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "UNCHANGED")'))), 0)::int as unchanged,
      count(*) filter (where i.action = 'MOVE' and i.state = 'DONE')::int as moved,
      count(*) filter (where i.action = 'DELETE' and i.state = 'DONE')::int as deleted,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(i.results, '$[*] ? (@.status == "FAILED")'))), 0)::int as failed
    from ingest_item i
    where i.workspace_id = ${v.workspaceId} and i.job_id = j.job_id
  ) as tally
  where j.workspace_id = ${v.workspaceId} and (${v.ids}::uuid[] is null or j.job_id = any (${v.ids}))
    and (${v.createdBefore}::timestamptz is null or (j.created_at, j.job_id) < (${v.createdBefore}, ${v.idBefore}::uuid))
  order by j.created_at desc, j.job_id desc
  limit ${v.limit}
`,
);

/** Counts the jobs on all pages. */
export const countJobs = statement(
  'knowledge.countJobs',
  z.object({ total: z.number() }),
  (v: Named<unknown>) => sql`
  select count(*)::int as total from ingest_job where workspace_id = ${v.workspaceId}
`,
);

/** Queues a job whose bytes have all arrived. */
export const queueJob = statement(
  'knowledge.queueJob',
  z.object({ job_id: z.string() }),
  (v: Named<{ jobId: string; total: number }>) => sql`
  update ingest_job set state = 'QUEUED', total = ${v.total} where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and state = 'RECEIVING' returning job_id
`,
);

/** Ends a job that is not over yet. */
export const endJob = statement(
  'knowledge.endJob',
  z.object({ job_id: z.string() }),
  (v: Named<{ jobId: string; state: string; timings: string | null; error: string | null; now: Date }>) => sql`
  update ingest_job set state = ${v.state}, timings = coalesce(${v.timings}::jsonb, timings), error = ${v.error}::jsonb, finished_at = ${v.now}, lease_owner = null, lease_until = null
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and state in ('RECEIVING', 'QUEUED', 'RUNNING')
  returning job_id
`,
);

/** Deletes a job with its items and bytes. */
export const removeJob = statement(
  'knowledge.removeJob',
  z.object({}),
  (v: Named<{ jobId: string }>) => sql`
  delete from ingest_job where workspace_id = ${v.workspaceId} and job_id = ${v.jobId}
`,
);

/**
 * Cancels unfinished earlier jobs of a source, because the new plan covers them. Jobs that a process is working on
 * stay. On the embedded database `owner` names the only process there can be.
 */
export const supersedeJobs = statement(
  'knowledge.supersedeJobs',
  z.object({}),
  (v: Named<{ sourceId: string; now: Date; owner: string | null }>) => sql`
  update ingest_job set state = 'CANCELLED', finished_at = ${v.now}, lease_owner = null, lease_until = null
  where workspace_id = ${v.workspaceId} and source_id = ${v.sourceId} and state in ('QUEUED', 'RUNNING') and (lease_until is null or lease_until < now() or lease_owner <> ${v.owner})
`,
);

/**
 * Takes an unfinished job that no process is working on. No row: it is over, or another process has it. Leases go by the
 * database's clock: those of two machines may differ by more than a lease. `isAlone`: no other process can have it.
 */
export const takeLease = statement(
  'knowledge.takeLease',
  z.object({ source_id: z.string().nullable(), options: z.record(z.string(), z.unknown()) }),
  (v: Named<{ jobId: string; leaseOwner: string; isAlone: boolean; now: Date; leaseSeconds: number }>) => sql`
  update ingest_job set state = 'RUNNING', started_at = coalesce(started_at, ${v.now}), lease_owner = ${v.leaseOwner}, lease_until = now() + make_interval(secs => ${v.leaseSeconds})
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and state in ('QUEUED', 'RUNNING') and (lease_owner is null or lease_owner = ${v.leaseOwner} or lease_until < now() or ${v.isAlone})
  returning source_id, options
`,
);

/** Renews the lease and stores the timings so far. No row: the job was cancelled, or another process took it. */
export const renewLease = statement(
  'knowledge.renewLease',
  z.object({ state: z.string() }),
  (v: Named<{ jobId: string; leaseOwner: string; leaseSeconds: number; timings: string }>) => sql`
  update ingest_job set lease_until = now() + make_interval(secs => ${v.leaseSeconds}), timings = ${v.timings}::jsonb
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and lease_owner = ${v.leaseOwner} and state = 'RUNNING'
  returning state
`,
);

/** Stores what a job is doing. No row: the job was cancelled, or another process took it. */
export const noteProgress = statement(
  'knowledge.noteProgress',
  z.object({ state: z.string() }),
  (v: Named<{ jobId: string; leaseOwner: string; progress: string }>) => sql`
  update ingest_job set progress = ${v.progress}::jsonb
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and lease_owner = ${v.leaseOwner} and state = 'RUNNING'
  returning state
`,
);

/** Releases an unfinished job. */
export const releaseLease = statement(
  'knowledge.releaseLease',
  z.object({}),
  (v: Named<{ jobId: string; leaseOwner: string }>) => sql`
  update ingest_job set state = 'QUEUED', lease_owner = null, lease_until = null
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and lease_owner = ${v.leaseOwner} and state = 'RUNNING'
`,
);

/** Frees the leases of processes that are gone. */
export const freeLeases = statement(
  'knowledge.freeLeases',
  z.object({}),
  (v: Named<{ leaseOwner: string }>) => sql`
  update ingest_job set lease_owner = null, lease_until = null where workspace_id = ${v.workspaceId} and state = 'RUNNING' and lease_owner <> ${v.leaseOwner}
`,
);

/** Selects unfinished jobs that read no files from one machine. */
export const listUnfinishedJobs = statement(
  'knowledge.listUnfinishedJobs',
  z.object({ job_id: z.string(), state: z.string() }),
  (v: Named<unknown>) => sql`
  select job_id, state from ingest_job where workspace_id = ${v.workspaceId} and source_id is null and state in ('RECEIVING', 'QUEUED', 'RUNNING') order by created_at
`,
);

/**
 * Selects a job that embeds a workspace again with a model and is not completed: at work, or stopped by a person. One
 * that failed is tried again, but not by what it sets off itself (`after`).
 */
export const findRenewal = statement(
  'knowledge.findRenewal',
  z.object({ job_id: z.string(), state: z.string() }),
  (v: Named<{ model: string; after: string | null }>) => sql`
  select j.job_id, j.state
  from ingest_job j
  join ingest_item i on i.workspace_id = ${v.workspaceId} and i.job_id = j.job_id
  where j.workspace_id = ${v.workspaceId} and i.source ->> 'kind' = 'VECTORS' and i.source ->> 'model' = ${v.model}
    and (j.state not in ('COMPLETED', 'FAILED') or j.state = 'FAILED' and j.job_id = ${v.after}::uuid)
  limit 1
`,
);

export const insertItems = statement(
  'knowledge.insertItems',
  z.object({}),
  (
    v: Named<{
      jobId: string;
      ordinals: readonly number[];
      names: readonly string[];
      actions: readonly string[];
      sources: readonly string[];
      reasons: readonly string[];
    }>,
  ) => sql`
  insert into ingest_item (workspace_id, job_id, ordinal, name, action, source, reason, state, results)
  select w.workspace_id, ${v.jobId}, item.ordinal, item.name, item.action, item.source::jsonb, item.reason, 'PENDING', '[]'::jsonb
  from workspace w
  cross join unnest(${v.ordinals}::int[], ${v.names}::text[], ${v.actions}::text[], ${v.sources}::text[], ${v.reasons}::text[]) as item (ordinal, name, action, source, reason)
  where w.workspace_id = ${v.workspaceId}
`,
);

/** Selects items of a job in order. */
export const listItems = statement(
  'knowledge.listItems',
  itemRow,
  (v: Named<{ jobId: string; after: number; limit: number; state: string | null; action: string | null }>) => sql`
  select ordinal, name, action, source, reason, state, results, finished_at from ingest_item
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and ordinal > ${v.after} and (${v.state}::text is null or state = ${v.state}) and (${v.action}::text is null or action = ${v.action})
  order by ordinal
  limit ${v.limit}
`,
);

/** Stores the outcome of an item. */
export const endItem = statement(
  'knowledge.endItem',
  z.object({}),
  (v: Named<{ jobId: string; ordinal: number; state: string; results: string; now: Date }>) => sql`
  update ingest_item set state = ${v.state}, results = ${v.results}::jsonb, finished_at = ${v.now}
  where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and ordinal = ${v.ordinal}
`,
);

/** Stores one part of an item's bytes. */
export const insertPayload = statement(
  'knowledge.insertPayload',
  z.object({}),
  (v: Named<{ jobId: string; ordinal: number; part: number; bytes: Uint8Array }>) => sql`
  insert into ingest_payload (workspace_id, job_id, ordinal, part, bytes) values (${v.workspaceId}, ${v.jobId}, ${v.ordinal}, ${v.part}, ${v.bytes})
`,
);

/** Reads one part of an item's bytes. */
export const readPayload = statement(
  'knowledge.readPayload',
  z.object({ bytes: z.instanceof(Uint8Array) }),
  (v: Named<{ jobId: string; ordinal: number; part: number }>) => sql`
  select bytes from ingest_payload where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and ordinal = ${v.ordinal} and part = ${v.part}
`,
);

/** Deletes an item's bytes. */
export const removePayload = statement(
  'knowledge.removePayload',
  z.object({}),
  (v: Named<{ jobId: string; ordinal: number }>) => sql`
  delete from ingest_payload where workspace_id = ${v.workspaceId} and job_id = ${v.jobId} and ordinal = ${v.ordinal}
`,
);
