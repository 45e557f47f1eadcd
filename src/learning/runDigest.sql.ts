import { z } from 'zod';
import { signalsSchema } from '../confidence/signals.ts';
import { type Named, sql, statement } from '../db/statement.ts';

const reflection = z.object({
  gap: z.enum([
    'NONE',
    'NO_HITS',
    'UNKNOWN_WORDS',
    'MISSING_FACT',
    'OTHER_TIME',
    'OTHER_POLARITY',
    'OPPOSITE',
    'MISSING_TYPE',
    'SEVERAL_FACTS',
    'WEAK',
  ]),
  requirements: z.array(
    z.object({ kind: z.enum(['NAME', 'CODE', 'NUMBER', 'DATE']), text: z.string(), coveredBy: z.array(z.string()) }),
  ),
});
const source = z.object({ documentId: z.string(), documentKey: z.string() });

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
  /** Runs of before a signal was computed lack it: nothing can be fitted on those. */
  signals: signalsSchema.nullable().catch(null),
  reflection: reflection.nullable().catch(null),
  passages: z.array(source),
  citations: z.array(source.omit({ documentId: true }).extend({ quote: z.string() })),
});

export type DigestRow = z.infer<typeof row>;

/**
 * What is learned from the newest runs that ended in an outcome, newest first; those that repeat another say nothing
 * new. Values: workspace, the reader's access groups or null, not before or null, judged (true), not judged (false) or
 * either (null), limit. jsonb_to_record unpacks a record once, where each path operator would unpack it anew: 300
 * records of 92 kB take .4 s, and 1.5 s by path (embedded database, busy machine).
 */
export const listDigests = statement(
  'learning.listDigests',
  row,
  (
    v: Named<{
      accessGroups: readonly string[] | null;
      since: Date | null;
      judged: boolean | null;
      limit: number;
    }>,
  ) => sql`
  select r.run_id, r.question, r.conversation_id, r.preset, r.outcome, r.tier, r.confidence_value, r.stop_reason, r.created_at,
    f.embedder, f.plan ->> 'standalone' as standalone, f.plan ->> 'language' as language, f.plan ->> 'kind' as kind,
    f.result ->> 'mode' as mode, f.result ->> 'reason' as reason, f.result ->> 'text' as text, f.result #>> '{confidence,calibration,id}' as calibration_id, (f.gate ->> 'uncertainFrom')::float8 as gate,
    f.result #> '{confidence,signals}' as signals, f.reflections -> -1 as reflection,
    (select coalesce(jsonb_agg(jsonb_build_object('documentId', p -> 'documentId', 'documentKey', p -> 'documentKey')), '[]') from jsonb_array_elements(f.passages) p) as passages,
    (select coalesce(jsonb_agg(jsonb_build_object('documentKey', c -> 'documentKey', 'quote', c -> 'quote')), '[]') from jsonb_array_elements(f.result -> 'citations') c) as citations
  from run r, jsonb_to_record(r.record) as f(embedder text, plan jsonb, result jsonb, gate jsonb, reflections jsonb, passages jsonb)
  where r.workspace_id = ${v.workspaceId} and r.outcome is not null and r.replay_of is null
    and (${v.accessGroups}::text[] is null or r.access_groups <@ ${v.accessGroups})
    and (${v.since}::timestamptz is null or r.created_at >= ${v.since})
    and (${v.judged}::boolean is null or exists (select 1 from feedback b where b.workspace_id = ${v.workspaceId} and b.run_id = r.run_id) = ${v.judged})
  order by r.created_at desc, r.run_id desc
  limit ${v.limit}
`,
);
