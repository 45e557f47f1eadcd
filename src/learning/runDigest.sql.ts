import { z } from 'zod';
import { signalsSchema } from '../confidence/signals.ts';
import { gaps } from '../contract/trace.ts';
import { type Named, sql, statement } from '../db/statement.ts';

const reflection = z.object({
  gap: z.enum(gaps),
  requirements: z.array(
    z.object({ kind: z.enum(['NAME', 'CODE', 'NUMBER', 'DATE']), text: z.string(), coveredBy: z.array(z.string()) }),
  ),
});
const source = z.object({ documentId: z.string(), documentKey: z.string() });
const alternative = source.extend({ chunkId: z.string(), sentence: z.string() });

const row = z.object({
  run_id: z.string(),
  question: z.string(),
  conversation_id: z.string().nullable(),
  preset: z.string(),
  outcome: z.enum(['ANSWER', 'CLARIFICATION', 'ABSTENTION']),
  tier: z.enum(['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED']),
  confidence_value: z.number(),
  stop_reason: z.enum([
    'GATE_PASSED',
    'CURATED_MATCH',
    'ZERO_HITS',
    'ASKED_BACK',
    'BELOW_GATE',
    'NO_NEW_EVIDENCE',
    'ROUND_LIMIT',
    'DEADLINE',
    'TOKEN_BUDGET',
    'VERIFICATION_FAILED',
  ]),
  created_at: z.date(),
  embedder: z.string(),
  standalone: z.string().nullable(),
  language: z.string().nullable(),
  kind: z.string().nullable(),
  mode: z.string().nullable(),
  reason: z.string().nullable(),
  text: z.string().nullable(),
  calibration_id: z.string().nullable(),
  gate: z.number().nullable(),
  /** Null for a run from before a signal was introduced: nothing can be fitted on it. */
  signals: signalsSchema.nullable().catch(null),
  reflection: reflection.nullable().catch(null),
  passages: z.array(source),
  /** Empty for a run from before there were any. */
  alternatives: z.array(alternative),
  /** The vector of the question, if it was requested and is stored. */
  vector: z.string().nullable(),
  citations: z.array(source.omit({ documentId: true }).extend({ quote: z.string() })),
});

export type DigestRow = z.infer<typeof row>;

/**
 * Selects the digests of the newest runs that ended in an outcome, newest first. Runs that repeat another are left out,
 * because they add nothing new. `judged` selects judged runs (true), unjudged ones (false) or both (null).
 *
 * Digests are read because a thousand records of 92 kB took 1.3 s. For a run from before digests were introduced, the
 * record is read. It is unpacked once, because each path operator would unpack it again. Judged runs are found through
 * their judgements: scanning 100,000 runs without finding any took 340 ms. Only the newest four judgements for each
 * requested run are read: all 20,000 took 47 ms on a server and up to 800 ms on the embedded database.
 */
export const listDigests = statement(
  'learning.listDigests',
  row,
  (
    v: Named<{
      accessGroups: readonly string[] | null;
      since: Date | null;
      judged: boolean | null;
      /** See `DigestPart`. */
      parts: readonly string[];
      limit: number;
    }>,
  ) => sql`
  with chosen as materialized (
    select r.* from run r
    where r.workspace_id = ${v.workspaceId} and r.outcome is not null and r.replay_of is null
      and (${v.accessGroups}::text[] is null or r.access_groups <@ ${v.accessGroups})
      and (${v.since}::timestamptz is null or r.created_at >= ${v.since})
      and (${v.judged}::boolean is not true or r.run_id = any (array(
        select b.run_id from feedback b where b.workspace_id = ${v.workspaceId} order by b.created_at desc, b.feedback_id desc limit 4 * ${v.limit}::bigint
      )))
      and (${v.judged}::boolean is not false or not exists (select 1 from feedback b where b.workspace_id = ${v.workspaceId} and b.run_id = r.run_id))
    order by r.created_at desc, r.run_id desc
    limit ${v.limit}
  )
  select r.run_id, r.question, r.conversation_id, r.preset, r.outcome, r.tier, r.confidence_value, r.stop_reason, r.created_at,
    d.embedder, d.standalone, d.language, d.kind, d.mode, d.reason, d."calibrationId" as calibration_id, d.gate, d.reflection,
    case when 'SIGNALS' = any (${v.parts}::text[]) then d.signals end as signals,
    case when 'SOURCES' = any (${v.parts}::text[]) then d.passages else '[]' end as passages,
    case when 'SOURCES' = any (${v.parts}::text[]) then coalesce(d.alternatives, '[]') else '[]' end as alternatives,
    case when 'ANSWER' = any (${v.parts}::text[]) then d.text end as text,
    case when 'ANSWER' = any (${v.parts}::text[]) then d.citations else '[]' end as citations,
    case when 'VECTOR' = any (${v.parts}::text[]) then d.vector end as vector
  from chosen r, jsonb_to_record(coalesce(r.digest, (
    select jsonb_build_object('embedder', f.embedder, 'standalone', f.plan -> 'standalone', 'language', f.plan -> 'language', 'kind', f.plan -> 'kind',
      'mode', f.result -> 'mode', 'reason', f.result -> 'reason', 'text', f.result -> 'text', 'calibrationId', f.result #> '{confidence,calibration,id}',
      'gate', f.gate -> 'uncertainFrom', 'signals', f.result #> '{confidence,signals}', 'reflection', f.reflections -> -1,
      'passages', (select coalesce(jsonb_agg(jsonb_build_object('documentId', p -> 'documentId', 'documentKey', p -> 'documentKey')), '[]') from jsonb_array_elements(f.passages) p),
      'citations', (select coalesce(jsonb_agg(jsonb_build_object('documentKey', c -> 'documentKey', 'quote', c -> 'quote')), '[]') from jsonb_array_elements(f.result -> 'citations') c),
      'alternatives', (select coalesce(jsonb_agg(jsonb_build_object('chunkId', a #> '{passage,chunkId}', 'documentId', a #> '{passage,documentId}', 'documentKey', a #> '{passage,documentKey}', 'sentence', a -> 'sentence')), '[]') from jsonb_array_elements(f.result -> 'alternatives') a))
    from jsonb_to_record(r.record) as f(embedder text, plan jsonb, result jsonb, gate jsonb, reflections jsonb, passages jsonb)
  ))) as d(embedder text, standalone text, language text, kind text, mode text, reason text, text text, "calibrationId" text, gate float8, signals jsonb, reflection jsonb, passages jsonb, citations jsonb, alternatives jsonb, vector text)
  order by r.created_at desc, r.run_id desc
`,
);
