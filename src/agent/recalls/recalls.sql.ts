import { z } from 'zod';
import { type Named, type Parameter, sql, statement, validAt, visible } from '../../db/statement.ts';

/**
 * What can change of document `d` that decides whether an answer stands: its valid version, its state, who may read it
 * and what it names as its successor. 'gone': it is not there. A digest, because groups and keys may be long.
 */
const seen = (workspaceId: Parameter<string>, now: Parameter<Date>) => sql`coalesce((
      select encode(sha256(convert_to(array[
          d.state, (d.deleted_at is not null)::text, d.access_groups::text, d.superseded_by, d.successor_override::text, d.supersedes, d.replaces::text,
          (select v.version_id::text from document_version v
            where v.workspace_id = ${workspaceId} and v.document_id = d.document_id and ${validAt('v', now)}
            order by v.number desc limit 1),
          (select n.state || coalesce(n.deleted_at::text, '') from document n
            where n.workspace_id = ${workspaceId} and n.key = d.superseded_by)
        ]::text[]::text, 'UTF8')), 'hex')
      from document d
      where d.workspace_id = ${workspaceId} and d.document_id = w.document_id
    ), 'gone')`;

/** Notes that runs hang on documents: `runIds` and `documentIds` in pairs. What is quoted stays so. */
export const insertSources = statement(
  'agent.insertSources',
  z.object({}),
  (v: Named<{ runIds: readonly string[]; documentIds: readonly string[]; quoted: boolean }>) => sql`
  insert into run_source (workspace_id, document_id, run_id, quoted)
  select w.workspace_id, pair.document_id, pair.run_id, ${v.quoted}::boolean
  from workspace w
  cross join unnest(${v.runIds}::uuid[], ${v.documentIds}::uuid[]) as pair (run_id, document_id)
  where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, document_id, run_id) do nothing
`,
);

/** Begins to watch documents as they are now. Those that are watched stay as they were seen. */
export const watchDocuments = statement(
  'agent.watchDocuments',
  z.object({}),
  (v: Named<{ documentIds: readonly string[]; now: Date }>) => sql`
  insert into source_watch (workspace_id, document_id, state)
  select k.workspace_id, w.document_id, ${seen(v.workspaceId, v.now)}
  from workspace k
  cross join unnest(${v.documentIds}::uuid[]) as w (document_id)
  where k.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, document_id) do nothing
`,
);

/**
 * Begins to watch documents by the versions that are quoted. Where one is valid no more, it was replaced while the
 * question was answered, and the look that followed may be over: its runs are looked at again.
 */
export const watchQuoted = statement(
  'agent.watchQuoted',
  z.object({}),
  (v: Named<{ documentIds: readonly string[]; versionIds: readonly string[]; now: Date }>) => sql`
  insert into source_watch as s (workspace_id, document_id, state)
  select k.workspace_id, w.document_id, case when exists (
      select 1 from document_version o
      where o.workspace_id = ${v.workspaceId} and o.version_id = w.version_id and ${validAt('o', v.now)}
    ) then ${seen(v.workspaceId, v.now)} else '' end
  from workspace k
  cross join unnest(${v.documentIds}::uuid[], ${v.versionIds}::uuid[]) as w (document_id, version_id)
  where k.workspace_id = ${v.workspaceId}
  order by w.document_id
  on conflict (workspace_id, document_id) do update set state = excluded.state where excluded.state = ''
`,
);

const due = z.object({ id: z.string(), before: z.string().nullable(), now: z.string(), replaces: z.boolean() });

/**
 * Compares the next watched documents with how they were last seen, and those that say that they replace others and were
 * not seen yet: which are not the same, and the last that was compared; null: there are no more.
 */
