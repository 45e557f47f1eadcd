import type { Database } from '../../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { cancelled } from '../../clock.ts';
import type { ChatModel } from '../../models/chat.ts';
import type { Embedder } from '../../models/embedder.ts';
import { claimEmbedder } from '../../workspaces/workspaces.ts';
import { type AskedPassage, type Asker, askInHalves, type BarePassage, type StopReason } from './askQuestions.ts';
import {
  bareBatches,
  countBare,
  maxPerChunk,
  type PassageScope,
  storeHypotheticals,
  type StoreParts,
} from './store.ts';

interface HypotheticalParts {
  readonly database: Database;
  readonly embedder: Embedder;
  /** Null: nothing is generated. */
  readonly chat: ChatModel | null;
  readonly log: Log;
}

export interface HypotheticalProgress {
  /** Passages processed so far, and how many there were at the beginning. */
  readonly done: number;
  readonly total: number;
  readonly tokens: number;
}

export interface HypotheticalOptions {
  /** Most questions for each passage: 1 to 10, default 3. */
  readonly perChunk?: number | undefined;
  /**
   * Limit on the prompt and completion tokens of this call, by the chat port's count; default 200,000. The repair of a
   * malformed reply may exceed it.
   */
  readonly maxTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: HypotheticalProgress) => void) | undefined;
  /** Only the passages of these versions, valid or not. Default: all that are valid and published. */
  readonly versionIds?: readonly string[] | undefined;
}

interface HypotheticalSummary {
  /** Passages that were processed and will not be tried again, including those that failed. */
  readonly chunkCount: number;
  readonly hypotheticalCount: number;
  readonly tokens: number;
  /** DONE: none is left. Otherwise another call continues where this one stopped. */
  readonly stopped: 'DONE' | StopReason;
  /** A readable description of what failed. */
  readonly degraded: string | null;
}

/**
 * Number of consecutive unusable batches after which the model is at fault, not the passages. Each costs up to six
 * calls.
 */
const maxFailedBatches = 3;

interface Generation {
  readonly parts: HypotheticalParts;
  readonly asker: Asker;
  readonly store: StoreParts;
  chunkCount: number;
  hypotheticalCount: number;
  tokens: number;
  /** Passages that failed since the last usable reply, by batch. */
  doubtful: (readonly BarePassage[])[];
  problem: string | null;
  triedInVain: number;
}

/**
 * Lets the chat model write example questions for passages that have none, and stores them as hypotheticals: chunks
 * that help to find their passage.
 *
 * Measured on 2026-12-01 with a perfect writer, one that has the very questions: of 114 paraphrased ones of the golden sets
 * recall@5 rises from .86 to .99 and found@screen from .73 to .77 (from .40 to .53 of the 30 of type `paraphrase`). The
 * confidence, which is fitted without hypotheticals, then knows right answers less well (AUROC .81 to .57).
 *
 * Each batch is committed separately and marks its passages, so a call may be stopped
 * or killed at any time, and the next one continues.
 *
 * Passages for which the model's replies were unusable are marked as tried, so that later runs do not pay for them
 * again. The exception is three failed batches in a row: they show nothing about the passages, which stay unmarked, and
 * the run stops with MODEL_UNAVAILABLE.
 * @throws BAD_INPUT, CANCELLED, EMBEDDER_MISMATCH, NOT_FOUND for the workspace, DATABASE_FAILED. The summary reports a
 * failing model.
 */
export async function generateHypotheticals(
  parts: HypotheticalParts,
  workspaceId: string,
  options: HypotheticalOptions = {},
): Promise<HypotheticalSummary> {
  if (!parts.chat) return { chunkCount: 0, hypotheticalCount: 0, tokens: 0, stopped: 'DONE', degraded: null };
  const generation = begin(parts, parts.chat, workspaceId, options);
  await claimEmbedder(parts.database, workspaceId, parts.embedder.fingerprint);
  const scope: PassageScope = {
    database: parts.database,
    workspaceId,
    now: new Date(),
    versionIds: options.versionIds ?? null,
    signal: options.signal,
  };
  const total = await countBare(scope);
  let done = 0;
  let stop: StopReason | null = null;
  for await (const batch of bareBatches(scope)) {
    stop = await workOn(generation, batch);
    if (stop) break;
    done += batch.length;
    options.onProgress?.({ done, total: Math.max(total, done), tokens: generation.tokens });
  }
  if (stop !== 'MODEL_UNAVAILABLE') await settle(generation, []);
  if (generation.hypotheticalCount > 0) await parts.database.refreshStatistics();
  return summarise(generation, stop ?? 'DONE');
}

