import type { StopReason } from '../agent/state/outcome.ts';
import type { Gap, Requirement } from '../agent/state/reflection.ts';
import { unpackVector } from '../agent/runs/runs.ts';
import { type RunOutcome } from '../agent/state/run.ts';
import type { ConfidenceSignals, Tier } from '../confidence/signals.ts';
import type { Database } from '../db/database.ts';
import { primaryLanguage } from '../knowledge/language/language.ts';
import type { Reader } from '../workspaces/caller.ts';
import { type DigestRow, listDigests } from './runDigest.sql.ts';
import { lowerWords, withoutAccents } from '../knowledge/language/words.ts';

/** The document of a passage or citation. */
export interface Source {
  readonly documentId: string;
  readonly documentKey: string;
}

/** What can be learned from one run that ended in an outcome. A whole record is 10 to 100 times as large. */
export interface RunDigest {
  readonly id: string;
  readonly question: string;
  /** The question as it would be asked without the preceding turns. */
  readonly standalone: string;
  /** ISO 639-1; 'und' if unknown. */
  readonly language: string;
  /** The kind of the question; null: none was planned. */
  readonly kind: string | null;
  readonly conversationId: string | null;
  readonly createdAt: Date;
  readonly preset: string;
  readonly embedder: string;
  readonly outcome: RunOutcome;
  readonly tier: Tier;
  /** 0..1. */
  readonly confidence: number;
  readonly stopReason: StopReason;
  /** The mode of an answer; null otherwise. */
  readonly mode: string | null;
  /** An AbstentionReason or a ClarificationReason; null for an answer. */
  readonly reason: string | null;
  /** The text of an answer or a clarification. */
  readonly text: string | null;
  /** The calibration of its confidence; null: the built-in scale. */
  readonly calibrationId: string | null;
  /** The confidence from which it was answered; null: the run is older than this record. */
  readonly gate: number | null;
  /** Null if the run is older than one of them. */
  readonly signals: ConfidenceSignals | null;
  /** The last judgement of the loop. */
  readonly reflection: { readonly gap: Gap; readonly requirements: readonly Requirement[] } | null;
  /** The documents of the passages that were judged last, without repetitions, best first. */
  readonly sources: readonly Source[];
  /** Where else the answer may stand, likeliest first, each with its best sentence. */
  readonly alternatives: readonly (Source & { readonly chunkId: string; readonly sentence: string })[];
  /** The question's unit vector by `embedder`; null if it was not requested or is not stored. */
  readonly vector: Float32Array | null;
  readonly citations: readonly { readonly documentKey: string; readonly quote: string }[];
}

interface DigestFilter {
  readonly since?: Date | undefined;
  /** Only runs with a judgement (true), or only those without (false). */
  readonly judged?: boolean | undefined;
  readonly limit: number;
  readonly parts: readonly DigestPart[];
}

/**
 * A part of a digest that is read only if it is named; otherwise it is null or empty. VECTOR: `vector`. SIGNALS:
 * `signals`. SOURCES: `sources` and `alternatives`. ANSWER: `text` and `citations`. A thousand whole digests take about 50 ms of processor
 * time to send and parse.
 */
export type DigestPart = 'VECTOR' | 'SIGNALS' | 'SOURCES' | 'ANSWER';

/**
 * Returns the newest runs that the reader may see, newest first, without those that ended in a fault or repeat another.
 */
export async function readDigests(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  { since, judged, limit, parts }: DigestFilter,
  signal?: AbortSignal,
): Promise<RunDigest[]> {
  const values = { workspaceId, accessGroups, since: since ?? null, judged: judged ?? null, limit, parts };
  const rows = await database.inWorkspace(
    workspaceId,
    (transaction) => transaction.query(listDigests, values),
    signal ? { signal } : {},
  );
  return rows.map((row) => toDigest(row));
}

function toDigest(row: DigestRow): RunDigest {
  return {
    id: row.run_id,
    question: row.question,
    standalone: row.standalone ?? row.question,
    language: row.language === null ? 'und' : primaryLanguage(row.language),
    kind: row.kind,
    conversationId: row.conversation_id,
    createdAt: row.created_at,
    preset: row.preset,
    embedder: row.embedder,
    outcome: row.outcome,
    tier: row.tier,
    confidence: row.confidence_value,
    stopReason: row.stop_reason,
    mode: row.mode,
    reason: row.reason,
    text: row.text,
    calibrationId: row.calibration_id,
    gate: row.gate,
    signals: row.signals,
    reflection: row.reflection,
    sources: [...new Map(row.passages.map((passage) => [passage.documentId, passage])).values()],
    alternatives: row.alternatives,
    vector: row.vector === null ? null : unpackVector(row.vector),
    citations: row.citations,
  };
}

/** Returns a question's words in a normalised form. Questions with the same form are the same question. */
export function normalisedQuestion(question: string): string {
  return lowerWords(withoutAccents(question)).join(' ') || question.trim();
}