export const findDue = statement(
  'agent.findDue',
  z.object({ last: z.string().nullable(), due: z.array(due) }),
  (v: Named<{ now: Date; after: string | null; limit: number }>) => sql`
  with w as materialized (
    (select s.document_id, s.state from source_watch s
      where s.workspace_id = ${v.workspaceId} and (${v.after}::uuid is null or s.document_id > ${v.after})
      order by s.document_id limit ${v.limit})
    union all
    (select d.document_id, null from document d
      where d.workspace_id = ${v.workspaceId} and (${v.after}::uuid is null or d.document_id > ${v.after})
        and (d.replaces <> '{}' or d.supersedes is not null)
        and not exists (select 1 from source_watch s where s.workspace_id = ${v.workspaceId} and s.document_id = d.document_id)
      order by d.document_id limit ${v.limit})
    order by 1 limit ${v.limit}
  ), found as (
    select w.document_id, w.state, ${seen(v.workspaceId, v.now)} as now from w
  )
  select (select w.document_id from w order by w.document_id desc limit 1) as last,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', f.document_id, 'before', f.state, 'now', f.now, 'replaces', exists (
          select 1 from document d
          where d.workspace_id = ${v.workspaceId} and d.document_id = f.document_id and (d.replaces <> '{}' or d.supersedes is not null)
        )) order by f.document_id)
      from found f where f.state is distinct from f.now
    ), '[]') as due
`,
);

/** Notes how a document was seen, unless it is to be looked at again since. */
export const noteSeen = statement(
  'agent.noteSeen',
  z.object({}),
  (v: Named<{ documentId: string; before: string | null; state: string }>) => sql`
  insert into source_watch as s (workspace_id, document_id, state)
  select w.workspace_id, ${v.documentId}::uuid, ${v.state}::text from workspace w where w.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, document_id) do update set state = excluded.state where s.state = ${v.before}::text
`,
);

const place = z.object({ start: z.number(), end: z.number() });
const citation = z.object({
  number: z.number(),
  documentId: z.string(),
  versionId: z.string(),
  quote: z.string(),
  sourceSpan: place,
  isCurrent: z.boolean(),
});
const claim = z.object({ text: z.string(), citationNumbers: z.array(z.number()) });

/** Of the runs that hang on a document, those after one, with what they quote. */
export const listCiting = statement(
  'agent.listCiting',
  z.object({
    run_id: z.string(),
    access_groups: z.array(z.string()).nullable(),
    citations: z.array(citation).catch([]),
    claims: z.array(claim).catch([]),
  }),
  (v: Named<{ documentId: string; after: string | null; limit: number }>) => sql`
  select r.run_id, r.access_groups, x.result -> 'citations' as citations, x.result -> 'claims' as claims
  from run_source s
  join run r on r.workspace_id = ${v.workspaceId} and r.run_id = s.run_id
  -- A record is unpacked once.
  cross join lateral (select r.record -> 'result' as result offset 0) as x
  where s.workspace_id = ${v.workspaceId} and s.document_id = ${v.documentId} and (${v.after}::uuid is null or s.run_id > ${v.after})
  order by s.run_id
  limit ${v.limit}
`,
);

/** Stores how answers stand. `since` stays as long as the verdict does. Runs that were deleted meanwhile are left out. */
export const saveStandings = statement(
  'agent.saveStandings',
  z.object({}),
  (
    v: Named<{
      runIds: readonly string[];
      verdicts: readonly string[];
      numbers: readonly number[];
      documentIds: readonly (string | null)[];
      versionIds: readonly (string | null)[];
      starts: readonly (number | null)[];
      ends: readonly (number | null)[];
      now: Date;
    }>,
  ) => sql`
  insert into run_standing as s (workspace_id, run_id, verdict, since, citation_number, now_document_id, now_version_id, now_start, now_end)
  select r.workspace_id, r.run_id, f.verdict, ${v.now}::timestamptz, f.number, f.document_id, f.version_id, f.starts, f.ends
  from unnest(${v.runIds}::uuid[], ${v.verdicts}::text[], ${v.numbers}::int[], ${v.documentIds}::uuid[], ${v.versionIds}::uuid[], ${v.starts}::int[], ${v.ends}::int[])
    as f (run_id, verdict, number, document_id, version_id, starts, ends)
  join run r on r.workspace_id = ${v.workspaceId} and r.run_id = f.run_id
  where r.workspace_id = ${v.workspaceId}
  on conflict (workspace_id, run_id) do update set verdict = excluded.verdict, citation_number = excluded.citation_number,
    now_document_id = excluded.now_document_id, now_version_id = excluded.now_version_id, now_start = excluded.now_start, now_end = excluded.now_end,
    since = case when s.verdict = excluded.verdict then s.since else excluded.since end
`,
);

