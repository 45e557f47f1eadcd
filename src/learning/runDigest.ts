import type { StopReason } from '../agent/outcome.ts';
import type { Gap, Requirement } from '../agent/gate/reflection.ts';
import { type RunOutcome, unpackVector } from '../agent/runs/runs.ts';
import type { ConfidenceSignals, Tier } from '../confidence/signals.ts';
import type { Database } from '../db/database.ts';
import { primaryLanguage } from '../knowledge/language.ts';
import type { Reader } from '../workspaces/caller.ts';
import { type DigestRow, listDigests } from './runDigest.sql.ts';
import { lowerWords, withoutAccents } from '../knowledge/words.ts';

/** A document that a passage or citation is of. */
export interface Source {
  readonly documentId: string;
  readonly documentKey: string;
}

/** What there is to learn of one run that ended in an outcome; a whole record has ten to a hundred times as much. */
export interface RunDigest {
  readonly id: string;
  readonly question: string;
  /** The question as it would be asked without the turns before it. */
  readonly standalone: string;
  /** ISO 639-1; 'und' where it is not known. */
  readonly language: string;
  /** Of the question; null: none was planned. */
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
  /** Of an answer; null otherwise. */
  readonly mode: string | null;
  /** An AbstentionReason or a ClarificationReason; null for an answer. */
  readonly reason: string | null;
  /** Of an answer or a clarification. */
  readonly text: string | null;
  /** What its confidence was read on; null: what ships. */
  readonly calibrationId: string | null;
  /** From which confidence on it was answered; null: the run is of before this was recorded. */
  readonly gate: number | null;
  /** Null where the run is of before all of them were computed. */
  readonly signals: ConfidenceSignals | null;
  /** The last judgement of the loop. */
  readonly reflection: { readonly gap: Gap; readonly requirements: readonly Requirement[] } | null;
  /** The documents of the passages that were judged last, each once, best first. */
  readonly sources: readonly Source[];
  /** The question's unit vector by `embedder`; null where it was not asked for, or is not kept. */
  readonly vector: Float32Array | null;
  readonly citations: readonly { readonly documentKey: string; readonly quote: string }[];
}

interface DigestFilter {
  readonly since?: Date | undefined;
  /** Only runs that somebody judged, or only those that nobody did. */
  readonly judged?: boolean | undefined;
  readonly limit: number;
  /** Whether vectors are read; default false. */
  readonly withVectors?: boolean | undefined;
}

/** The newest runs that the reader may see, newest first; without those that a fault ended or that repeat another. */
export async function readDigests(
  database: Database,
  { workspaceId, accessGroups }: Reader,
  { since, judged, limit, withVectors = false }: DigestFilter,
  signal?: AbortSignal,
): Promise<RunDigest[]> {
  const values = { workspaceId, accessGroups, since: since ?? null, judged: judged ?? null, limit, withVectors };
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
    vector: row.vector === null ? null : unpackVector(row.vector),
    citations: row.citations,
  };
}

/** A question's words in one form: questions with the same are the same question. */
export function normalisedQuestion(question: string): string {
  return lowerWords(withoutAccents(question)).join(' ') || question.trim();
}