function begin(
  parts: HypotheticalParts,
  chat: ChatModel,
  workspaceId: string,
  options: HypotheticalOptions,
): Generation {
  const perChunk = wholeNumber('perChunk', options.perChunk ?? 3, 1, maxPerChunk);
  const maxTokens = wholeNumber('maxTokens', options.maxTokens ?? 200_000, 0, Number.MAX_SAFE_INTEGER);
  const generation: Generation = {
    parts,
    asker: {
      chat: metered(chat, (tokens) => {
        generation.tokens += tokens;
      }),
      perChunk,
      signal: options.signal,
      tokensLeft: () => maxTokens - generation.tokens,
    },
    store: { database: parts.database, embedder: parts.embedder, workspaceId, signal: options.signal },
    chunkCount: 0,
    hypotheticalCount: 0,
    tokens: 0,
    doubtful: [],
    problem: null,
    triedInVain: 0,
  };
  return generation;
}

function wholeNumber(field: string, value: number, from: number, to: number): number {
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new CandorError('BAD_INPUT', `${field} must be a whole number from ${from} to ${to}.`, {
    details: { field, value },
  });
}

/** Counts each reply separately: completeJson loses the first reply's tokens when its repair cannot be sent. */
function metered(chat: ChatModel, count: (tokens: number) => void): ChatModel {
  return {
    id: chat.id,
    complete: async (request, options) => {
      const reply = await chat.complete(request, options);
      count(reply.inputTokens + reply.outputTokens);
      return reply;
    },
  };
}

/**
 * Requests one batch and commits the result. No transaction is open during the call. @returns why the run ends here, or
 * null
 */
async function workOn(generation: Generation, batch: readonly BarePassage[]): Promise<StopReason | null> {
  const { asker, parts } = generation;
  const asked = await askInHalves(asker, batch);
  if (asked.problem !== null) {
    // A failure that the halves made up for is not reported.
    if (asked.failed.length > 0 || asked.stop) generation.problem = asked.problem;
    parts.log.warn('hypotheticals not generated', {
      passages: batch.length - asked.answered.length,
      model: asker.chat.id,
      error: asked.problem,
    });
  }
  if (asked.failed.length > 0) generation.doubtful.push(asked.failed);
  if (asked.answered.length > 0) {
    const stop = await settle(generation, asked.answered);
    if (stop) return stop;
  }
  return asked.stop ?? (generation.doubtful.length >= maxFailedBatches ? 'MODEL_UNAVAILABLE' : null);
}

/**
 * Stores the answered passages and marks those that failed before. @returns MODEL_UNAVAILABLE if the embedder failed;
 * nothing is marked then
 */
async function settle(generation: Generation, answered: readonly AskedPassage[]): Promise<StopReason | null> {
  const inVain = generation.doubtful.flat();
  if (answered.length + inVain.length === 0) return null;
  try {
    const stored = await storeHypotheticals(generation.store, [
      ...answered,
      ...inVain.map((passage) => ({ passage, questions: [] })),
    ]);
    generation.chunkCount += stored.chunkCount;
    generation.hypotheticalCount += stored.hypotheticalCount;
    generation.triedInVain += inVain.length;
    generation.doubtful = [];
    return null;
  } catch (error) {
    const { signal } = generation.store;
    if (signal?.aborted) throw cancelled(signal);
    if (!isCandorError(error) || !error.code.startsWith('MODEL_')) throw error;
    generation.problem = messageOf(error);
    generation.parts.log.warn('hypotheticals not embedded', {
      embedder: generation.parts.embedder.fingerprint,
      error: generation.problem,
    });
    return 'MODEL_UNAVAILABLE';
  }
}

function summarise(generation: Generation, stopped: HypotheticalSummary['stopped']): HypotheticalSummary {
  const { parts, chunkCount, hypotheticalCount, tokens, triedInVain, problem } = generation;
  const inVain = triedInVain > 0 ? `${triedInVain} passages got no example questions. ` : '';
  const summary: HypotheticalSummary = {
    chunkCount,
    hypotheticalCount,
    tokens,
    stopped,
    degraded: problem === null ? null : `${inVain}${problem}`,
  };
  parts.log.info('hypotheticals generated', {
    chunkCount,
    hypotheticalCount,
    tokens,
    stopped,
    model: generation.asker.chat.id,
  });
  return summary;
}
