import type { z } from 'zod';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import { type ChatMessage, leftOutUntil, millisFor, promptTokens, usageOfFailure } from '../../models/chat.ts';
import { completeJson } from '../../models/structured.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { tokensLeft } from './budget.ts';
import { addSpent, nothingSpent, type Spent } from '../state/spent.ts';
import type { ResolvedRequest } from '../state/request.ts';
import { type AgentParts, type NodeContext, throwIfGone } from './parts.ts';

/** A prompt with the version that the run records. */
export interface Prompt {
  readonly version: string;
  readonly messages: readonly ChatMessage[];
}

/** What a model is asked for, besides the prompt. */
interface Expected<Value> {
  readonly schema: z.ZodType<Value>;
  readonly maxOutputTokens: number;
  /** A reply of the right shape about a different subject. */
  readonly example?: unknown;
  /** Extracts what a reply that was cut off at its length limit still says. */
  readonly ofCut?: (text: string) => unknown;
  /** Called just before the model is. Not called if the model is skipped. */
  readonly onAsk?: () => void;
  /** Called with the text so far, as the first reply streams in. */
  readonly onText?: (textSoFar: string) => void;
}

/** The result of asking the model: a value, or the reason to go on without one. `askModel` throws only CANCELLED. */
export type ModelReply<Value> =
  | { readonly kind: 'VALUE'; readonly value: Value; readonly spent: Spent }
  | { readonly kind: 'SKIPPED'; readonly why: 'NO_MODEL' | 'NO_TOKENS_ALLOWED' | 'TOKEN_BUDGET' | 'DEADLINE' }
  /** At the measured speed, the model would not finish in the time that is left. */
  | { readonly kind: 'SKIPPED'; readonly why: 'TOO_SLOW'; readonly until: Date | null }
  | { readonly kind: 'FAILED'; readonly degradation: Degradation; readonly spent: Spent; readonly late: boolean };

/** With less time than this a model cannot answer, and the deterministic path is taken at once. */
const minMillis = 250;
/** Two claims with their numbers, until the model has shown how much it writes. */
const usualOutputTokens = 150;

/** Limits on a call that leave time for the steps after it. */
interface Restraint {
  /**
   * The share of the remaining time that the call may take: 0..1. A model that hangs while planning must not cost the
   * answer.
   */
  readonly share?: number;
  /** Milliseconds kept for the steps after the call, but at most half of the time left. Default 0. */
  readonly keptMillis?: number;
}

/** For calls that are made before the answer is written. */
export const sparingly: Restraint = { share: 0.3 };

/** The run that asks, and what it has spent. */
interface Asking {
  readonly request: Pick<ResolvedRequest, 'runId' | 'budget'>;
  readonly spent: Spent;
}

/** Asks the chat model within the run's tokens and time. */
export async function askModel<Value>(
  parts: AgentParts,
  { request: { budget, runId }, spent }: Asking,
  context: NodeContext,
  prompt: Prompt,
  { schema, maxOutputTokens, example, ofCut, onAsk, onText }: Expected<Value>,
  restraint: Restraint = {},
): Promise<ModelReply<Value>> {
  const { chat } = parts;
  if (!chat) return { kind: 'SKIPPED', why: 'NO_MODEL' };
  if (budget.maxTokens === 0) return { kind: 'SKIPPED', why: 'NO_TOKENS_ALLOWED' };
  const inputTokens = promptTokens(prompt.messages);
  if (inputTokens + maxOutputTokens > tokensLeft(budget, spent)) return { kind: 'SKIPPED', why: 'TOKEN_BUDGET' };
  const millis = millisOf(context.millisLeft, restraint);
  if (context.millisLeft < minMillis) return { kind: 'SKIPPED', why: 'DEADLINE' };
  const speed = chat.speed?.() ?? null;
  const outputTokens = speed?.lengths?.get(maxOutputTokens) ?? Math.min(maxOutputTokens, usualOutputTokens);
  // A call that has a part of the time is no trial.
  const isTried = () => restraint.share === undefined && chat.mayTry?.() === true;
  if (millisFor(speed, inputTokens, outputTokens) > millis && !isTried())
    return { kind: 'SKIPPED', why: 'TOO_SLOW', until: leftOutUntil(chat) };
  onAsk?.();
  context.note({ prompts: [{ version: prompt.version, model: chat.id }] });
  const late = new AbortController();
  // setTimeout, not AbortSignal.timeout: the timer must end with the call and must not keep the process alive.
  const timer = setTimeout(() => {
    late.abort(new CandorError('TIMEOUT', 'The model did not finish in the time that it was given.'));
  }, Math.ceil(millis));
  try {
    const reply = await completeJson(chat, {
      messages: prompt.messages,
      schema,
      maxOutputTokens,
      signal: AbortSignal.any([context.deadline, late.signal]),
      ...(example === undefined ? {} : { example }),
      ...(ofCut ? { ofCut } : {}),
      ...(onText ? { onText } : {}),
    });
    return {
      kind: 'VALUE',
      value: reply.value,
      spent: { modelCalls: reply.calls, inputTokens: reply.inputTokens, outputTokens: reply.outputTokens },
    };
  } catch (error) {
    throwIfGone(context.signal);
    const message = messageOf(error);
    parts.log.warn('chat model failed', { runId, prompt: prompt.version, error: message });
    const isLate = context.deadline.aborted || isCandorError(error, 'TIMEOUT');
    const spent = usageOfFailure(error);
    // The server read the prompt and bills for it, although no reply reported its length.
    return {
      kind: 'FAILED',
      degradation: { part: 'CHAT_MODEL', message, ...(isCandorError(error) ? { code: error.code } : {}) },
      spent: isLate ? { ...spent, inputTokens: spent.inputTokens + inputTokens } : spent,
      late: isLate,
    };
  } finally {
    clearTimeout(timer);
  }
}

function millisOf(millisLeft: number, { share = 1, keptMillis = 0 }: Restraint): number {
  return share * millisLeft - Math.min(keptMillis, millisLeft / 2);
}

/** The part of a node's update that comes from model calls: their total cost and their failures. */
export function costOf(...replies: readonly (ModelReply<unknown> | undefined)[]): {
  readonly spent: Spent;
  readonly degraded: readonly Degradation[];
} {
  const asked = replies.filter((reply) => reply !== undefined);
  return {
    spent: asked.reduce((sum, reply) => (reply.kind === 'SKIPPED' ? sum : addSpent(sum, reply.spent)), nothingSpent),
    degraded: asked.flatMap((reply) => (reply.kind === 'FAILED' ? [reply.degradation] : [])),
  };
}