/** The reader of runs: whose askers could see no more, and only own ones or all. */
interface RunFence {
  accessGroups: readonly string[] | null;
  own: boolean;
  keyId: string | null;
}

const readableRun = (
  v: Named<RunFence>,
) => sql`(${v.accessGroups}::text[] is null or r.access_groups <@ ${v.accessGroups})
    and (not ${v.own}::boolean or r.asked_by = ${v.keyId}::uuid or (${v.keyId}::uuid is null and r.asked_by is null))`;

/** How some runs stand, as far as the reader may read them. `hidden`: not all may be read that they quote, or that decides. */
export const findStandings = statement(
  'agent.findStandings',
  z.object({
    run_id: z.string(),
    verdict: z.enum(['STANDS', 'CHANGED', 'GONE']),
    since: z.date(),
    citation_number: z.number(),
    now_document_id: z.string().nullable(),
    now_version_id: z.string().nullable(),
    now_start: z.number().nullable(),
    now_end: z.number().nullable(),
    hidden: z.boolean(),
  }),
  (v: Named<RunFence & { runIds: readonly string[]; drafts: boolean }>) => sql`
  select s.run_id, s.verdict, s.since, s.citation_number, s.now_document_id, s.now_version_id, s.now_start, s.now_end, exists (
      select 1 from run_source o
      left join document d on d.workspace_id = ${v.workspaceId} and d.document_id = o.document_id
      where o.workspace_id = ${v.workspaceId} and o.run_id = s.run_id and (o.quoted or o.document_id = s.now_document_id)
        and (d.document_id is null or not (${visible('d', v.accessGroups, v.drafts)}))
    ) as hidden
  from run_standing s
  join run r on r.workspace_id = ${v.workspaceId} and r.run_id = s.run_id
  where s.workspace_id = ${v.workspaceId} and s.run_id = any (${v.runIds}::uuid[]) and ${readableRun(v)}
`,
);

/** Which answers that were called back: at an instant or later, of a tier, of some runs; null: any. */
interface RecallConditions {
  since: Date | null;
  tier: string | null;
  runIds: readonly string[] | null;
}

/** The runs of those answers, as far as the reader may read them. */
const called = (v: Named<RunFence & RecallConditions>) => sql`from run_standing s
  join run r on r.workspace_id = ${v.workspaceId} and r.run_id = s.run_id
  where s.workspace_id = ${v.workspaceId} and s.verdict <> 'STANDS'
    and (${v.since}::timestamptz is null or s.since >= ${v.since})
    and (${v.tier}::text is null or r.tier = ${v.tier})
    and (${v.runIds}::uuid[] is null or s.run_id = any (${v.runIds}))
    and ${readableRun(v)}`;

/** A page of runs whose answers were called back, last called back first. */
export const listRecalls = statement(
  'agent.listRecalls',
  z.object({ run_id: z.string(), since: z.date() }),
  (
    v: Named<RunFence & RecallConditions & { calledBefore: Date | null; idBefore: string | null; limit: number }>,
  ) => sql`
  select s.run_id, s.since ${called(v)}
    and (${v.calledBefore}::timestamptz is null or (s.since, s.run_id) < (${v.calledBefore}, ${v.idBefore}::uuid))
  order by s.since desc, s.run_id desc
  limit ${v.limit}
`,
);

/** The next runs whose answers were called back after one, in the order in which they were. */
export const listRecallsAfter = statement(
  'agent.listRecallsAfter',
  z.object({ run_id: z.string(), since: z.date() }),
  (v: Named<RunFence & RecallConditions & { since: Date; after: string | null; limit: number }>) => sql`
  select s.run_id, s.since ${called(v)}
    and (s.since, s.run_id) > (${v.since}, coalesce(${v.after}::uuid, '00000000-0000-0000-0000-000000000000'))
  order by s.since, s.run_id
  limit ${v.limit}
`,
);

/** Counts the runs on all pages. */
export const countRecalls = statement(
  'agent.countRecalls',
  z.object({ total: z.number() }),
  (v: Named<RunFence & RecallConditions>) => sql`select count(*)::int as total ${called(v)}`,
);
